/** Flights: the same aircraft movement, whatever number it is sold under (RULES 3.3.1). */
import { NEW_TIMES, OLD_TIMES } from '../../statement/gds-status.js'
import type { Statement } from '../../statement/statement.js'
import {
  CONFLICT,
  dayGap,
  endGap,
  compareEndpoint,
  LOOKALIKE,
  NONE,
  haveSameLocator,
  startGap,
} from '../match-rule.js'
import type { MatchRule } from '../match-rule.js'

const RETIME_MINUTES = 6 * 60
const CODESHARE_DEPARTURE = 5
const CODESHARE_ARRIVAL = 10
/** Of one booking: as much is the same flight told by another clock, whatever its number. */
const SAME_LEG_MINUTES = 15
const SAME_DIGITS_MINUTES = 3 * 60
const CHANGE_MINUTES = 26 * 60
const OTHER_FLIGHT_MINUTES = 3 * 60

function text(s: Statement, field: string): string | null {
  const value = s.raw.fields[field]
  return typeof value === 'string' ? value.toUpperCase() : null
}

/** One side names as operating flight what the other sells. */
function operates(a: Statement, b: Statement): boolean {
  const number = text(a, 'operating_flight_num')?.replace(/^\D*0*/, '')
  return number !== undefined && number !== '' && number === b.number
}

function routed(a: Statement, b: Statement): 'same' | 'apart' | 'open' {
  const from = compareEndpoint(a, b, 'from', 'origin', 50)
  const to = compareEndpoint(a, b, 'to', 'destination', 50)
  if (from === 'apart' || to === 'apart') return 'apart'
  return from === 'same' && to === 'same' ? 'same' : 'open'
}

/** One number from the same departure or to the same arrival: a flight told whole, and to or from where it stops. */
function stopsOnWay(a: Statement, b: Statement): boolean {
  if (
    a.number === null ||
    a.number !== b.number ||
    (a.vendor !== null && b.vendor !== null && a.vendor !== b.vendor)
  )
    return false
  const [left, right] = [startGap(a, b), endGap(a, b)]
  return (
    (left !== null && left <= CODESHARE_ARRIVAL && compareEndpoint(a, b, 'from', 'origin', 50) === 'same') ||
    (right !== null &&
      right <= CODESHARE_ARRIVAL &&
      compareEndpoint(a, b, 'to', 'destination', 50) === 'same')
  )
}

function relate(a: Statement, b: Statement): number {
  const route = routed(a, b)
  if (route === 'apart') return stopsOnWay(a, b) ? LOOKALIKE : CONFLICT
  if (route === 'open') return NONE
  const days = dayGap(a, b)
  if (days === null) return NONE
  const gap = startGap(a, b)
  const key = haveSameLocator(a, b)
  const number = a.number !== null && a.number === b.number
  const carrier = a.vendor === null || b.vendor === null || a.vendor === b.vendor
  const ticket = text(a, 'ticket_number')
  if (ticket !== null && ticket === text(b, 'ticket_number') && days <= 1) return 1
  if (gap === null) {
    if (days !== 0) return days > 1 && !key ? CONFLICT : NONE
    if (number) return carrier ? 2 : 3
    if (key) return 3
    return a.number === null || b.number === null ? 4 : NONE
  }
  if (number && gap <= RETIME_MINUTES)
    return carrier ? (days === 0 ? 1 : 2) : gap <= SAME_DIGITS_MINUTES ? 2 : NONE
  const arrivals = endGap(a, b)
  if (gap <= CODESHARE_DEPARTURE && (arrivals === null || arrivals <= CODESHARE_ARRIVAL)) return 4
  if ((key || operates(a, b) || operates(b, a)) && gap <= RETIME_MINUTES) return 5
  if (number && carrier && days === 0) return 6
  if (key && gap <= CHANGE_MINUTES) return 7
  if (gap > CHANGE_MINUTES) return CONFLICT
  if (a.number !== null && b.number !== null && !number)
    return gap > OTHER_FLIGHT_MINUTES ? CONFLICT : gap <= 60 ? LOOKALIKE : NONE
  return NONE
}

function leg(earlier: Statement, later: Statement): number {
  if (routed(earlier, later) !== 'same') return 0
  const days = dayGap(earlier, later)
  if (days === null) return 0
  const number = earlier.number !== null && earlier.number === later.number
  const gap = startGap(earlier, later)
  if (number && days === 0 && (earlier.locatorKey !== null || relate(earlier, later) > 0)) return 1
  if (earlier.locatorKey === null) return relate(earlier, later) > 0 && relate(earlier, later) <= 4 ? 1 : 0
  if (gap === null) return days === 0 ? 1 : 0
  if (gap > CHANGE_MINUTES) return 0
  const moved =
    earlier.gdsStatus !== null &&
    OLD_TIMES.has(earlier.gdsStatus) &&
    later.gdsStatus !== null &&
    (NEW_TIMES.has(later.gdsStatus) || later.status === 'Active')
  if (
    earlier.status === 'Cancelled' &&
    later.status !== 'Cancelled' &&
    !number &&
    !moved &&
    gap > SAME_LEG_MINUTES
  )
    return 0
  if (later.status === 'Cancelled' && !number && gap > SAME_LEG_MINUTES) return 0
  return 2
}

export const airRule: MatchRule = { relate, compareLegs: leg }
