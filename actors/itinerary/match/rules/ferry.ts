/** RULES 3.3.12: the same crossing. */
import { distanceBetween, isFartherThan } from '../../places/place.js'
import { NEAR_KM } from '../../places/distance.js'
import type { Statement } from '../../statement/statement.js'
import {
  compareBookedLegsBy,
  CONFLICT,
  dayGap,
  firstTier,
  haveSameLocator,
  LOOKALIKE,
  NONE,
  startGap,
} from '../match-rule.js'
import type { MatchRule, TierRule } from '../match-rule.js'
import { isSameCompany } from './company-names.js'

const SAME_PORT_KM = 25
const SAME_START_MINUTES = 15
const RETIME_MINUTES = 60
const SAME_BOOKING_MINUTES = 24 * 60

/** Two crossings that do not contradict each other, and what they have in common. */
interface FerryPair {
  days: number
  /** Minutes between the departures; null when one has no time. */
  gap: number | null
  isSameLocator: boolean
  /** One number of the crossing, or one ship. */
  isSameService: boolean
  haveSamePorts: boolean
}

const within = (gap: number | null, minutes: number): boolean => gap !== null && gap <= minutes

const TIERS: ReadonlyArray<TierRule<FerryPair>> = [
  { tier: 1, when: (p) => p.isSameLocator && p.days <= 1 && (p.gap ?? 0) <= SAME_BOOKING_MINUTES },
  { tier: 2, when: (p) => p.haveSamePorts && within(p.gap, SAME_START_MINUTES) },
  { tier: 3, when: (p) => p.haveSamePorts && p.isSameService && within(p.gap, RETIME_MINUTES) },
  { tier: 3, when: (p) => p.haveSamePorts && p.isSameService && p.gap === null && p.days === 0 },
  { tier: LOOKALIKE, when: (p) => p.haveSamePorts && within(p.gap, RETIME_MINUTES) },
]

/** True if `b` leaves from where `a` arrives: the way back, or the next crossing of the journey. */
function continues(a: Statement, b: Statement): boolean {
  const apart = distanceBetween(a.from, b.from)
  const onward = distanceBetween(a.to, b.from)
  return apart !== null && onward !== null && onward < apart
}

function haveOneShip(a: Statement, b: Statement): boolean {
  return a.nameWords.length > 0 && a.nameWords.join(' ') === b.nameWords.join(' ')
}

function relate(a: Statement, b: Statement): number {
  if (a.vendor !== null && b.vendor !== null && !isSameCompany(a.vendor, b.vendor)) return CONFLICT
  if (isFartherThan(a.from, b.from, NEAR_KM) || isFartherThan(a.to, b.to, NEAR_KM)) return CONFLICT
  if (continues(a, b) || continues(b, a)) return CONFLICT
  const days = dayGap(a, b)
  if (days === null) return NONE
  return firstTier(TIERS, {
    days,
    gap: startGap(a, b),
    isSameLocator: haveSameLocator(a, b),
    isSameService: (a.number !== null && a.number === b.number) || haveOneShip(a, b),
    haveSamePorts: !isFartherThan(a.from, b.from, SAME_PORT_KM) && !isFartherThan(a.to, b.to, SAME_PORT_KM),
  })
}

export const ferryRule: MatchRule = { relate, compareBookedLegs: compareBookedLegsBy(relate, 3) }
