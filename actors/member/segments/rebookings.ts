/** Links between segments: connections within a trip, and what a rebooking replaces (RULES 4.7). */
import type { Id } from '../../../schemas/base/ids.js'
import { compareLegs } from '../../itinerary/grouping/legs/compare-legs.js'
import type { Leg } from '../../itinerary/grouping/legs/leg.js'
import { canContinueFrom } from '../../itinerary/grouping/path.js'
import { isSameCity } from '../../itinerary/places/place.js'
import { compareVersions, statementOf } from '../../itinerary/statement/statement.js'
import { DAY, HOUR } from '../../itinerary/lib/local-time.js'
import type { Env } from '../env.js'
import type { SegmentState } from './segment-state.js'
import type { MemberState } from '../state.js'

export interface Connection {
  isConnection: boolean
  minutes: number | null
}

/** For each movement of a trip whether it is reached by a change of less than 24 hours, and how many minutes that takes. */
export function findConnections(items: readonly SegmentState[]): Map<Id, Connection> {
  const out = new Map<Id, Connection>()
  for (const item of items) out.set(item.id, { isConnection: false, minutes: null })
  const moves = items
    .map((item) => item.leg)
    .filter((leg): leg is Leg => leg !== null && leg.kind === 'movement')
    .sort(compareLegs)
  const stays = items
    .map((item) => item.leg)
    .filter((leg): leg is Leg => leg !== null && leg.type === 'Hotel')
  for (let i = 1; i < moves.length; i++) {
    const [before, leg] = [moves[i - 1] as Leg, moves[i] as Leg]
    const wait = leg.start - before.end
    if (wait < 0 || wait >= DAY || !canContinueFrom(before.to, leg.from) || isSameCity(before.from, leg.to))
      continue
    if (stays.some((stay) => stay.start < leg.start && stay.end > before.end)) continue
    out.set(leg.id, { isConnection: true, minutes: Math.round(wait / 60_000) })
  }
  return out
}

/**
 * Sets `replaces` and `replaced_by` where a cancelled movement was booked anew: one source class, one route, near in time. Takes
 * back those of `changed` and `gone` that hold no more; whose links change joins `changed`.
 */
export function linkRebookings(
  state: MemberState,
  changed: Set<SegmentState>,
  gone: ReadonlySet<SegmentState>,
  env: Env,
): void {
  for (const item of [...changed, ...gone]) unlink(state, item, changed, env)
  for (const item of [...changed]) {
    if (item.merged === null || (item.type !== 'Air' && item.type !== 'Rail')) continue
    const view = item.merged.statement
    if (view.start === null) continue
    for (const other of segmentsNearDay(state, item, Math.floor(view.start.wall / 1440))) {
      if (other.merged === null) continue
      const [old, next] = item.status === 'Cancelled' ? [item, other] : [other, item]
      if (
        old.status !== 'Cancelled' ||
        next.status === 'Cancelled' ||
        old.replacedBy !== null ||
        next.replaces !== null
      )
        continue
      if (!isRebooking(old, next, env)) continue
      old.replacedBy = next.id
      next.replaces = old.id
      changed.add(old).add(next)
    }
  }
}

/** Items of which something was said to begin two days from this day at the most; each once, however much was said of it. */
function segmentsNearDay(
  { index, segments: items, segmentOf: owner }: MemberState,
  item: SegmentState,
  day: number,
): Set<SegmentState> {
  const out = new Set<SegmentState>()
  for (let d = day - 2; d <= day + 2; d++) {
    for (const raw of index.buckets.get(`${item.type}|${d}`) ?? []) {
      const other = items.get(owner.get(raw.id) ?? '')
      if (other !== undefined && other !== item) out.add(other)
    }
  }
  return out
}

/** Takes back links whose reason is gone: the old one is live again, the new one is not, or they are told otherwise. */
function unlink(state: MemberState, item: SegmentState, changed: Set<SegmentState>, env: Env): void {
  for (const id of [item.replaces, item.replacedBy]) {
    const other = id === null ? undefined : state.segments.get(id)
    if (other === undefined) continue
    const [old, next] = id === item.replacedBy ? [item, other] : [other, item]
    const both = old.rawSegments.length > 0 && next.rawSegments.length > 0
    if (both && old.status === 'Cancelled' && next.status !== 'Cancelled' && isRebooking(old, next, env))
      continue
    old.replacedBy = next.replaces = null
    for (const end of [old, next]) if (end.rawSegments.length > 0) changed.add(end)
  }
}

function isRebooking(old: SegmentState, next: SegmentState, env: Env): boolean {
  const [a, b] = [old.merged?.statement, next.merged?.statement]
  if (a == null || b == null || a.start === null || b.start === null) return false
  if (
    !isSameCity(a.from, b.from) ||
    !isSameCity(a.to, b.to) ||
    Math.abs(a.start.instant - b.start.instant) > 48 * HOUR
  )
    return false
  const kind = (item: SegmentState): string | undefined =>
    env.source(item.merged?.source ?? '')?.classification
  if (kind(old) !== kind(next)) return false
  const ended = old.rawSegments
    .map((raw) => statementOf(raw, env.places))
    .filter((s) => s.status === 'Cancelled')
    .sort(compareVersions)
    .at(-1)
  const began = next.rawSegments.map((raw) => statementOf(raw, env.places)).sort(compareVersions)[0]
  return ended !== undefined && began !== undefined && Math.abs(ended.statedAt - began.statedAt) <= DAY
}
