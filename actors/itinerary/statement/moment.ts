/** One end of a segment in time: wall clock, zone and instant (RULES N6, N8). */
import { instantsOf } from '../../../schemas/base/time-zone.js'
import { DAY, MINUTE, wallDay, wallMinutes, wallText } from '../lib/local-time.js'

export interface Moment {
  /** Minutes of wall clock since 1970. */
  wall: number
  /**
   * Epoch milliseconds. With an unknown zone it goes by the zone of the other end, else by UTC, and serves
   * ordering only.
   */
  instant: number
  /** IANA name; null if unknown. */
  zone: string | null
  /** False if only the date is known. */
  timed: boolean
  /** True if it was submitted as a date alone: `wall` is its midnight, which is never shown (RULES N6). */
  dateOnly: boolean
}

/** How a moment is placed in time. */
interface MomentOptions {
  timed: boolean
  dateOnly: boolean
  zone: string | null
  /** Which of the two instants of a doubled hour is meant (RULES N6). */
  pick: 'first' | 'last'
  /** Zone of the other end, which orders a moment without a zone of its own. */
  otherZone: string | null
}

/** True for a date without a time, `YYYY-MM-DD`. */
export function isDateText(text: unknown): boolean {
  return typeof text === 'string' && text.length === 10
}

/** The moment of a wall time in minutes; null for none. */
export function momentAt(wall: number | null, options: MomentOptions): Moment | null {
  if (wall === null) return null
  const { timed, dateOnly, zone, pick, otherZone } = options
  const orderingZone = zone ?? otherZone
  const instants = orderingZone === null ? null : instantsOf(wall * MINUTE, orderingZone)
  if (instants === null) return { wall, instant: wall * MINUTE, zone, timed, dateOnly }
  const instant = (pick === 'first' ? instants[0] : instants.at(-1)) as number
  return { wall, instant, zone, timed, dateOnly }
}

const LAST_MINUTE = 24 * 60 - 1

/** RULES N6: the last minute that is meant: of a date alone that of its day, else the moment itself. */
export function latestMoment(moment: Moment): Moment {
  if (!moment.dateOnly) return moment
  const wall = moment.wall + LAST_MINUTE
  const [instant = moment.instant + DAY - MINUTE] =
    moment.zone === null ? [] : (instantsOf(wall * MINUTE, moment.zone) ?? [])
  return { ...moment, wall, instant }
}

/** `YYYY-MM-DDTHH:MM:SS`, or the date alone if that is all that is known. */
export function momentText({ wall, dateOnly }: Moment): string {
  return dateOnly ? wallText(wall).slice(0, 10) : wallText(wall)
}

/**
 * True if the time between two moments is known: both zones are known, or neither and the clocks count as
 * one.
 */
export function areComparable(a: Moment, b: Moment): boolean {
  return (a.zone === null) === (b.zone === null)
}

const DEFAULT_CHECKIN = 15 * 60
const DEFAULT_CHECKOUT = 11 * 60
const DAY_USE_CHECKIN = 12 * 60
const DAY_USE_CHECKOUT = 18 * 60
const DAY_USE_LENGTH = DAY_USE_CHECKOUT - DAY_USE_CHECKIN
/** Dates and times of a stay, as submitted. */
export interface StayTimes {
  checkinDate: unknown
  checkoutDate: unknown
  /** `HH:MM`; null if unknown. */
  checkinTime: string | null
  checkoutTime: string | null
}

/** RULES N8: start and end of a stay, with usual times where none are given. */
export function stayMoments(times: StayTimes, zone: string | null): [Moment | null, Moment | null] {
  const first = wallMinutes(times.checkinDate)
  const last = wallMinutes(times.checkoutDate)
  const checkin = minuteOfDay(times.checkinTime)
  const checkout = minuteOfDay(times.checkoutTime)
  const isDayUse = first !== null && first === last
  const [from, until] = isDayUse
    ? dayUseMinutes(checkin, checkout)
    : [checkin ?? DEFAULT_CHECKIN, checkout ?? DEFAULT_CHECKOUT]
  return [stayMoment(first, from, zone, 'first'), stayMoment(last, until, zone, 'last')]
}

function stayMoment(
  date: number | null,
  minute: number,
  zone: string | null,
  pick: 'first' | 'last',
): Moment | null {
  const wall = date === null ? null : wallDay(date) * 1440 + minute
  return momentAt(wall, { timed: true, dateOnly: false, zone, pick, otherZone: null })
}

function minuteOfDay(time: string | null): number | null {
  const match = /^(\d\d):(\d\d)/.exec(time ?? '')
  return match === null ? null : Number(match[1]) * 60 + Number(match[2])
}

/** 12:00 to 18:00; a time that is given moves the one that is not, within the day and not past itself. */
function dayUseMinutes(checkin: number | null, checkout: number | null): [number, number] {
  const from = checkin ?? dayUseStart(checkout)
  const until = checkout ?? dayUseEnd(from)
  return [from, until]
}

function dayUseStart(checkout: number | null): number {
  if (checkout === null || checkout > DAY_USE_CHECKIN) return DAY_USE_CHECKIN
  return Math.max(0, checkout - DAY_USE_LENGTH)
}

function dayUseEnd(from: number): number {
  return from < DAY_USE_CHECKOUT ? DAY_USE_CHECKOUT : Math.min(LAST_MINUTE, from + DAY_USE_LENGTH)
}
