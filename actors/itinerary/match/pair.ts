/** Two statements of one type, and the comparisons that the rows of the matching rules are made of. */
import { statementFieldsEqual } from '../statement/matching-fields.js'
import type { Moment } from '../statement/moment.js'
import type { Statement } from '../statement/statement.js'
import { clockProof, isByOtherClock } from './other-clock.js'
import type { ClockProof } from './other-clock.js'
import { mayBeMisspeltSamePerson } from './same-person.js'

/** True if both are known and equal. */
export function equal<T>(a: T | null, b: T | null): boolean {
  return a !== null && a === b
}

/** True unless both are known and differ. */
export function equalIfPresent<T>(a: T | null, b: T | null, isSame?: (a: T, b: T) => boolean): boolean {
  return a === null || b === null || a === b || isSame?.(a, b) === true
}

/** True if both are known and differ. */
export function conflictIfPresent<T>(a: T | null, b: T | null, isSame?: (a: T, b: T) => boolean): boolean {
  return !equalIfPresent(a, b, isSame)
}

/** True if a gap or a number of days is within a limit, or unknown. */
export function withinIfPresent(gap: number, limit: number): boolean {
  return gap <= limit || gap === Infinity
}

/**
 * Minutes between two moments, by instant or by wall clock, whichever is less: a wrongly placed city must not
 * matter.
 */
function minutesBetween(a: Moment | null, b: Moment | null): number {
  if (a === null || b === null || !a.timed || !b.timed) return Infinity
  return Math.min(Math.abs(a.instant - b.instant) / 60_000, Math.abs(a.wall - b.wall))
}

function daysBetween(a: Moment | null, b: Moment | null): number {
  return a === null || b === null ? Infinity : Math.abs(dayOf(a) - dayOf(b))
}

/** The local date of a moment, in days since 1970. */
export function dayOf({ wall }: Moment): number {
  return Math.floor(wall / 1440)
}

/** Order matters only within a booking: `a` is the earlier version then. What is unknown is infinitely far. */
export class Pair {
  constructor(
    readonly a: Statement,
    readonly b: Statement,
  ) {}

  /** Minutes between the starts. */
  get gap(): number {
    return minutesBetween(this.a.start, this.b.start)
  }

  /** Minutes between the ends. */
  get endGap(): number {
    return minutesBetween(this.a.end, this.b.end)
  }

  /** Whole days between the local dates of the starts. */
  get days(): number {
    return daysBetween(this.a.start, this.b.start)
  }

  /** Whole days between the local dates of the ends. */
  get endDays(): number {
    return daysBetween(this.a.end, this.b.end)
  }

  get lacksDate(): boolean {
    return this.a.start === null || this.b.start === null
  }

  /** A start is unknown, or only a date. */
  get lacksTime(): boolean {
    return this.gap === Infinity
  }

  /** Both name a booking, and the same one. */
  get isSameLocator(): boolean {
    return equal(this.a.locatorKey, this.b.locatorKey)
  }

  /** Two bookings, or bookings of two people: the times of one are no update of the other. */
  get areOtherBookings(): boolean {
    return (
      conflictIfPresent(this.a.locatorKey, this.b.locatorKey) ||
      conflictIfPresent(this.a.traveller, this.b.traveller, mayBeMisspeltSamePerson)
    )
  }

  get isSameSource(): boolean {
    return this.a.raw.source === this.b.raw.source
  }

  /** One source says of a day, without a time, what it has said before. */
  get isRepeated(): boolean {
    const { a, b } = this
    return (
      this.lacksTime &&
      this.isSameSource &&
      this.isSameStart &&
      a.locatorKey === b.locatorKey &&
      a.traveller?.family === b.traveller?.family &&
      a.traveller?.given === b.traveller?.given &&
      statementFieldsEqual(a.raw.fields, b.raw.fields)
    )
  }

  /** Whether the times differ by the clock only (RULES 3.3.13). */
  get clockProof(): ClockProof | null {
    return clockProof(this.a, this.b)
  }

  get isByOtherClock(): boolean {
    return isByOtherClock(this.a, this.b)
  }

  /** The same start by the wall clock. */
  get isSameStart(): boolean {
    return this.a.start?.wall === this.b.start?.wall
  }
}
