/** RULES 2.2: rebuilds the stretch of a timeline around changes that are near each other in time. */
import { inOrder } from '../../lib/in-order.js'
import type { Id } from '../../../../schemas/base/ids.js'
import { DAY } from '../../lib/local-time.js'
import { lowerBound } from '../../lib/lower-bound.js'
import type { Pieces } from '../../lib/pieces.js'
import { buildPaths } from '../build-paths.js'
import type { BuiltPaths } from '../build-paths.js'
import { compareLegs } from '../legs/compare-legs.js'
import { attachHomeLegs } from '../home-legs.js'
import type { Leg } from '../legs/leg.js'
import type { Path } from '../path.js'
import { compareGroups, MAX_LOOKAHEAD } from './timeline.js'
import type { Group, Timeline } from './timeline.js'
import { HOME_LEG_REACH, MAX_WAIT_DAYS } from '../waiting-times.js'

/** Changed legs near each other in time, and the instants between which they lie. */
export interface ChangeSpan {
  since: number
  until: number
  legs: Leg[]
}

/** What to rebuild: from the leg at an index up to the first restart point after an instant. */
interface StretchRange {
  firstIndex: number
  until: number
}

/** What a rebuild has changed, as instants. */
interface TimeSpan {
  since: number
  until: number
}

interface Stretch {
  firstIndex: number
  built: BuiltPaths
  /** Ids of the changed legs and of all legs in the stretch. */
  affected: Set<Id>
  /** Groups that the stretch replaces. */
  groups: Set<Group>
}

/**
 * The changes in order of time. A change that a rule at another one may look ahead to is in the same span, so that
 * both are rebuilt in one stretch.
 */
export function groupChangesByTime(legs: readonly Leg[]): ChangeSpan[] {
  const spans: ChangeSpan[] = []
  for (const leg of inOrder(legs.slice(), (a, b) => a.start - b.start)) {
    const last = spans.at(-1)
    const since = Math.min(leg.start, leg.orderAt)
    const until = Math.max(leg.end, leg.orderAt)
    if (last === undefined || since > last.until + MAX_LOOKAHEAD) {
      spans.push({ since, until, legs: [leg] })
      continue
    }
    last.since = Math.min(last.since, since)
    last.until = Math.max(last.until, until)
    last.legs.push(leg)
  }
  return spans
}

/**
 * Rebuilds the stretch around a span of changes.
 * @param removed ids of all removed legs of the step, in whatever span: no stretch contains them any more
 * @param touched gains the ids of legs whose group may have changed
 * @returns the points and parking to assign again
 */
export function* regroupStretch(
  timeline: Timeline,
  span: ChangeSpan,
  removed: ReadonlySet<Id>,
  touched: Set<Id>,
): Pieces<Set<Leg>> {
  const stretch = yield* findStretch(timeline, span, removed)
  updateRestartPoints(timeline, stretch)
  for (const id of stretch.affected) touched.add(id)
  const rebuilt: TimeSpan = { since: span.since, until: span.until }
  for (const group of stretch.groups) {
    extend(rebuilt, group)
    for (const id of group.points.keys()) touched.add(id)
    removeGroup(timeline, group)
  }
  const { paths, homeLegs } = stretch.built
  for (const group of addGroups(timeline, attachHomeLegs(paths, homeLegs, timeline.homes)))
    extend(rebuilt, group)
  return pointsAround(timeline, rebuilt)
}

/** Adds a group for each path. */
export function addGroups(timeline: Timeline, paths: readonly Path[]): Group[] {
  const groups = paths.map((path): Group => ({ path, points: new Map() }))
  for (const group of groups) {
    const i = lowerBound(timeline.groups, (other) => compareGroups(other, group) <= 0)
    timeline.groups.splice(i, 0, group)
    timeline.longestSpan = Math.max(timeline.longestSpan, group.path.end - group.path.start)
    for (const { leg } of group.path.legs) timeline.groupOf.set(leg.id, group)
  }
  return groups
}

function removeGroup(timeline: Timeline, group: Group): void {
  for (const id of group.points.keys()) timeline.groupOf.delete(id)
  for (const { leg } of group.path.legs) timeline.groupOf.delete(leg.id)
  const { groups } = timeline
  for (let i = lowerBound(groups, (other) => compareGroups(other, group) < 0); i < groups.length; i++) {
    if (groups[i] !== group) continue
    groups.splice(i, 1)
    return
  }
}

