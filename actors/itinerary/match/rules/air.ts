/** RULES 3.3.1: the same aircraft movement, whatever number it is sold under. */
import { isFartherThan, isSameCity } from '../../places/place.js'
import { NEW_TIMES, OLD_TIMES } from '../../statement/gds-status.js'
import type { Statement } from '../../statement/statement.js'
import { isAtLeast, isMatch } from '../match-answer.js'
import { matchRule } from '../match-rule.js'
import type { ContinuationRow, MatchRow } from '../match-rule.js'
import { conflictIfPresent, equal, equalIfPresent, Pair, withinIfPresent } from '../pair.js'

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

/** Whether two airports are one; `open`: one is unknown and the codes do not decide it. */
type AirportRelation = 'same' | 'apart' | 'open'

function compareAirports(a: Statement, b: Statement, end: 'from' | 'to'): AirportRelation {
  const field = end === 'from' ? 'origin' : 'destination'
  const code = a.raw.fields.get(field)
  if (code !== undefined && code === b.raw.fields.get(field)) return 'same'
  const [left, right] = [a[end], b[end]]
  if (left === null || right === null) return 'open'
  return isSameCity(left, right) || !isFartherThan(left, right, SAME_ROUTE_KM) ? 'same' : 'apart'
}

function upperText(s: Statement, field: string): string | null {
  const value = s.raw.fields.get(field)
  return typeof value === 'string' ? value.toUpperCase() : null
}

/** True if `a` names as operating flight what `b` sells. */
export function operates(a: Statement, b: Statement): boolean {
  const number = upperText(a, 'operating_flight_num')?.replace(/^\D*0*/, '')
  return number !== undefined && number !== '' && number === b.number
}

class FlightPair extends Pair {
  readonly from = compareAirports(this.a, this.b, 'from')
  readonly to = compareAirports(this.a, this.b, 'to')

  get isSameRoute(): boolean {
    return this.from === 'same' && this.to === 'same'
  }

  get isSameNumber(): boolean {
    return equal(this.a.number, this.b.number)
  }

  get mayBeSameFlight(): boolean {
    return this.isSameNumber && equalIfPresent(this.a.vendor, this.b.vendor)
  }

  get isSameTicket(): boolean {
    return equal(upperText(this.a, 'ticket_number'), upperText(this.b, 'ticket_number'))
  }

  get isOperatedByOther(): boolean {
    return operates(this.a, this.b) || operates(this.b, this.a)
  }

  get haveOtherNumbers(): boolean {
    return conflictIfPresent(this.a.number, this.b.number)
  }
}

type FlightRow = MatchRow<FlightPair>

/** A flight reported whole, and a part of it to or from a stop: one end is the same. */
function isPartOfOther(p: FlightPair): boolean {
  return (
    p.mayBeSameFlight &&
    ((p.from === 'same' && p.gap <= CODESHARE_ARRIVAL_MINUTES) ||
      (p.to === 'same' && p.endGap <= CODESHARE_ARRIVAL_MINUTES))
  )
}

/** RULES 3.3.13: the less the clocks prove, the more the numbers have to. */
function isFlightByOtherClock(p: FlightPair): boolean {
  switch (p.clockProof) {
    case 'zones':
      return true
    case 'utc':
      return !p.haveOtherNumbers
    case 'shift':
      return p.mayBeSameFlight && !p.areOtherBookings
    default:
      return false
  }
}

/**
 * One end, the number and the minutes are the same: the airport at the other end is in no list, or one source has it
 * wrong.
 */
function isSameAtOneEnd(p: FlightPair): boolean {
  const other = p.from === 'same' ? p.to : p.from
  if (p.isSameRoute || (p.from !== 'same' && p.to !== 'same') || !p.isSameNumber || p.gap !== 0) return false
  if (other === 'open') return withinIfPresent(p.endGap, CODESHARE_ARRIVAL_MINUTES)
  return p.endGap === 0 && p.mayBeSameFlight
}

