/** RULES 2.2: keeps the groups of a timeline up to date by rebuilding the stretches around changes. */
import type { Id } from '../../../../schemas/base/ids.js'
import { DAY } from '../../lib/local-time.js'
import { lowerBound } from '../../lib/lower-bound.js'
import { inOnePiece } from '../../lib/pieces.js'
import type { Pieces } from '../../lib/pieces.js'
import type { Homes } from '../../places/home.js'
import { buildPaths } from '../build-paths.js'
import { daysOf } from '../legs/chained-legs.js'
import { compareLegs } from '../legs/compare-legs.js'
import { attachHomeLegs } from '../home-legs.js'
import type { Leg } from '../legs/leg.js'
import type { GroupedLeg } from '../path.js'
import { placeParking, placePoint } from '../point-rules.js'
import { addGroups, groupChangesByTime, regroupStretch } from './regroup-stretch.js'
import { emptyTimeline, groupsBetween, listOf } from './timeline.js'
import type { Group, Timeline } from './timeline.js'
import { MAX_WAIT_DAYS } from '../waiting-times.js'

/** Legs that were added and removed in one step. A changed leg is in both. */
export interface LegChanges {
  removed: Leg[]
  added: Leg[]
}

/** Rebuilds all groups. Returns the ids of all legs. */
export function* rebuildTimeline(timeline: Timeline, homes: Homes): Pieces<Set<Id>> {
  timeline.homes = homes
  for (const leg of timeline.legs) timeline.chains.add(leg)
  rechain(timeline, timeline.chains.days())
  const touched = new Set<Id>()
  for (const leg of timeline.legs) touched.add(leg.id)
  for (const leg of timeline.points) touched.add(leg.id)
  timeline.groups = []
  timeline.groupOf.clear()
  const built = yield* buildPaths(timeline.legs, homes)
  timeline.restartPoints = built.restartPoints
  timeline.lookaheads = built.lookaheads
  timeline.longestSpan = 0
  addGroups(timeline, attachHomeLegs(built.paths, built.homeLegs, homes))
  yield
  for (const leg of timeline.points) {
    assignPoint(timeline, leg)
    yield
  }
  return touched
}

/** Applies changes. Returns the ids of legs whose group may have changed. */
export function* updateTimeline(timeline: Timeline, changes: LegChanges): Pieces<Set<Id>> {
  const { removed, added } = moveLegs(timeline, changes)
  const touched = new Set<Id>()
  const pathLegs: Leg[] = []
  const points = new Set<Leg>()
  for (const leg of [...removed, ...added]) {
    touched.add(leg.id)
    if (isPathLeg(leg)) pathLegs.push(leg)
  }
  for (const leg of added) if (!isPathLeg(leg)) points.add(leg)
  for (const leg of removed) if (!isPathLeg(leg)) detachPoint(timeline, leg)
  for (const leg of pathLegs) {
    timeline.restartPoints.delete(leg.id)
    timeline.lookaheads.delete(leg.id)
  }
  const removedIds = new Set(removed.map((leg) => leg.id))
  for (const span of groupChangesByTime(pathLegs))
    for (const leg of yield* regroupStretch(timeline, span, removedIds, touched)) points.add(leg)
  for (const leg of points) {
    if (assignPoint(timeline, leg)) touched.add(leg.id)
    yield
  }
  return touched
}

/** Groups legs without a timeline that is kept. */
export function groupLegs(legs: readonly Leg[], homes: Homes): Group[] {
  const timeline = emptyTimeline()
  for (const leg of legs.slice().sort(compareLegs)) listOf(timeline, leg).push(leg)
  inOnePiece(rebuildTimeline(timeline, homes))
  return timeline.groups
}

/** Changes the lists of legs. Returns all changes, those of legs that stand elsewhere in the chain of a day included. */
function moveLegs(timeline: Timeline, { removed, added }: LegChanges): LegChanges {
  const { chains } = timeline
  const gone = removed.map((leg) => chains.remove(leg))
  for (const leg of gone) removeLeg(timeline, leg)
  for (const leg of added) {
    insertLeg(timeline, leg)
    chains.add(leg)
  }
  const moves = rechain(timeline, [...removed, ...added].flatMap(daysOf))
  if (moves.length === 0) return { removed: gone, added }
  return {
    removed: [...gone, ...moves.map(([before]) => before)],
    added: [...added, ...moves.map(([, after]) => after)],
  }
}

/** RULES 5.4: chains the movements of days again. */
function rechain(timeline: Timeline, days: Iterable<number>): Array<[before: Leg, after: Leg]> {
  const { chains, homes, legs } = timeline
  const indexOf = (instant: number): number => lowerBound(legs, (leg) => leg.orderAt < instant)
  const moves = chains.rechain(
    days,
    (from, until) => legs.slice(indexOf(from), indexOf(until)),
    (leg) => homes.isLeftBy(leg),
  )
  for (const [before, after] of moves) {
    removeLeg(timeline, before)
    insertLeg(timeline, after)
  }
  return moves
}

function isPathLeg({ kind }: Leg): boolean {
  return kind === 'movement' || kind === 'stay'
}

function removeLeg(timeline: Timeline, leg: Leg): void {
  const list = listOf(timeline, leg)
  const i = lowerBound(list, (other) => compareLegs(other, leg) < 0)
  if (list[i]?.id !== leg.id) return
  if (leg.kind === 'support') timeline.parking.delete(list[i] as Leg)
  list.splice(i, 1)
}

function insertLeg(timeline: Timeline, leg: Leg): void {
  const list = listOf(timeline, leg)
  const i = lowerBound(list, (other) => compareLegs(other, leg) < 0)
  list.splice(i, 0, leg)
  if (leg.kind === 'support') timeline.parking.add(leg)
}

function detachPoint(timeline: Timeline, leg: Leg): GroupedLeg | undefined {
  const group = timeline.groupOf.get(leg.id)
  const point = group?.points.get(leg.id)
  group?.points.delete(leg.id)
  timeline.groupOf.delete(leg.id)
  return point
}

/** RULES 5.12 and 5.13: finds the group of a point or of parking. True if its group or reason changed. */
function assignPoint(timeline: Timeline, leg: Leg): boolean {
  const before = timeline.groupOf.get(leg.id) ?? null
  const old = detachPoint(timeline, leg)
  const reach = MAX_WAIT_DAYS * DAY
  const nearby = groupsBetween(timeline, leg.start - reach, leg.end + reach)
  const paths = nearby.map((group) => group.path)
  const place = leg.kind === 'support' ? placeParking : placePoint
  const placement = place(paths, leg, timeline.homes)
  if (placement === null) return before !== null
  const { path, reason } = placement
  const group = nearby[paths.indexOf(path)] as Group
  group.points.set(leg.id, { leg: placement.leg, reason })
  timeline.groupOf.set(leg.id, group)
  return before !== group || old?.reason !== reason
}