/** Widens the stretch until every group that it affects lies inside. */
function* findStretch(timeline: Timeline, span: ChangeSpan, removed: ReadonlySet<Id>): Pieces<Stretch> {
  const { legs, restartPoints, homes } = timeline
  let range: StretchRange = {
    firstIndex: restartIndex(timeline, span.since),
    until: span.until + HOME_LEG_REACH,
  }
  for (;;) {
    const { firstIndex, until } = range
    const built = yield* buildPaths(
      legs,
      homes,
      firstIndex,
      (leg) => leg.orderAt > until && restartPoints.has(leg.id),
    )
    const affected = new Set(span.legs.map((leg) => leg.id))
    for (let i = firstIndex; i < built.nextIndex; i++) affected.add((legs[i] as Leg).id)
    const groups = groupsOf(timeline, affected)
    const wider = widen(timeline, range, groups, (id) => affected.has(id) || removed.has(id))
    if (wider === null) return { firstIndex, built, affected, groups }
    if (wider.firstIndex === firstIndex && wider.until === until) {
      // No narrower stretch contains the leg: only all of the timeline can, or nothing does.
      if (firstIndex === 0 && until === Infinity) return { firstIndex, built, affected, groups }
      range = { firstIndex: 0, until: Infinity }
    } else range = wider
  }
}

function groupsOf({ groupOf }: Timeline, ids: Iterable<Id>): Set<Group> {
  const groups = new Set<Group>()
  for (const id of ids) {
    const group = groupOf.get(id)
    if (group !== undefined) groups.add(group)
  }
  return groups
}

/** The range with all legs of the groups in it; null if all of them are accounted for already. */
function widen(
  timeline: Timeline,
  range: StretchRange,
  groups: Iterable<Group>,
  isAccountedFor: (id: Id) => boolean,
): StretchRange | null {
  let { firstIndex, until } = range
  let isWider = false
  for (const group of groups) {
    for (const { leg } of group.path.legs) {
      if (isAccountedFor(leg.id)) continue
      isWider = true
      const first = timeline.legs[firstIndex]
      if (first !== undefined && compareLegs(leg, first) < 0)
        firstIndex = restartIndex(timeline, Math.min(leg.start, leg.orderAt))
      else until = Math.max(until, leg.orderAt, leg.end)
    }
  }
  return isWider ? { firstIndex, until } : null
}

/** Index of the restart point before a change at `instant` and before legs that looked ahead to it. */
function restartIndex({ legs, restartPoints, lookaheads }: Timeline, instant: number): number {
  let i = Math.max(0, lowerBound(legs, (leg) => leg.orderAt < instant - HOME_LEG_REACH) - 1)
  let earliest = Infinity
  for (const { from, until } of lookaheads.values())
    if (from < instant && instant <= until) earliest = Math.min(earliest, from)
  if (earliest < instant) i = Math.max(0, Math.min(i, lowerBound(legs, (leg) => leg.orderAt < earliest) - 1))
  while (i > 0 && !restartPoints.has(legs[i]?.id ?? '')) i--
  return i
}

/**
 * Takes over the restart points and lookaheads of the stretch. The lookahead of its first leg stays: rebuilt
 * alone, it did not need to look as far as it did for the paths that were open before it.
 */
function updateRestartPoints(timeline: Timeline, { firstIndex, built, affected }: Stretch): void {
  const { legs, restartPoints, lookaheads } = timeline
  const first = firstIndex > 0 ? legs[firstIndex]?.id : undefined
  for (const id of affected) {
    restartPoints.delete(id)
    if (id !== first) lookaheads.delete(id)
  }
  for (const id of built.restartPoints) restartPoints.add(id)
  for (const [id, lookahead] of built.lookaheads) if (id !== first) lookaheads.set(id, lookahead)
}

function extend(span: TimeSpan, { path }: Group): void {
  span.since = Math.min(span.since, path.start)
  span.until = Math.max(span.until, path.end)
}

/** Points within 14 days of the span (RULES 5.12.4), and parking that spans its beginning. */
function pointsAround({ points, parking }: Timeline, { since, until }: TimeSpan): Set<Leg> {
  const around = new Set<Leg>()
  const reach = MAX_WAIT_DAYS * DAY
  for (let i = lowerBound(points, (leg) => leg.start < since - reach); i < points.length; i++) {
    const leg = points[i] as Leg
    if (leg.start > until + reach) break
    around.add(leg)
  }
  for (const leg of parking) if (leg.start < since && leg.end > since) around.add(leg)
  return around
}
