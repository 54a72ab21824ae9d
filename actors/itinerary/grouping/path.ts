/** A time away from home as it is being laid (RULES 5.5). */
import type { Home } from '../places/home.js'
import type { Leg } from './leg.js'
import { isSamePerson } from '../statement/person.js'
import type { Person } from '../statement/person.js'
import { isFartherThan, isSameCity } from '../places/place.js'
import type { Place } from '../places/place.js'

export type GroupingReason =
  | 'left-home'
  | 'onward'
  | 'return'
  | 'connection-at-home'
  | 'other-booking'
  | 'stay'
  | 'stay-only'
  | 'rental'
  | 'home-rental'
  | 'night-before'
  | 'staycation'
  | 'new-home'
  | 'there-then'
  | 'checkin-before'
  | 'ride-home'
  | 'parked'
  | 'pinned'
  | 'together'
  | 'apart'

export interface GroupedLeg {
  leg: Leg
  reason: GroupingReason
}

export interface Path {
  legs: GroupedLeg[]
  start: number
  end: number
  endDay: number
  /** Where the traveller is now. */
  location: Place | null
  /** Places by time, for what happens there. */
  visits: Array<{ at: number; place: Place }>
  people: Person[]
  lastMove: Leg | null
  firstMove: Leg | null
  /** Home that was left; null for a path that began elsewhere. */
  leftHome: Home | null
  /** Instant of coming home; null while away. */
  returnedAt: number | null
  kind: 'journey' | 'drive' | 'staycation' | 'errand'
}

/**
 * A path that begins with the leg, for the reason `why`; `left` is the home it leaves, null where it begins elsewhere
 * (RULES 5.5).
 */
export function startPath(leg: Leg, why: GroupingReason, kind: Path['kind'], left: Home | null): Path {
  const path: Path = {
    legs: [],
    start: leg.start,
    end: leg.end,
    endDay: leg.endDay,
    location: leg.from,
    visits: [],
    people: [],
    lastMove: null,
    firstMove: null,
    leftHome: left,
    returnedAt: null,
    kind,
  }
  addLeg(path, leg, why)
  return path
}

/** Adds a leg; a movement takes the traveller to its end. */
export function addLeg(path: Path, leg: Leg, why: GroupingReason): void {
  path.legs.push({ leg, reason: why })
  if (leg.start < path.start) path.start = leg.start
  if (leg.end > path.end) {
    path.end = leg.end
    path.endDay = leg.endDay
  }
  for (const who of leg.people)
    if (!path.people.some((p) => p.family === who.family && p.given === who.given)) path.people.push(who)
  if (leg.kind === 'move') {
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

/** Adds a leg that leaves the path where it is. */
export function addWithoutMoving(path: Path, leg: Leg, why: GroupingReason): void {
  const { location: place, lastMove, firstMove, returnedAt: homeAt } = path
  addLeg(path, leg, why)
  path.location = place
  path.lastMove = lastMove
  path.firstMove = firstMove
  path.returnedAt = homeAt
}

/** Whether the travellers named on both may be one. */
export function mayShareTraveller(a: readonly Person[], b: readonly Person[]): boolean {
  if (a.length === 0 || b.length === 0) return true
  return a.some((left) => b.some((right) => isSamePerson(left, right)))
}

/** Whether a traveller at `a` can go on from `b` without a leg between: one city, or within a short drive. */
export function canContinueFrom(a: Place | null, b: Place | null): boolean {
  if (a === null || b === null) return true
  return isSameCity(a, b) || !isFartherThan(a, b, 100)
}
