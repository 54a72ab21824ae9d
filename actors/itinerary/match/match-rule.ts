/** What a type's matching rule answers (RULES 3.2 and 3.3). Tiers are tried in order: a lower one is the better proof. */
import { isFartherThan, isSameCity } from '../places/place.js'
import type { Moment, Statement } from '../statement/statement.js'

/** The pair cannot be one item. */
export const CONFLICT = -1
/** Nothing speaks for the pair. */
export const NONE = 0
/** The tier that no proof is better than. */
export const BEST_TIER = 1
/** From here on a pair only looks alike: `possible_duplicate_of`, never a match. */
export const LOOKALIKE = 50

export interface MatchRule {
  /** CONFLICT, NONE, a tier from 1 (surest), or LOOKALIKE. Symmetric. */
  relate: (a: Statement, b: Statement) => number
  /** Within one source and booking: 0 another leg, 1 the same leg, 2 the same leg changed. `later` is the newer word. */
  compareLegs: (earlier: Statement, later: Statement) => number
}

/** Minutes between two moments, by instant or by wall clock: a name that fits two cities must not shift a meeting. */
function gap(a: Moment | null, b: Moment | null): number | null {
  if (a === null || b === null || !a.timed || !b.timed) return null
  return Math.min(Math.abs(a.instant - b.instant) / 60_000, Math.abs(a.wall - b.wall))
}

/** Minutes between two starts; null when one is unknown or only a date. */
export function startGap(a: Statement, b: Statement): number | null {
  return gap(a.start, b.start)
}

/** Minutes between two ends; null when one is unknown or only a date. */
export function endGap(a: Statement, b: Statement): number | null {
  return gap(a.end, b.end)
}

/** Whole days between the local dates of two starts; null when one is unknown. */
export function dayGap(a: Statement, b: Statement): number | null {
  if (a.start === null || b.start === null) return null
  return Math.abs(Math.floor(a.start.wall / 1440) - Math.floor(b.start.wall / 1440))
}

/** Whether both name a booking, and the same one; statements without a locator share none. */
export function haveSameLocator(a: Statement, b: Statement): boolean {
  return a.locatorKey !== null && a.locatorKey === b.locatorKey
}

/** One end of a journey: `same`, `apart`, or `open` when a place is unknown and the texts do not settle it. */
export function compareEndpoint(
  a: Statement,
  b: Statement,
  end: 'from' | 'to',
  field: string,
  km: number,
): 'same' | 'apart' | 'open' {
  const left = a[end]
  const right = b[end]
  const leftText = a.raw.fields[field]
  if (leftText !== undefined && leftText === b.raw.fields[field]) return 'same'
  if (left === null || right === null) return 'open'
  if (isSameCity(left, right)) return 'same'
  return isFartherThan(left, right, km) ? 'apart' : 'same'
}
