/** A member's live legs and the groups that they form, in order of time. */
import { inOrder } from '../../lib/in-order.js'
import type { Id } from '../../../../schemas/base/ids.js'
import { DAY } from '../../lib/local-time.js'
import { lowerBound } from '../../lib/lower-bound.js'
import { Homes } from '../../places/home.js'
import type { Lookahead } from '../build-paths.js'
import { ChainedLegs } from '../legs/chained-legs.js'
import { compareLegs } from '../legs/compare-legs.js'
import type { Leg } from '../legs/leg.js'
import { comparePaths } from '../path.js'
import type { GroupedLeg, Path } from '../path.js'

/** Farther ahead than any rule looks for the return of a companion (RULES 5.14). */
export const MAX_LOOKAHEAD = 60 * DAY

/** A path and the points on it: a trip, before the member's edits. */
export interface Group {
  path: Path
  points: Map<Id, GroupedLeg>
}

export interface Timeline {
  homes: Homes
  /** Movements and stays in the order of the journey. */
  legs: Leg[]
  /** Movements without a time among them. */
  chains: ChainedLegs
  /** Points and parking in order of start. */
  points: Leg[]
  /** Parking again, because it may have begun long before the trip it belongs to. */
  parking: Set<Leg>
  /** Legs at which path building can start again (RULES 2.2). */
  restartPoints: Set<Id>
  /** Legs whose rules looked ahead: a change within the range restarts before them. */
  lookaheads: Map<Id, Lookahead>
  /** In order of start. */
  groups: Group[]
  groupOf: Map<Id, Group>
  /** The longest path so far, in milliseconds: how far back a path may start that spans an instant. */
  longestSpan: number
}

/** The timeline of a member without homes, legs or trips. */
export function emptyTimeline(): Timeline {
  return {
    homes: new Homes([], false),
    legs: [],
    chains: new ChainedLegs(),
    points: [],
    parking: new Set(),
    restartPoints: new Set(),
    lookaheads: new Map(),
    groups: [],
    groupOf: new Map(),
    longestSpan: 0,
  }
}

/** Orders groups by the start of their paths, then by the end. */
export function compareGroups(a: Group, b: Group): number {
  return comparePaths(a.path, b.path)
}

/** Groups that span an instant between `from` and `to`, with a day around them, in order of start. */
export function groupsBetween(timeline: Timeline, from: number, to: number): Group[] {
  const { groups, longestSpan } = timeline
  const found: Group[] = []
  let i = lowerBound(groups, (group) => group.path.start < from - longestSpan - DAY)
  for (; i < groups.length; i++) {
    const group = groups[i] as Group
    if (group.path.start > to + DAY) break
    if (group.path.end >= from - DAY) found.push(group)
  }
  return found
}

/** The legs of a group in order; none for a home rental on which nothing happens (RULES 5.12.5). */
export function groupedLegs({ path, points }: Group): GroupedLeg[] {
  if (path.kind === 'home-rental' && points.size === 0) return []
  return inOrder([...path.legs, ...points.values()], (a, b) => compareLegs(a.leg, b.leg))
}

/** The list of the timeline that a leg is in. */
export function listOf(timeline: Timeline, leg: Leg): Leg[] {
  return leg.kind === 'movement' || leg.kind === 'stay' ? timeline.legs : timeline.points
}
