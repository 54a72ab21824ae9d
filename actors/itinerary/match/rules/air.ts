/** RULES 3.3.1: the same aircraft movement, whatever number it is sold under. */
import { NEW_TIMES, OLD_TIMES } from '../../statement/gds-status.js'
import type { Statement } from '../../statement/statement.js'
import {
  CHANGED_LEG,
  compareEndpoint,
  CONFLICT,
  dayGap,
  endGap,
  firstTier,
  haveSameLocator,
  isMatch,
  LOOKALIKE,
  NONE,
  OTHER_LEG,
  SAME_LEG,
  startGap,
} from '../match-rule.js'
import type { MatchRule, PlaceRelation, TierRule } from '../match-rule.js'

const SAME_ROUTE_KM = 50
const RETIME_MINUTES = 6 * 60
const CODESHARE_DEPARTURE_MINUTES = 5
const CODESHARE_ARRIVAL_MINUTES = 10
/** Within one booking: so small a difference is the same flight by another clock, whatever its number. */
const SAME_LEG_MINUTES = 15
const SAME_DIGITS_MINUTES = 3 * 60
const CHANGE_MINUTES = 26 * 60
const OTHER_FLIGHT_MINUTES = 3 * 60
const LOOKALIKE_MINUTES = 60

function upperText(s: Statement, field: string): string | null {
  const value = s.raw.fields.get(field)
  return typeof value === 'string' ? value.toUpperCase() : null
}

/** True if `a` names as operating flight what `b` sells. */
function operates(a: Statement, b: Statement): boolean {
  const number = upperText(a, 'operating_flight_num')?.replace(/^\D*0*/, '')
  return number !== undefined && number !== '' && number === b.number
}

function compareRoute(a: Statement, b: Statement): PlaceRelation {
  const from = compareEndpoint(a, b, 'from', 'origin', SAME_ROUTE_KM)
  const to = compareEndpoint(a, b, 'to', 'destination', SAME_ROUTE_KM)
  if (from === 'apart' || to === 'apart') return 'apart'
  return from === 'same' && to === 'same' ? 'same' : 'open'
}

function isSameNumber(a: Statement, b: Statement): boolean {
  return a.number !== null && a.number === b.number
}

/** True if the carriers may be one. */
function mayBeSameCarrier(a: Statement, b: Statement): boolean {
  return a.vendor === null || b.vendor === null || a.vendor === b.vendor
}

/**
 * One number with the same departure or the same arrival: a whole flight, and a part of it to or from a stop.
 */
function isPartOfOther(a: Statement, b: Statement): boolean {
  if (!isSameNumber(a, b) || !mayBeSameCarrier(a, b)) return false
  const [departures, arrivals] = [startGap(a, b), endGap(a, b)]
  return (
    (departures !== null &&
      departures <= CODESHARE_ARRIVAL_MINUTES &&
      compareEndpoint(a, b, 'from', 'origin', SAME_ROUTE_KM) === 'same') ||
    (arrivals !== null &&
      arrivals <= CODESHARE_ARRIVAL_MINUTES &&
      compareEndpoint(a, b, 'to', 'destination', SAME_ROUTE_KM) === 'same')
  )
}

/** Two flights of one route, and what they have in common. */
interface FlightPair {
  a: Statement
  b: Statement
  /** Days between the local dates of departure. */
  days: number
  /** Minutes between the departures; Infinity when one has no time. */
  gap: number
  isSameNumber: boolean
  mayBeSameCarrier: boolean
  isSameLocator: boolean
}

/** A departure is known by its date only. */
const UNTIMED_TIERS: ReadonlyArray<TierRule<FlightPair>> = [
  { tier: CONFLICT, when: (p) => p.days > 1 && !p.isSameLocator },
  { tier: NONE, when: (p) => p.days !== 0 },
  { tier: 2, when: (p) => p.isSameNumber && p.mayBeSameCarrier },
  { tier: 3, when: (p) => p.isSameNumber || p.isSameLocator },
  { tier: 4, when: ({ a, b }) => a.number === null || b.number === null },
]

