/**
 * From live legs to the groups that are trips (itinerary.md 5), kept in order so that a change is worked out on the stretch
 * around it alone: from a clean leg before it to the first clean leg after it (lay.ts).
 */
import type { Id } from '../../schemas/ids.js'
import { attachHome, pathOfParking, pathOfPoint } from './attach.js'
import type { Homes } from './home.js'
import { lay, WAIT_DAYS } from './lay.js'
import { inJourneyOrder } from './leg.js'
import type { Leg } from './leg.js'
import { lowerBound } from './lower-bound.js'
import type { Path, Step } from './path.js'
import { emptyTimeline, groupsAround, inTime, LOOKAHEAD, MARGIN } from './timeline.js'
import type { Group, Timeline } from './timeline.js'
import { DAY } from './zones.js'

function listOf(timeline: Timeline, leg: Leg): Leg[] {
  return leg.kind === 'move' || leg.kind === 'stay' ? timeline.legs : timeline.points
}

function remove(timeline: Timeline, leg: Leg): void {
  const list = listOf(timeline, leg)
  const at = lowerBound(list, (other) => inJourneyOrder(other, leg) < 0)
  if (list[at]?.id !== leg.id) return
  if (leg.kind === 'support') timeline.parking.delete(list[at] as Leg)
  list.splice(at, 1)
}

function insert(timeline: Timeline, leg: Leg): void {
  const list = listOf(timeline, leg)
  list.splice(
    lowerBound(list, (other) => inJourneyOrder(other, leg) < 0),
    0,
    leg,
  )
  if (leg.kind === 'support') timeline.parking.add(leg)
}

/** Legs that come, and legs that go, in one step. */
export interface LegChanges {
  gone: Leg[]
  come: Leg[]
}

/** Lays everything again. */
export function relayAll(timeline: Timeline, homes: Homes): Set<Id> {
  timeline.homes = homes
  const touched = new Set<Id>()
  for (const leg of timeline.legs) touched.add(leg.id)
  for (const leg of timeline.points) touched.add(leg.id)
  timeline.groups = []
  timeline.groupOf.clear()
  const laid = lay(timeline.legs, homes)
  timeline.clean = laid.clean
  timeline.looks = laid.looks
  timeline.longest = 0
  put(timeline, attachHome(laid.paths, laid.atHome, homes))
  for (const leg of timeline.points) place(timeline, leg)
  return touched
}

function put(timeline: Timeline, paths: Path[]): Group[] {
  const groups = paths.map((path): Group => ({ path, points: new Map() }))
  for (const group of groups) {
    timeline.groups.splice(
      lowerBound(timeline.groups, (other) => inTime(other, group) <= 0),
      0,
      group,
    )
    timeline.longest = Math.max(timeline.longest, group.path.end - group.path.start)
    for (const { leg } of group.path.steps) timeline.groupOf.set(leg.id, group)
  }
  return groups
}