/** A departure is known by its date only. */
const UNTIMED: readonly FlightRow[] = [
  { is: 'conflict', when: (p) => p.days > 1 && !p.isSameLocator },
  { is: 'none', when: (p) => p.days !== 0 },
  { is: 'strong', when: (p) => p.mayBeSameFlight },
  { is: 'likely', when: (p) => p.isSameNumber || p.isSameLocator },
  { is: 'fair', when: ({ a, b }) => a.number === null || b.number === null },
  // A codeshare, by its arrival or by proof.
  { is: 'weak', when: (p) => p.isOperatedByOther || p.endGap <= CODESHARE_ARRIVAL_MINUTES },
]

/** The same number, perhaps at a new time. */
const RETIMED: readonly FlightRow[] = [
  { is: 'certain', when: (p) => p.mayBeSameFlight && p.days === 0 },
  { is: 'strong', when: (p) => p.mayBeSameFlight || p.gap <= SAME_DIGITS_MINUTES || p.endGap === 0 },
]

const ROWS: readonly FlightRow[] = [
  { is: 'strong', when: isSameAtOneEnd },
  { is: 'lookalike', when: (p) => (p.from === 'apart' || p.to === 'apart') && isPartOfOther(p) },
  { is: 'conflict', when: (p) => p.from === 'apart' || p.to === 'apart' },
  { is: 'none', when: (p) => !p.isSameRoute || p.lacksDate },
  // Whatever else differs.
  { is: 'certain', when: (p) => p.days <= 1 && p.isSameTicket },
  { rows: RETIMED, when: (p) => p.gap <= RETIME_MINUTES && p.isSameNumber },
  { is: 'fair', when: isFlightByOtherClock },
  { rows: UNTIMED, when: (p) => p.lacksTime },
  // A codeshare, by its minutes or by proof.
  {
    is: 'fair',
    when: (p) => p.gap <= CODESHARE_DEPARTURE_MINUTES && withinIfPresent(p.endGap, CODESHARE_ARRIVAL_MINUTES),
  },
  { is: 'fair', when: (p) => p.gap <= CODESHARE_ARRIVAL_MINUTES && p.endGap === 0 },
  { is: 'weak', when: (p) => p.gap <= RETIME_MINUTES && (p.isSameLocator || p.isOperatedByOther) },
  { is: 'conflict', when: (p) => p.gap > RETIME_MINUTES && p.areOtherBookings },
  { is: 'moved', when: (p) => p.days === 0 && p.mayBeSameFlight },
  // A schedule change of one booking.
  { is: 'changed', when: (p) => p.gap <= CHANGE_MINUTES && p.isSameLocator },
  { is: 'conflict', when: (p) => p.gap > CHANGE_MINUTES },
  { is: 'conflict', when: (p) => p.gap > OTHER_FLIGHT_MINUTES && p.haveOtherNumbers },
  { is: 'lookalike', when: (p) => p.gap <= LOOKALIKE_MINUTES && p.haveOtherNumbers },
]

/** RULES 3.2: statements of one source without a locator are one entry only on strong proof. */
const CONTINUATIONS: ReadonlyArray<ContinuationRow<FlightPair>> = [
  { is: 'other', when: (p) => (!p.isSameRoute && !isSameAtOneEnd(p)) || p.lacksDate },
  {
    is: 'same',
    when: (p, answer) => p.isSameNumber && p.days === 0 && (p.a.locatorKey !== null || isMatch(answer)),
  },
  { is: 'same', when: ({ a }, answer) => a.locatorKey === null && isAtLeast(answer, 'fair') },
  { is: 'other', when: ({ a }) => a.locatorKey === null },
  { is: 'same', when: (p) => p.lacksTime && p.days === 0 },
  { is: 'other', when: (p) => p.gap > CHANGE_MINUTES },
  { is: 'other', when: (p) => !p.isSameNumber && p.gap > SAME_LEG_MINUTES && separatesFlights(p) },
  { is: 'changed', when: () => true },
]

/**
 * A cancellation and another number some time apart are two flights, unless the pair is a schedule change
 * (RULES 4.1).
 */
function separatesFlights({ a: earlier, b: later }: Pair): boolean {
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

export const airRule = matchRule((a, b) => new FlightPair(a, b), ROWS, CONTINUATIONS)