const TIMED_TIERS: ReadonlyArray<TierRule<FlightPair>> = [
  // The same flight, perhaps at a new time.
  { tier: 1, when: (p) => isRetimed(p) && p.mayBeSameCarrier && p.days === 0 },
  { tier: 2, when: (p) => isRetimed(p) && (p.mayBeSameCarrier || p.gap <= SAME_DIGITS_MINUTES) },
  { tier: NONE, when: isRetimed },
  // A codeshare, by its minutes or by proof.
  { tier: 4, when: isAtSameMinutes },
  { tier: 5, when: (p) => p.gap <= RETIME_MINUTES && (p.isSameLocator || isOperatedByOther(p)) },
  { tier: 6, when: (p) => p.isSameNumber && p.mayBeSameCarrier && p.days === 0 },
  // A schedule change of one booking.
  { tier: 7, when: (p) => p.isSameLocator && p.gap <= CHANGE_MINUTES },
  { tier: CONFLICT, when: (p) => p.gap > CHANGE_MINUTES },
  { tier: CONFLICT, when: (p) => haveOtherNumbers(p) && p.gap > OTHER_FLIGHT_MINUTES },
  { tier: LOOKALIKE, when: (p) => haveOtherNumbers(p) && p.gap <= LOOKALIKE_MINUTES },
]

function isRetimed({ isSameNumber, gap }: FlightPair): boolean {
  return isSameNumber && gap <= RETIME_MINUTES
}

function isAtSameMinutes({ a, b, gap }: FlightPair): boolean {
  if (gap > CODESHARE_DEPARTURE_MINUTES) return false
  const arrivals = endGap(a, b)
  return arrivals === null || arrivals <= CODESHARE_ARRIVAL_MINUTES
}

function isOperatedByOther({ a, b }: FlightPair): boolean {
  return operates(a, b) || operates(b, a)
}

function haveOtherNumbers({ a, b, isSameNumber }: FlightPair): boolean {
  return a.number !== null && b.number !== null && !isSameNumber
}

function relate(a: Statement, b: Statement): number {
  const route = compareRoute(a, b)
  if (route === 'apart') return isPartOfOther(a, b) ? LOOKALIKE : CONFLICT
  if (route === 'open') return NONE
  const days = dayGap(a, b)
  if (days === null) return NONE
  // One ticket number within a day: one flight, whatever else differs.
  const ticket = upperText(a, 'ticket_number')
  if (ticket !== null && days <= 1 && ticket === upperText(b, 'ticket_number')) return 1
  const gap = startGap(a, b)
  const pair: FlightPair = {
    a,
    b,
    days,
    gap: gap ?? Infinity,
    isSameNumber: isSameNumber(a, b),
    mayBeSameCarrier: mayBeSameCarrier(a, b),
    isSameLocator: haveSameLocator(a, b),
  }
  return firstTier(gap === null ? UNTIMED_TIERS : TIMED_TIERS, pair)
}

/** RULES 3.2: statements of one source without a locator are one leg only on strong proof. */
const MAX_TIER_WITHOUT_LOCATOR = 4

function compareBookedLegs(earlier: Statement, later: Statement): number {
  if (compareRoute(earlier, later) !== 'same') return OTHER_LEG
  const days = dayGap(earlier, later)
  if (days === null) return OTHER_LEG
  const sameNumber = isSameNumber(earlier, later)
  if (sameNumber && days === 0 && (earlier.locatorKey !== null || isMatch(relate(earlier, later))))
    return SAME_LEG
  if (earlier.locatorKey === null) {
    const tier = relate(earlier, later)
    return isMatch(tier) && tier <= MAX_TIER_WITHOUT_LOCATOR ? SAME_LEG : OTHER_LEG
  }
  const gap = startGap(earlier, later)
  if (gap === null) return days === 0 ? SAME_LEG : OTHER_LEG
  if (gap > CHANGE_MINUTES) return OTHER_LEG
  const isOtherFlight = !sameNumber && gap > SAME_LEG_MINUTES
  return isOtherFlight && separatesFlights(earlier, later) ? OTHER_LEG : CHANGED_LEG
}

/**
 * A cancellation and another number some time apart are two flights, unless the pair is a schedule change
 * (RULES 4.1).
 */
function separatesFlights(earlier: Statement, later: Statement): boolean {
  if (later.status === 'Cancelled') return true
  return earlier.status === 'Cancelled' && !isScheduleChange(earlier, later)
}

function isScheduleChange(earlier: Statement, later: Statement): boolean {
  return (
    earlier.gdsStatus !== null &&
    OLD_TIMES.has(earlier.gdsStatus) &&
    later.gdsStatus !== null &&
    (NEW_TIMES.has(later.gdsStatus) || later.status === 'Active')
  )
}

export const airRule: MatchRule = { relate, compareBookedLegs }
