/** RULES 5.1: how long a traveller is assumed to wait. Milliseconds, or days if the name says so. */
import { DAY, HOUR } from '../lib/local-time.js'

/** A shorter wait at home between two movements is a connection (RULES 5.6). */
export const HOME_CONNECTION = 4 * HOUR
/** A leg may start this long before the previous one has ended, because clocks differ. */
export const CLOCK_TOLERANCE = HOUR
/**
 * A departure just after midnight still follows the night before: 15 hours after check-out at 11:00, which is
 * assumed without a time (RULES N8), it is 02:00. Used by RULES 5.10.1 (night before departure) and 5.8.3 (stay
 * path that goes on from home): a change affects both.
 */
export const OVERNIGHT_WAIT = 15 * HOUR
/** Two movements on one route that start this close are two bookings of one journey (RULES 5.8.5). */
export const SAME_JOURNEY_WINDOW = 36 * HOUR
/** How long a traveller is assumed to be where a movement ended or the next one begins. */
export const MAX_WAIT_DAYS = 14
/**
 * RULES 5.2.3: how long a visit without further reports may be, if nothing but the way back to where the journey
 * began says that it was one: a stay without a visa seldom exceeds it.
 */
export const MAX_VISIT_DAYS = 90
/**
 * A path may take a leg at home that ended up to this long before it. No less than every such window:
 * check-out on the day of departure, or OVERNIGHT_WAIT before it (RULES 5.10.1), and those of RULES 5.11.
 */
export const HOME_LEG_LEAD = Math.max(DAY, OVERNIGHT_WAIT)
/**
 * A leg at home may join a path that ended up to this long before it. No less than the widest such window:
 * the day after the path's end, which may be almost two days later (RULES 5.10.2 and 5.11.2).
 */
export const HOME_LEG_REACH = 2 * DAY

/** RULES 2.3: how many legs a rule looks ahead at, whatever time they cover. */
export const MAX_LEGS_AHEAD = 300
