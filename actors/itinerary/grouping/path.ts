/** A path: the legs of one traveller from leaving home to returning, while it is being built (RULES 5.5). */
import REASONS from '../../../schemas/data/grouping-reasons.json' with { type: 'json' }
import type { Home } from '../places/home.js'
import { isFartherThan, isSameCity } from '../places/place.js'
import type { Place } from '../places/place.js'
import { NEAR_KM } from '../places/distance.js'
import type { Leg } from './legs/leg.js'
import { areOthers, mayShareTraveller } from './legs/travellers.js'
import type { Traveller } from './legs/travellers.js'

/**
 * Why a segment is in its trip. Stored with the segment and described for operators, so the
 * values stay as they are: `stay-only` is a hotel on a stay path, `there-then` a point by RULES 5.12.1,
 * 5.12.2, 5.12.4 or 5.12.5, `through-ticket` a whole journey beside its parts, or a part (RULES 5.8.1), `parked` a parked car.
 */
export type GroupingReason = keyof typeof REASONS

export interface GroupedLeg {
  leg: Leg
  reason: GroupingReason
}

/** A place that a path's traveller was at, and when (epoch milliseconds). */
export interface Visit {
  at: number
  place: Place
}

/**
 * `journey` has a movement; `stay-path` has only hotels or rented cars away from home; `staycation` is a hotel at
 * home; `home-rental` is a car rented at home.
 */
export type PathKind = 'journey' | 'stay-path' | 'staycation' | 'home-rental'

export interface Path {
  legs: GroupedLeg[]
  start: number
  end: number
  endDay: number
  /** Where the traveller is after the legs so far. */
  location: Place | null
  visits: Visit[]
  travellers: Traveller[]
  /** Locators of its legs. */
  locators: Set<string>
  /** True for a path of unnamed movements that the traveller cannot have made (RULES 5.14). */
  isStray: boolean
  firstMove: Leg | null
  lastMove: Leg | null
  /** The home that the path left; null if it began elsewhere. */
  leftHome: Home | null
  /** Instant of the return home; null while away. */
  returnedAt: number | null
  kind: PathKind
}

/** A path that begins with `leg`. `leftHome` is the home that it leaves, null if it begins elsewhere. */
export function startPath(leg: Leg, reason: GroupingReason, kind: PathKind, leftHome: Home | null): Path {
  const path: Path = {
    legs: [],
    start: leg.start,
    end: leg.end,
    endDay: leg.endDay,
    location: leg.from,
    visits: [],
    travellers: [],
    locators: new Set(),
    isStray: false,
    firstMove: null,
    lastMove: null,
    leftHome,
    returnedAt: null,
    kind,
  }
  addLeg(path, leg, reason)
  return path
}

/** Adds a leg. A movement takes the traveller to its end. */
export function addLeg(path: Path, leg: Leg, reason: GroupingReason): void {
  path.legs.push({ leg, reason })
  if (leg.start < path.start) path.start = leg.start
  if (leg.end > path.end) {
    path.end = leg.end
    path.endDay = leg.endDay
  }
  addTravellers(path, leg)
  for (const locator of leg.locators) path.locators.add(locator)
  if (leg.kind === 'movement') {
    if (leg.from !== null) path.visits.push({ at: leg.start, place: leg.from })
    for (const call of leg.portCalls ?? []) path.visits.push(call)
    if (leg.to !== null) path.visits.push({ at: leg.end, place: leg.to })
    path.location = leg.to
    path.lastMove = leg
    path.firstMove ??= leg
  } else if (leg.kind === 'stay' && leg.from !== null) {
    path.visits.push({ at: leg.start, place: leg.from })
    if (path.firstMove === null) path.location = leg.from
  }
}

/** Adds a movement that takes the traveller to its end. */
export function travel(path: Path, leg: Leg, reason: GroupingReason, reachesHome: boolean): void {
  addLeg(path, leg, reason)
  path.kind = 'journey'
  path.returnedAt = reachesHome ? leg.end : null
}

function addTravellers(path: Path, leg: Leg): void {
  for (const who of leg.travellers) {
    const isKnown = path.travellers.some((other) => other.family === who.family && other.given === who.given)
    if (!isKnown) path.travellers.push(who)
  }
}

/** Adds a leg without moving the traveller: location, movements and return stay as they are. */
export function addWithoutMoving(path: Path, leg: Leg, reason: GroupingReason): void {
  const { location, lastMove, firstMove, returnedAt } = path
  addLeg(path, leg, reason)
  path.location = location
  path.lastMove = lastMove
  path.firstMove = firstMove
  path.returnedAt = returnedAt
}

/** True if the leg is under a locator of the path: it belongs to the same journey (RULES 5.14). */
export function sharesLocator({ locators }: Path, leg: Leg): boolean {
  return leg.locators.some((locator) => locators.has(locator))
}

/** True for a leg of the path's traveller or booking: what happens at home is nobody else's (RULES 5.14). */
export function isOfPath(path: Path, leg: Leg): boolean {
  return mayShareTraveller(path.travellers, leg.travellers) || sharesLocator(path, leg)
}

/** True for a path of somebody else than the member, or of nobody known (RULES 5.14). */
export function isSomebodyElses({ isStray, travellers }: Path): boolean {
  return isStray || areOthers(travellers)
}

/** RULES 5.5: true if `a` and `b` connect without a leg: same city, a short drive, or unknown. */
export function canContinueFrom(a: Place | null, b: Place | null): boolean {
  if (a === null || b === null) return true
  return isSameCity(a, b) || !isFartherThan(a, b, NEAR_KM)
}

/** Orders paths by start, then by end. */
export function comparePaths(a: Path, b: Path): number {
  return a.start - b.start || a.end - b.end
}
