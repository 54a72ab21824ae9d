/**
 * From live legs to the groups that are trips (RULES 2.2), kept in order so that a change is worked out on the stretch
 * around it alone: from a clean leg before it to the first clean leg after it (lay.ts).
 */
import type { Id } from '../../../schemas/base/ids.js'
import { attachHomeLegs, pathForParking, pathForPoint } from './attach.js'
import type { Homes } from '../places/home.js'
import { buildPaths, MAX_WAIT_DAYS } from './build-paths.js'
import { compareLegs } from './leg.js'
import type { Leg } from './leg.js'
import { lowerBound } from '../lib/lower-bound.js'
import type { Path, GroupedLeg } from './path.js'
import { emptyTimeline, groupsBetween, compareGroups, MAX_LOOKAHEAD, HOME_MARGIN } from './timeline.js'
import type { Group, Timeline } from './timeline.js'
import { DAY } from '../lib/local-time.js'

function listOf(timeline: Timeline, leg: Leg): Leg[] {
  return leg.kind === 'move' || leg.kind === 'stay' ? timeline.legs : timeline.points
}

function removeLeg(timeline: Timeline, leg: Leg): void {
  const list = listOf(timeline, leg)
  const at = lowerBound(list, (other) => compareLegs(other, leg) < 0)
  if (list[at]?.id !== leg.id) return
  if (leg.kind === 'support') timeline.parking.delete(list[at] as Leg)
  list.splice(at, 1)
}

function insertLeg(timeline: Timeline, leg: Leg): void {
  const list = listOf(timeline, leg)
  list.splice(
    lowerBound(list, (other) => compareLegs(other, leg) < 0),
    0,
    leg,
  )
  if (leg.kind === 'support') timeline.parking.add(leg)
}

/** Legs that come, and legs that go, in one step. */
export interface LegChanges {
  removed: Leg[]
  added: Leg[]
}

/** Lays everything again. */
export function rebuildTimeline(timeline: Timeline, homes: Homes): Set<Id> {
  timeline.homes = homes
  const touched = new Set<Id>()
  for (const leg of timeline.legs) touched.add(leg.id)
  for (const leg of timeline.points) touched.add(leg.id)
  timeline.groups = []
  timeline.groupOf.clear()
  const laid = buildPaths(timeline.legs, homes)
  timeline.restartPoints = laid.restartPoints
  timeline.lookaheads = laid.lookaheads
  timeline.longestSpan = 0
  addGroups(timeline, attachHomeLegs(laid.paths, laid.homeLegs, homes))
  for (const leg of timeline.points) assignPoint(timeline, leg)
  return touched
}

function addGroups(timeline: Timeline, paths: Path[]): Group[] {
  const groups = paths.map((path): Group => ({ path, points: new Map() }))
  for (const group of groups) {
    timeline.groups.splice(
      lowerBound(timeline.groups, (other) => compareGroups(other, group) <= 0),
      0,
      group,
    )
    timeline.longestSpan = Math.max(timeline.longestSpan, group.path.end - group.path.start)
    for (const { leg } of group.path.legs) timeline.groupOf.set(leg.id, group)
  }
  return groups
}

function removeGroup(timeline: Timeline, group: Group): void {
  for (
    let i = lowerBound(timeline.groups, (other) => compareGroups(other, group) < 0);
    i < timeline.groups.length;
    i++
  ) {
    if (timeline.groups[i] === group) {
      timeline.groups.splice(i, 1)
      return
    }
  }
}

