/**
 * How much of one member's itinerary may lie close together (RULES 2.3). They bound the work that one added
 * segment can cause, so that no member can slow the others down. An ordinary itinerary reaches none of them.
 */

/** Possible duplicates that a segment names (`possible_duplicate_of`). */
export const MAX_LOOKALIKES = 20

/** Segments of a member, cancelled ones included. */
export const MAX_SEGMENTS = 10_000

/** Segments of one type that start on one local day. */
export const MAX_SEGMENTS_PER_DAY = 100

/** Segments of one type that start in the same local minute. */
export const MAX_SEGMENTS_PER_MINUTE = 50

/** Statements of one segment; superseded ones beyond it are dropped. */
export const MAX_STATEMENTS_PER_SEGMENT = 100

/** Statements of one type that start on one local day, from which on a segment keeps only so many of them. */
export const MAX_STATEMENTS_PER_DAY = 1_000
export const MAX_STATEMENTS_ON_FULL_DAY = 10

/** Statements that are compared as a whole: those of one booking, and those that match each other in a chain. */
export const MAX_RELATED_STATEMENTS = 200

/**
 * Runs of raw segments that only repeat others (RULES 3.2). Above the first bound, runs that a later one repeats are
 * forgotten; above the second, the oldest runs become statements.
 */
export const MANY_REPEATS = 16
export const MAX_REPEATS = 64

/** Cancellations that wait for their booking. */
export const MAX_HELD_CANCELLATIONS = 200

/** Status reports that wait for their booking, and kept ones about services of one type on one day. */
export const MAX_HELD_STATUS_REPORTS = 200
export const MAX_STATUS_REPORTS_OF_DAY = 300

/** Bookings of which it is noted that they were reported in full. */
export const MAX_NOTED_BOOKINGS = 1_000

/** Cancellations of whole bookings: of all together, and of one. */
export const MAX_BOOKING_CANCELLATIONS = 1_000
export const MAX_CANCELLATIONS_OF_BOOKING = 20

/** Trips that a trip names as overlapping it (`overlaps_trip_ids`). */
export const MAX_OVERLAPS = 20

/** Warnings of one code that a trip shows. */
export const MAX_TRIP_WARNINGS = 20

/** Segments up to which a trip's row lists them; of a larger trip those that name it are read. */
export const MAX_LISTED_SEGMENTS = 100

/** Travellers of one source under one locator; of more, those that were named last count. */
export const MAX_TRAVELLERS_OF_BOOKING = 99

/** Names that are compared for slips to tell who is who under one locator; beyond it they are other people. */
export const MAX_COMPARED_NAMES = 5_000

/** Earlier statements about a booking of which a traveller's seat and ticket are taken. */
export const MAX_EARLIER_OF_TRAVELLER = 10

/** Entries of a segment's `bookings`. */
export const MAX_BOOKING_ENTRIES = 300
