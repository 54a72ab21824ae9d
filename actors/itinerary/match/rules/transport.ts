/** RULES 3.3.6: the same ride of the same company. */
import { NEAR_KM } from '../../places/distance.js'
import { isFartherThan } from '../../places/place.js'
import type { Statement } from '../../statement/statement.js'
import { compareBookedLegsBy, CONFLICT, dayGap, haveSameLocator, NONE, startGap } from '../match-rule.js'
import type { MatchRule } from '../match-rule.js'
import { isSameCompany } from './company-names.js'

const SAME_START_MINUTES = 15
const SAME_START_KM = 25
const SAME_BOOKING_MINUTES = 24 * 60

function relate(a: Statement, b: Statement): number {
  if (a.vendor !== null && b.vendor !== null && !isSameCompany(a.vendor, b.vendor)) return CONFLICT
  if (isFartherThan(a.from, b.from, NEAR_KM)) return CONFLICT
  const days = dayGap(a, b)
  if (days === null) return NONE
  const gap = startGap(a, b)
  if (haveSameLocator(a, b) && days <= 1 && (gap === null || gap <= SAME_BOOKING_MINUTES)) return 1
  return gap !== null && gap <= SAME_START_MINUTES && !isFartherThan(a.from, b.from, SAME_START_KM) ? 2 : NONE
}

export const transportRule: MatchRule = { relate, compareBookedLegs: compareBookedLegsBy(relate, 2) }