/** Finds the group of a point; says whether that changed. */
function assignPoint(timeline: Timeline, leg: Leg): boolean {
  const before = timeline.groupOf.get(leg.id) ?? null
  const old = before?.points.get(leg.id)
  before?.points.delete(leg.id)
  timeline.groupOf.delete(leg.id)
  const around = groupsBetween(timeline, leg.start - MAX_WAIT_DAYS * DAY, leg.end + MAX_WAIT_DAYS * DAY)
  const paths = around.map((group) => group.path)
  let path: Path | null = null
  let step: GroupedLeg | null = null
  if (leg.kind === 'support') {
    path = pathForParking(paths, leg, timeline.homes)
    if (path !== null) step = { leg, reason: 'parked' }
  } else {
    const found = pathForPoint(paths, leg, timeline.homes)
    if (found !== null) {
      path = found.path
      step = { leg: found.leg, reason: found.why }
    }
  }
  const now = path === null ? null : (around.find((group) => group.path === path) ?? null)
  if (now !== null && step !== null) {
    now.points.set(leg.id, step)
    timeline.groupOf.set(leg.id, now)
  }
  return before !== now || old?.reason !== step?.reason
}

/** Works out the stretch around the changes; answers the legs whose group may have changed. */
export function updateTimeline(timeline: Timeline, changes: LegChanges): Set<Id> {
  for (const leg of changes.removed) removeLeg(timeline, leg)
  for (const leg of changes.added) insertLeg(timeline, leg)
  const touched = new Set<Id>()
  for (const leg of [...changes.removed, ...changes.added]) touched.add(leg.id)
  const laying = [...changes.removed, ...changes.added].filter(
    (leg) => leg.kind === 'move' || leg.kind === 'stay',
  )
  const points = new Set<Leg>(changes.added.filter((leg) => leg.kind === 'point' || leg.kind === 'support'))
  for (const leg of changes.removed) {
    const group = timeline.groupOf.get(leg.id)
    if (leg.kind === 'point' || leg.kind === 'support') {
      group?.points.delete(leg.id)
      timeline.groupOf.delete(leg.id)
    }
  }
  if (laying.length > 0) {
    for (const leg of laying) {
      timeline.restartPoints.delete(leg.id)
      timeline.lookaheads.delete(leg.id)
    }
    const gone = new Set(changes.removed.map((leg) => leg.id))
    for (const span of groupByTime(laying)) {
      for (const leg of regroupStretch(timeline, span, gone, touched)) points.add(leg)
    }
  }
  for (const leg of points) if (assignPoint(timeline, leg)) touched.add(leg.id)
  return touched
}

/** Changes near each other in time, with the time they span. */
interface ChangeSpan {
  from: number
  until: number
  legs: Leg[]
}

function groupByTime(legs: readonly Leg[]): ChangeSpan[] {
  const out: ChangeSpan[] = []
  for (const leg of legs.slice().sort((a, b) => a.start - b.start)) {
    const last = out.at(-1)
    const low = Math.min(leg.start, leg.orderAt)
    const high = Math.max(leg.end, leg.orderAt)
    if (last !== undefined && low <= last.until + MAX_LOOKAHEAD) {
      last.from = Math.min(last.from, low)
      last.until = Math.max(last.until, high)
      last.legs.push(leg)
    } else out.push({ from: low, until: high, legs: [leg] })
  }
  return out
}

/** Place of the clean leg to begin from for a change at `low`: before it, and before what looked ahead to it. */
function restartIndex(timeline: Timeline, low: number): number {
  const { legs, restartPoints: clean, lookaheads: looks } = timeline
  let at = Math.max(0, lowerBound(legs, (leg) => leg.orderAt < low - HOME_MARGIN) - 1)
  let first = Infinity
  for (const { from, until } of looks.values()) if (from < low && low <= until) first = Math.min(first, from)
  if (first < low) at = Math.max(0, Math.min(at, lowerBound(legs, (leg) => leg.orderAt < first) - 1))
  while (at > 0 && !clean.has((legs[at] as Leg | undefined)?.id ?? '')) at--
  return at
}

/**
 * Lays the stretch around a span of changes again; answers the points to look at. `gone` are the legs that no longer are
 * where their groups have them, whatever span they went in: no stretch, however wide, will meet them there.
 */
