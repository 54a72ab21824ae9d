/** RULES 3.3.3: the same rental. */
import { NEAR_KM } from '../../places/distance.js'
import { isFartherThan, isSameCity } from '../../places/place.js'
import type { Statement } from '../../statement/statement.js'
import {
  compareLegsBy,
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
  if (haveSameLocator(a, b)) return relateOneBooking(a, b, days)
  const vendorsKnown = a.vendor !== null && b.vendor !== null
  const pickup = startGap(a, b)
  const dropoff = endGap(a, b)
  const dropoffDays = endDayGap(a, b)
  const dropoffMatches = dropoff === null ? (dropoffDays ?? 0) === 0 : dropoff <= SAME_RENTAL_MINUTES
  if (pickup !== null && pickup <= SAME_RENTAL_MINUTES && dropoffMatches) return vendorsKnown ? 2 : 4
  if (days === 0 && (dropoffDays ?? 0) === 0) return vendorsKnown ? 3 : LOOKALIKE
  if (
    pickup !== null &&
    dropoff !== null &&
    pickup <= SIMILAR_RENTAL_MINUTES &&
    dropoff <= SIMILAR_RENTAL_MINUTES
  )
    return vendorsKnown ? 4 : LOOKALIKE
  return days <= 1 && vendorsKnown && dropoffDays !== null && dropoffDays <= 1 ? LOOKALIKE : NONE
}

/** One booking, picked up within a day; or moved, in the same city. */
function relateOneBooking(a: Statement, b: Statement, days: number): number {
  if (days <= 1) return 1
  return days <= MAX_MOVED_DAYS && isSameCity(a.from, b.from) ? 6 : NONE
}

export const carRule: MatchRule = { relate, compareLegs: compareLegsBy(relate, 4) }
