/** A member's live legs and the groups that they make, in order of time, and how what is near an instant is found in them. */
import type { Id } from '../../../schemas/base/ids.js'
import { hasReturnedToDepartureAirport } from './rules/unreported-drive.js'
import { Homes } from '../places/home.js'
import { MAX_WAIT_DAYS } from './build-paths.js'
import type { Lookahead } from './build-paths.js'
import type { Leg } from './leg.js'
import { lowerBound } from '../lib/lower-bound.js'
import type { Path, GroupedLeg } from './path.js'
import { DAY } from '../lib/local-time.js'

export interface Group {
  /** The path with its movements and stays; what happens on it is in `points`. */
  path: Path
  points: Map<Id, GroupedLeg>
}

export interface Timeline {
  homes: Homes
  /** Movements and stays in order of the journey. */
  legs: Leg[]
  /** Points and parking in order of start. */
  points: Leg[]
  /** Parking again: it may have begun long before what it belongs to. */
  parking: Set<Leg>
  restartPoints: Set<Id>
  /** Legs that looked ahead (lay.ts): what comes where they looked is laid from before them. */
  lookaheads: Map<Id, Lookahead>
  /** In order of start. */
  groups: Group[]
  groupOf: Map<Id, Group>
  /** Longest span of a path and of parking so far: how far back one may reach over an instant. */
  longestSpan: number
}

/** Days a change may reach to either side of itself by nights and cars at home. */
export const HOME_MARGIN = 2 * DAY
/** How far ahead a path without a return looks for its second traveller's (lay.ts). */
export const MAX_LOOKAHEAD = 60 * DAY

/** The timeline of a member without homes, legs or trips. */
export function emptyTimeline(): Timeline {
  return {
    homes: new Homes([]),
    legs: [],
    points: [],
    parking: new Set(),
    restartPoints: new Set(),
    lookaheads: new Map(),
    groups: [],
    groupOf: new Map(),
    longestSpan: 0,
  }
}

/** Order of groups for sorting: by the instant at which the path starts, then by that at which it ends. */
export function compareGroups(a: Group, b: Group): number {
  return a.path.start - b.path.start || a.path.end - b.path.end
}

/** Groups that may hold an instant, in order of start. */
export function groupsBetween(timeline: Timeline, from: number, to: number): Group[] {
  const out: Group[] = []
  for (
    let i = lowerBound(timeline.groups, (group) => group.path.start < from - timeline.longestSpan - DAY);
    i < timeline.groups.length;
    i++
  ) {
    const group = timeline.groups[i] as Group
    if (group.path.start > to + DAY) break
    if (group.path.end >= from - DAY) out.push(group)
  }
  return out
}

/** How far from a change may be what is on no path and joins one that it opens: houses and cars at home, and what happens. */
const HOME_LEG_RANGE = 7 * DAY
const POINT_RANGE = MAX_WAIT_DAYS * DAY

/** Legs that a change between two instants may bear on: of the groups around it, before and after it, of paths without a return yet; and what happens near it on no path. */
export function legsNear(timeline: Timeline, from: number, to: number): Set<Id> {
  const groups = new Set(groupsBetween(timeline, from - HOME_MARGIN, to + HOME_MARGIN))
  const next = lowerBound(timeline.groups, (group) => group.path.start <= to)
  for (const group of [timeline.groups[next], timeline.groups[next - 1]])
    if (group !== undefined) groups.add(group)
  for (const group of openEndedGroups(timeline, from)) groups.add(group)
  const out = new Set<Id>()
  for (const { path, points } of groups) {
    for (const { leg } of path.legs) out.add(leg.id)
    for (const id of points.keys()) out.add(id)
  }
  for (const [list, far] of [
    [timeline.legs, HOME_LEG_RANGE],
    [timeline.points, POINT_RANGE],
  ] as const) {
    for (
      let i = lowerBound(list, (leg) => leg.orderAt < from - far);
      i < list.length && (list[i] as Leg).orderAt <= to + far;
      i++
    )
      out.add((list[i] as Leg).id)
  }
  return out
}

/**
 * Groups before an instant of which what comes at it may decide how far they go: paths that left home and did not come back,
 * and paths that stayed open while another one left home, because somebody was still out there (`comesBack` in lay.ts). That
 * is asked when somebody leaves home, so that a path may have waited for it since the one before left, however long ago.
 */
function openEndedGroups(timeline: Timeline, at: number): Group[] {
  const before = groupsBetween(timeline, at - MAX_LOOKAHEAD, at)
  const out = new Set(
    before.filter(
      ({ path }, i) =>
        path.firstMove !== null &&
        (path.returnedAt === null || (before[i + 1]?.path.start ?? Infinity) < path.end),
    ),
  )
  let gated = false
  for (
    let i = lowerBound(timeline.groups, (group) => group.path.start < at - MAX_LOOKAHEAD) - 1;
    i >= 0;
    i--
  ) {
    const group = timeline.groups[i] as Group
    const atGate = hasReturnedToDepartureAirport(group.path, timeline.homes.homeOn(group.path.endDay))
    // Of those that went home from the gate only the last may go on. Somebody else may have been away all the time.
    if (group.path.firstMove !== null && group.path.returnedAt === null && !(atGate && gated)) out.add(group)
    if (group.path.leftHome !== null) break
    gated ||= atGate
  }
  return [...out]
}
