/** RULES 4.7 Rebooking: links a cancelled movement to the one that was booked in its place. */
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import { DAY, HOUR } from '../../itinerary/lib/local-time.js'
import { isSameCity } from '../../itinerary/places/place.js'
import { startingOn } from '../../itinerary/statement/statement-index.js'
import { compareVersions, statementOf } from '../../itinerary/statement/statement.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'
import type { SegmentState } from './segment-state.js'

const MAX_DEPARTURE_DIFFERENCE = 48 * HOUR
/** Between the cancellation of the old movement and the first statement of the new one. */
const MAX_BOOKING_GAP = DAY
/** Departures of a rebooking are at most this many calendar days apart. */
const REACH_DAYS = 2
const DAY_MINUTES = 1440

/**
 * Sets `replaces` and `replacedBy` between the changed segments and those near them, and removes links of
 * changed or gone segments that no longer hold. Segments whose links change are added to `changed`.
 */
export function linkRebookings(
  state: MemberState,
  changed: Set<SegmentState>,
  gone: ReadonlySet<SegmentState>,
  env: Env,
): void {
  for (const segment of [...changed, ...gone]) removeOutdatedLinks(state, segment, changed, env)
  for (const segment of [...changed]) {
    if (segment.merged === null || SEGMENT_KINDS[segment.type].route === null) continue
    const { start } = segment.merged.statement
    if (start === null) continue
    for (const other of segmentsNearDay(state, segment, Math.floor(start.wall / DAY_MINUTES))) {
      if (other.merged === null) continue
      const [old, next] = segment.status === 'Cancelled' ? [segment, other] : [other, segment]
      if (!canLink(old, next) || !isRebooking(old, next, env)) continue
      old.replacedBy = next.id
      next.replaces = old.id
      changed.add(old).add(next)
    }
  }
}

const NO_SEGMENTS: ReadonlySet<SegmentState> = new Set()

/**
 * Each other segment of the same type with a statement that starts within two days of `day` (days since
 * 1970).
 */
function segmentsNearDay(
  { index, segments, segmentOf }: MemberState,
  segment: SegmentState,
  day: number,
): ReadonlySet<SegmentState> {
  let near: Set<SegmentState> | null = null
  for (let d = day - REACH_DAYS; d <= day + REACH_DAYS; d++) {
    for (const raw of startingOn(index, segment.type, d)) {
      const other = segments.get(segmentOf.get(raw.id) ?? '')
      if (other !== undefined && other !== segment) (near ??= new Set()).add(other)
    }
  }
  return near ?? NO_SEGMENTS
}

/**
 * Removes the links of a segment that hold no longer: the old one is live again, the new one is not, or
 * either has other times.
 */
function removeOutdatedLinks(
  state: MemberState,
  segment: SegmentState,
  changed: Set<SegmentState>,
  env: Env,
): void {
  if (segment.replaces === null && segment.replacedBy === null) return
  for (const id of [segment.replaces, segment.replacedBy]) {
    const other = id === null ? undefined : state.segments.get(id)
    if (other === undefined) continue
    const [old, next] = id === segment.replacedBy ? [segment, other] : [other, segment]
    if (isLinkValid(old, next, env)) continue
    old.replacedBy = next.replaces = null
    for (const end of [old, next]) if (end.rawSegments.length > 0) changed.add(end)
  }
}

function isLinkValid(old: SegmentState, next: SegmentState, env: Env): boolean {
  if (old.rawSegments.length === 0 || next.rawSegments.length === 0) return false
  return old.status === 'Cancelled' && next.status !== 'Cancelled' && isRebooking(old, next, env)
}

function canLink(old: SegmentState, next: SegmentState): boolean {
  return (
    old.status === 'Cancelled' &&
    next.status !== 'Cancelled' &&
    old.replacedBy === null &&
    next.replaces === null
  )
}

/**
 * Same route, departures close together, sources of one class, and booked about when the old one was
 * cancelled.
 */
function isRebooking(old: SegmentState, next: SegmentState, env: Env): boolean {
  const [before, after] = [old.merged?.statement, next.merged?.statement]
  if (before == null || after == null || before.start === null || after.start === null) return false
  if (!isSameCity(before.from, after.from) || !isSameCity(before.to, after.to)) return false
  if (Math.abs(before.start.instant - after.start.instant) > MAX_DEPARTURE_DIFFERENCE) return false
  if (sourceClass(old, env) !== sourceClass(next, env)) return false
  const cancellation = old.rawSegments
    .map((raw) => statementOf(raw, env.places))
    .filter((statement) => statement.status === 'Cancelled')
    .sort(compareVersions)
    .at(-1)
  const booking = next.rawSegments.map((raw) => statementOf(raw, env.places)).sort(compareVersions)[0]
  if (cancellation === undefined || booking === undefined) return false
  return Math.abs(cancellation.statedAt - booking.statedAt) <= MAX_BOOKING_GAP
}

function sourceClass({ merged }: SegmentState, env: Env): string | undefined {
  return env.source(merged?.source ?? '')?.classification
}
