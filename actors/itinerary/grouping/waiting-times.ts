/** RULES 5.1: how long a traveller is assumed to wait. Milliseconds, or days if the name says so. */
import { HOUR } from '../lib/local-time.js'

/** A shorter wait at home between two movements is a connection (RULES 5.6). */
export const HOME_CONNECTION = 4 * HOUR
/** A leg may start this long before the previous one has ended, because clocks differ. */
export const CLOCK_TOLERANCE = HOUR
/** A departure just after midnight still follows the night before. */
export const OVERNIGHT_WAIT = 15 * HOUR
/** Two movements on one route that start this close are two bookings of one journey (RULES 5.8.5). */
export const SAME_JOURNEY_WINDOW = 36 * HOUR
/** How long a traveller is assumed to be where a movement ended or the next one begins. */
export const MAX_WAIT_DAYS = 14