function take(timeline: Timeline, group: Group): void {
  for (
    let i = lowerBound(timeline.groups, (other) => inTime(other, group) < 0);
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
function place(timeline: Timeline, leg: Leg): boolean {
  const before = timeline.groupOf.get(leg.id) ?? null
  const old = before?.points.get(leg.id)
  before?.points.delete(leg.id)
  timeline.groupOf.delete(leg.id)
  const around = groupsAround(timeline, leg.start - WAIT_DAYS * DAY, leg.end + WAIT_DAYS * DAY)
  const paths = around.map((group) => group.path)
  let path: Path | null = null
  let step: Step | null = null
  if (leg.kind === 'support') {
    path = pathOfParking(paths, leg, timeline.homes)
    if (path !== null) step = { leg, why: 'parked' }
  } else {
    const found = pathOfPoint(paths, leg, timeline.homes)
    if (found !== null) {
      path = found.path
      step = { leg: found.leg, why: found.why }
    }
  }
  const now = path === null ? null : (around.find((group) => group.path === path) ?? null)
  if (now !== null && step !== null) {
    now.points.set(leg.id, step)
    timeline.groupOf.set(leg.id, now)
  }
  return before !== now || old?.why !== step?.why
}

/** Works out the stretch around the changes; answers the legs whose group may have changed. */
export function relay(timeline: Timeline, changes: LegChanges): Set<Id> {
  for (const leg of changes.gone) remove(timeline, leg)
  for (const leg of changes.come) insert(timeline, leg)
  const touched = new Set<Id>()
  for (const leg of [...changes.gone, ...changes.come]) touched.add(leg.id)
  const laying = [...changes.gone, ...changes.come].filter(
    (leg) => leg.kind === 'move' || leg.kind === 'stay',
  )
  const points = new Set<Leg>(changes.come.filter((leg) => leg.kind === 'point' || leg.kind === 'support'))
  for (const leg of changes.gone) {
    const group = timeline.groupOf.get(leg.id)
    if (leg.kind === 'point' || leg.kind === 'support') {
      group?.points.delete(leg.id)
      timeline.groupOf.delete(leg.id)
    }
  }
  if (laying.length > 0) {
    for (const leg of laying) {
      timeline.clean.delete(leg.id)
      timeline.looks.delete(leg.id)
    }
    const gone = new Set(changes.gone.map((leg) => leg.id))
    for (const span of spansOf(laying)) {
      for (const leg of stretch(timeline, span, gone, touched)) points.add(leg)
    }
  }
  for (const leg of points) if (place(timeline, leg)) touched.add(leg.id)
  return touched
}

/** Changes near each other in time, with the time they span. */
interface ChangeSpan {
  low: number
  high: number
  legs: Leg[]
}

function spansOf(legs: readonly Leg[]): ChangeSpan[] {
  const out: ChangeSpan[] = []
  for (const leg of legs.slice().sort((a, b) => a.start - b.start)) {
    const last = out.at(-1)
    const low = Math.min(leg.start, leg.order)
    const high = Math.max(leg.end, leg.order)
    if (last !== undefined && low <= last.high + LOOKAHEAD) {
      last.low = Math.min(last.low, low)
      last.high = Math.max(last.high, high)
      last.legs.push(leg)
    } else out.push({ low, high, legs: [leg] })
  }
  return out
}

/** Place of the clean leg to begin from for a change at `low`: before it, and before what looked ahead to it. */
function beginning(timeline: Timeline, low: number): number {
  const { legs, clean, looks } = timeline
  let at = Math.max(0, lowerBound(legs, (leg) => leg.order < low - MARGIN) - 1)
  let first = Infinity
  for (const { from, until } of looks.values()) if (from < low && low <= until) first = Math.min(first, from)
  if (first < low) at = Math.max(0, Math.min(at, lowerBound(legs, (leg) => leg.order < first) - 1))
  while (at > 0 && !clean.has((legs[at] as Leg | undefined)?.id ?? '')) at--
  return at
}

/**
 * Lays the stretch around a span of changes again; answers the points to look at. `gone` are the legs that no longer are
 * where their groups have them, whatever span they went in: no stretch, however wide, will meet them there.
 */
function stretch(
  timeline: Timeline,
  { low, high, legs: changed }: ChangeSpan,
  gone: ReadonlySet<Id>,
  touched: Set<Id>,
): Leg[] {
  const { legs, clean, looks } = timeline
  let from = beginning(timeline, low)
  let until = high + MARGIN
  let laid = lay(legs, timeline.homes, from, (leg) => leg.order > until && clean.has(leg.id))
  let affected = new Set<Id>()
  let old = new Set<Group>()
  // A group that reaches out of the stretch widens it.
  for (let wider = true; wider;) {
    wider = false
    const [least, most] = [from, until]
    affected = new Set([...changed.map((leg) => leg.id), ...legs.slice(from, laid.next).map((leg) => leg.id)])
    old = new Set<Group>()
    for (const id of affected) {
      const group = timeline.groupOf.get(id)
      if (group !== undefined) old.add(group)
    }
    for (const group of old) {
      for (const { leg } of group.path.steps) {
        if (affected.has(leg.id) || gone.has(leg.id)) continue
        wider = true
        const first = legs[from] as Leg | undefined
        if (first !== undefined && inJourneyOrder(leg, first) < 0)
          from = beginning(timeline, Math.min(leg.start, leg.order))
        else until = Math.max(until, leg.order, leg.end)
      }
    }
    if (!wider) break
    if (from === least && until === most) {
      // No stretch that could be named meets the leg: all of it does, or nothing will.
      if (from === 0 && until === Infinity) break
      from = 0
      until = Infinity
    }
    laid = lay(legs, timeline.homes, from, (leg) => leg.order > until && clean.has(leg.id))
  }
  // Laid afresh, the first leg need not look as far as it did for the paths that were open before it.
  const known = from > 0 ? legs[from]?.id : undefined
  for (const id of affected) {
    clean.delete(id)
    touched.add(id)
    if (id !== known) looks.delete(id)
  }
  for (const id of laid.clean) clean.add(id)
  for (const [id, look] of laid.looks) if (id !== known) looks.set(id, look)
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
    for (const { leg } of group.path.steps) timeline.groupOf.delete(leg.id)
  }
  for (const group of old) take(timeline, group)
  for (const group of put(timeline, attachHome(laid.paths, laid.atHome, timeline.homes))) {
    begin = Math.min(begin, group.path.start)
    end = Math.max(end, group.path.end)
  }
  for (
    let i = lowerBound(timeline.points, (leg) => leg.start < begin - WAIT_DAYS * DAY);
    i < timeline.points.length;
    i++
  ) {
    const leg = timeline.points[i] as Leg
    if (leg.start > end + WAIT_DAYS * DAY) break
    points.add(leg)
  }
  for (const leg of timeline.parking) if (leg.start < begin && leg.end > begin) points.add(leg)
  return [...points]
}

/** A group's legs in order, with why each is in it; none when nothing has happened yet on what hangs on that. */
export function stepsOf(group: Group): Step[] {
  if (group.path.kind === 'errand' && group.points.size === 0) return []
  return [...group.path.steps, ...group.points.values()].sort((a, b) => inJourneyOrder(a.leg, b.leg))
}

/** Groups of legs worked out at once, for those who have no timeline. */
export function groupsOf(legs: readonly Leg[], homes: Homes): Group[] {
  const timeline = emptyTimeline()
  for (const leg of legs.slice().sort(inJourneyOrder)) listOf(timeline, leg).push(leg)
  relayAll(timeline, homes)
  return timeline.groups
}
