/**
 * What a type's matching rule answers (RULES 3.2 and 3.3), and the comparisons that the rules share. An answer is
 * one number: CONFLICT, NONE, a tier, or LOOKALIKE; the predicates below tell them apart. Tiers are those of
 * RULES 3.3 and are only compared within one type.
 */
import { isFartherThan, isSameCity } from '../places/place.js'
import type { Statement } from '../statement/statement.js'
import type { Moment } from '../statement/moment.js'

/** The pair cannot be one segment. */
export const CONFLICT = -1
/** Nothing indicates that the pair is one segment. */
export const NONE = 0
/** The best tier; weaker proof has a higher number. */
export const BEST_TIER = 1
/**
 * From this value on a pair only looks alike, and never matches: a lookalike. The segments of lookalikes are
 * possible duplicates (`possible_duplicate_of`).
 */
export const LOOKALIKE = 50

/**
 * How two statements of one source and booking compare. Their leg is a booked leg, one entry of the booking
 * (RULES 3.2); grouping makes its own legs later, of whole segments (RULES 5.3).
 */
export const OTHER_LEG = 0
export const SAME_LEG = 1
export const CHANGED_LEG = 2

export interface MatchRule {
  /** CONFLICT, NONE, a tier from 1 (best) up, or LOOKALIKE. Symmetric. */
  relate: (a: Statement, b: Statement) => number
  /** Within one source and booking: OTHER_LEG, SAME_LEG or CHANGED_LEG. `later` is the newer statement. */
  compareBookedLegs: (earlier: Statement, later: Statement) => number
}

/** One row of a table of tiers: the first row that holds gives the tier. */
export interface TierRule<T> {
  tier: number
  when: (pair: T) => boolean
}

/** The tier of the first row that holds for the pair; NONE if none does. */
export function firstTier<T>(rows: readonly TierRule<T>[], pair: T): number {
  for (const row of rows) if (row.when(pair)) return row.tier
  return NONE
}

/** True if the answer is a tier: neither a conflict, nor nothing, nor a mere likeness. */
export function isMatch(answer: number): boolean {
  return answer > NONE && answer < LOOKALIKE
}

/** True if the pair cannot be one segment. */
export function isConflict(answer: number): boolean {
  return answer < NONE
}

/** True if the pair looks alike without proof. */
export function isLookalike(answer: number): boolean {
  return answer >= LOOKALIKE
}

/**
 * Minutes between two moments, by instant or by wall clock, whichever is less: a wrongly placed city must not
 * matter.
 */
function minutesBetween(a: Moment | null, b: Moment | null): number | null {
  if (a === null || b === null || !a.timed || !b.timed) return null
  return Math.min(Math.abs(a.instant - b.instant) / 60_000, Math.abs(a.wall - b.wall))
}

/** Minutes between two starts; null if one is unknown or only a date. */
export function startGap(a: Statement, b: Statement): number | null {
  return minutesBetween(a.start, b.start)
}

/** Minutes between two ends; null if one is unknown or only a date. */
export function endGap(a: Statement, b: Statement): number | null {
  return minutesBetween(a.end, b.end)
}

function daysBetween(a: Moment | null, b: Moment | null): number | null {
  if (a === null || b === null) return null
  return Math.abs(Math.floor(a.wall / 1440) - Math.floor(b.wall / 1440))
}

/** Whole days between the local dates of two starts; null if one is unknown. */
export function dayGap(a: Statement, b: Statement): number | null {
  return daysBetween(a.start, b.start)
}

/** Whole days between the local dates of two ends; null if one is unknown. */
export function endDayGap(a: Statement, b: Statement): number | null {
  return daysBetween(a.end, b.end)
}

/** True if both name a booking, and the same one; statements without a locator share none. */
export function haveSameLocator(a: Statement, b: Statement): boolean {
  return a.locatorKey !== null && a.locatorKey === b.locatorKey
}

/** Whether two places are one; `open`: a place is unknown and the texts do not decide it. */
export type PlaceRelation = 'same' | 'apart' | 'open'

/** Compares one end of two journeys; `field` is the field with the text of that end. */
export function compareEndpoint(
  a: Statement,
  b: Statement,
  end: 'from' | 'to',
  field: string,
  maxKm: number,
): PlaceRelation {
  const left = a[end]
  const right = b[end]
  const leftText = a.raw.fields.get(field)
  if (leftText !== undefined && leftText === b.raw.fields.get(field)) return 'same'
  if (left === null || right === null) return 'open'
  if (isSameCity(left, right)) return 'same'
  return isFartherThan(left, right, maxKm) ? 'apart' : 'same'
}

/**
 * The usual comparison of legs: what matches across sources is one leg, and a booking may change its own
 * start. `maxTier` is the weakest tier that joins statements without a locator.
 */
export function compareBookedLegsBy(
  relate: MatchRule['relate'],
  maxTier: number,
): MatchRule['compareBookedLegs'] {
  return (earlier, later) => {
    const tier = relate(earlier, later)
    if (!isMatch(tier)) return OTHER_LEG
    if (earlier.locatorKey === null) return tier <= maxTier ? SAME_LEG : OTHER_LEG
    return earlier.start?.wall === later.start?.wall ? SAME_LEG : CHANGED_LEG
  }
}
