/** RULES 3.3.3: the same rental. */
import { NEAR_KM } from '../../places/distance.js'
import { isFartherThan, isSameCity } from '../../places/place.js'
import type { Statement } from '../../statement/statement.js'
import {
  compareBookedLegsBy,
  CONFLICT,
  dayGap,
  endDayGap,
  endGap,
  haveSameLocator,
  LOOKALIKE,
  NONE,
  startGap,
} from '../match-rule.js'
import type { MatchRule } from '../match-rule.js'

const SAME_RENTAL_MINUTES = 60
const SIMILAR_RENTAL_MINUTES = 180
const MAX_MOVED_DAYS = 14

function haveOtherVendors(a: Statement, b: Statement): boolean {
  return (
    a.vendor !== null &&
    b.vendor !== null &&
    a.vendor !== b.vendor &&
    !a.vendor.startsWith(b.vendor) &&
    !b.vendor.startsWith(a.vendor)
  )
}

function relate(a: Statement, b: Statement): number {
  if (haveOtherVendors(a, b)) return CONFLICT
  if (isFartherThan(a.from, b.from, NEAR_KM)) return CONFLICT
  const days = dayGap(a, b)
  if (days === null) return NONE
  return haveSameLocator(a, b) ? relateOneBooking(a, b, days) : relateTwoBookings(a, b, days)
}

/** One booking, picked up within a day; or moved, in the same city. */
function relateOneBooking(a: Statement, b: Statement, days: number): number {
  if (days <= 1) return 1
  return days <= MAX_MOVED_DAYS && isSameCity(a.from, b.from) ? 6 : NONE
}

/** Two bookings, or statements without a locator: by the company and the times or dates of both ends. */
function relateTwoBookings(a: Statement, b: Statement, days: number): number {
  const vendorsKnown = a.vendor !== null && b.vendor !== null
  const pickup = startGap(a, b) ?? Infinity
  const dropoff = endGap(a, b)
  const dropoffDays = endDayGap(a, b)
  const isSameDropoffDay = (dropoffDays ?? 0) === 0
  const isSameDropoff = dropoff === null ? isSameDropoffDay : dropoff <= SAME_RENTAL_MINUTES
  if (pickup <= SAME_RENTAL_MINUTES && isSameDropoff) return vendorsKnown ? 2 : 4
  if (days === 0 && isSameDropoffDay) return vendorsKnown ? 3 : LOOKALIKE
  if (pickup <= SIMILAR_RENTAL_MINUTES && (dropoff ?? Infinity) <= SIMILAR_RENTAL_MINUTES)
    return vendorsKnown ? 4 : LOOKALIKE
  return days <= 1 && vendorsKnown && (dropoffDays ?? Infinity) <= 1 ? LOOKALIKE : NONE
}

export const carRule: MatchRule = { relate, compareBookedLegs: compareBookedLegsBy(relate, 4) }
