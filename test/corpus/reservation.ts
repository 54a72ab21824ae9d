/** One reservation of the corpus: what is sent, and what is right by the document. */
import type { PublicDocument } from './documents.js'
import type { RawSegment } from './segments.js'
import type { ExpectedSpot } from './spots.js'

/** Whose is what. */
export interface ExpectedTravellers {
  member: { first_name: string; last_name: string }
  /** The segment's own fields. */
  fields: Record<string, unknown>
  /** Name and seat of each entry of `bookings`. */
  travellers: string[]
}

export interface Reservation {
  what: string
  document: PublicDocument
  segment: RawSegment
  /** Null where the document names no place, or one that does not exist. */
  from: ExpectedSpot | null
  /** Left out where the type has one place. */
  to?: ExpectedSpot | null
  /** Of a booking for several. */
  shows?: ExpectedTravellers
}