function regroupStretch(
  timeline: Timeline,
  { from: low, until: high, legs: changed }: ChangeSpan,
  gone: ReadonlySet<Id>,
  touched: Set<Id>,
): Leg[] {
  const { legs, restartPoints: clean, lookaheads: looks } = timeline
  let from = restartIndex(timeline, low)
  let until = high + HOME_MARGIN
  let laid = buildPaths(legs, timeline.homes, from, (leg) => leg.orderAt > until && clean.has(leg.id))
  let affected = new Set<Id>()
  let old = new Set<Group>()
  // A group that reaches out of the stretch widens it.
  for (let wider = true; wider;) {
    wider = false
    const [least, most] = [from, until]
    affected = new Set([
      ...changed.map((leg) => leg.id),
      ...legs.slice(from, laid.nextIndex).map((leg) => leg.id),
    ])
    old = new Set<Group>()
    for (const id of affected) {
      const group = timeline.groupOf.get(id)
      if (group !== undefined) old.add(group)
    }
    for (const group of old) {
      for (const { leg } of group.path.legs) {
        if (affected.has(leg.id) || gone.has(leg.id)) continue
        wider = true
        const first = legs[from] as Leg | undefined
        if (first !== undefined && compareLegs(leg, first) < 0)
          from = restartIndex(timeline, Math.min(leg.start, leg.orderAt))
        else until = Math.max(until, leg.orderAt, leg.end)
      }
    }
    if (!wider) break
    if (from === least && until === most) {
      // No stretch that could be named meets the leg: all of it does, or nothing will.
      if (from === 0 && until === Infinity) break
      from = 0
      until = Infinity
    }
    laid = buildPaths(legs, timeline.homes, from, (leg) => leg.orderAt > until && clean.has(leg.id))
  }
  // Laid afresh, the first leg need not look as far as it did for the paths that were open before it.
  const known = from > 0 ? legs[from]?.id : undefined
  for (const id of affected) {
    clean.delete(id)
    touched.add(id)
    if (id !== known) looks.delete(id)
  }
  for (const id of laid.restartPoints) clean.add(id)
  for (const [id, look] of laid.lookaheads) if (id !== known) looks.set(id, look)
  let begin = low
  let end = high
  const points = new Set<Leg>()
  for (const group of old) {
    begin = Math.min(begin, group.path.start)
    end = Math.max(end, group.path.end)
    for (const id of group.points.keys()) {
      touched.add(id)
      timeline.groupOf.delete(id)
    }
    for (const { leg } of group.path.legs) timeline.groupOf.delete(leg.id)
  }
  for (const group of old) removeGroup(timeline, group)
  for (const group of addGroups(timeline, attachHomeLegs(laid.paths, laid.homeLegs, timeline.homes))) {
    begin = Math.min(begin, group.path.start)
    end = Math.max(end, group.path.end)
  }
  for (
    let i = lowerBound(timeline.points, (leg) => leg.start < begin - MAX_WAIT_DAYS * DAY);
    i < timeline.points.length;
    i++
  ) {
    const leg = timeline.points[i] as Leg
    if (leg.start > end + MAX_WAIT_DAYS * DAY) break
    points.add(leg)
  }
  for (const leg of timeline.parking) if (leg.start < begin && leg.end > begin) points.add(leg)
  return [...points]
}

/** A group's legs in order, with why each is in it; none when nothing has happened yet on what hangs on that. */
export function groupedLegs(group: Group): GroupedLeg[] {
  if (group.path.kind === 'errand' && group.points.size === 0) return []
  return [...group.path.legs, ...group.points.values()].sort((a, b) => compareLegs(a.leg, b.leg))
}

/** Groups of legs worked out at once, for those who have no timeline. */
export function groupLegs(legs: readonly Leg[], homes: Homes): Group[] {
  const timeline = emptyTimeline()
  for (const leg of legs.slice().sort(compareLegs)) listOf(timeline, leg).push(leg)
  rebuildTimeline(timeline, homes)
  return timeline.groups
}
