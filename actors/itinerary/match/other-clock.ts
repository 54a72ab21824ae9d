/**
 * RULES 3.3.13: calendars write the wall clock of UTC, of home or of a journey's other end where that of the place is
 * meant. Such a time is seen when it is the instant that another source gives.
 */
import { offsetAt } from '../../../schemas/base/time-zone.js'
import { MINUTE } from '../lib/local-time.js'
import type { Moment } from '../statement/moment.js'
import type { Statement } from '../statement/statement.js'

/** The range of clocks, in minutes east of UTC, and their step. */
const WESTERNMOST = -11 * 60
const EASTERNMOST = 13 * 60
const CLOCK_STEP = 15
/** Allowed difference between the arrivals of two sources. */
const SAME_ARRIVAL_MINUTES = 10
/** A daily service runs at the same time a day later: then the clock is right and the date differs. */
const DAY_MINUTES = 24 * 60

/**
 * How certain it is that two statements give the same times by different clocks. `zones`: one wrong clock at both ends of
 * a journey between two zones, which no other service on that route would match. `utc`: the clock is UTC, or that of the
 * other end if only the start is known. `shift`: any other clock; it may also be a change of both times.
 */
export type ClockProof = 'zones' | 'utc' | 'shift'

/** The proof that two statements of two sources have the same times by two clocks; null for none. Symmetric. */
export function clockProof(a: Statement, b: Statement): ClockProof | null {
  if (a.raw.source === b.raw.source) return null
  const [one, other] = [readBy(a, b), readBy(b, a)]
  return one === null || (one === 'shift' && other !== null) ? other : one
}

/** True if another clock, and nothing else, explains that the times of two sources differ. */
export function isByOtherClock(a: Statement, b: Statement): boolean {
  const proof = clockProof(a, b)
  return proof === 'zones' || proof === 'utc'
}

/** The proof that `said` are the instants of `right` by another clock than that of the place. */
function readBy(right: Statement, said: Statement): ClockProof | null {
  if (!isPlaced(right.start) || said.start === null || said.start.dateOnly) return null
  const own = clockOf(right.start, right.start)
  const clock = clockOf(said.start, right.start)
  if (!isClock(clock) || Math.abs(clock - own) >= DAY_MINUTES) return null
  if (!isPlaced(right.end) || said.end?.timed !== true)
    return clock !== own && (clock === 0 || clock === clockAt(right.to?.spots[0]?.zone, right.start))
      ? 'utc'
      : null
  const ownAtEnd = clockOf(right.end, right.end)
  const clockAtEnd = clockOf(said.end, right.end)
  if (clock === own && areSame(clockAtEnd, ownAtEnd)) return null
  if (!areSame(clock, clockAtEnd) && !isOfOneEnd(right.start, right.end, [clock, clockAtEnd])) return null
  if (own !== ownAtEnd) return 'zones'
  return clock === 0 ? 'utc' : 'shift'
}

const areSame = (clock: number, other: number): boolean => Math.abs(clock - other) <= SAME_ARRIVAL_MINUTES

const isPlaced = (moment: Moment | null): moment is Moment & { zone: string } =>
  moment?.timed === true && moment.zone !== null

const isClock = (clock: number): boolean =>
  clock >= WESTERNMOST && clock <= EASTERNMOST && clock % CLOCK_STEP === 0

/** The clock, in minutes east of UTC, by which a wall time is an instant. */
const clockOf = ({ wall }: Moment, { instant }: Moment): number => wall - instant / MINUTE

/** The clock of a zone at a moment; null if the zone is not known. */
function clockAt(zone: string | null | undefined, { instant }: Moment): number | null {
  const offset = zone == null ? null : offsetAt(zone, instant)
  return offset === null ? null : offset / MINUTE
}

/** True for the two clocks of the zone of an end, in which summer time begins or ends on the way. */
function isOfOneEnd(start: Moment, end: Moment, [clock, clockAtEnd]: readonly [number, number]): boolean {
  return [start.zone, end.zone].some(
    (zone) => clockAt(zone, start) === clock && clockAt(zone, end) === clockAtEnd,
  )
}
