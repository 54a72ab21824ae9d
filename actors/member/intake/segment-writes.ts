/** Single statements: written, put in the place of another, taken back (contract.md 2). */
import type { Id } from '../../../schemas/base/ids.js'
import { normaliseText } from '../../../schemas/base/text.js'
import type { RawSegment } from '../../itinerary/statement/raw-segment.js'
import { isBookingCancellation, statementOf } from '../../itinerary/statement/statement.js'
import { removeStatement } from '../../itinerary/statement/statement-index.js'
import { findTrip } from './trip-edits.js'
import type { Env } from '../env.js'
import type { SegmentState } from '../segments/segment-state.js'
import type { MemberState } from '../state.js'
import { matchesExpectedVersion, refuse, refuseNotFound } from './step-effects.js'
import type { PendingBatch, StepEffects } from './step-effects.js'
import { addRawSegment, readRawSegment, asRecord } from './add-raw-segments.js'

/** An application changes what it submitted; a member's own statements may be changed by any of the member's applications. */
function mayChange(raw: RawSegment, client: string | undefined): boolean {
  return raw.source === 'manual' || raw.client === undefined || client === undefined || raw.client === client
}

/** What the application may change of a raw or merged segment, in order of arrival, and the segment; null, with a refusal, when there is nothing or it has changed. */
function findChangeable(
  state: MemberState,
  pending: PendingBatch,
  name: Id,
): { item: SegmentState | undefined; raws: RawSegment[] } | null {
  const raw = state.index.all.get(name)
  const item = state.segments.get(raw === undefined ? name : (state.segmentOf.get(name) ?? ''))
  const raws = raw !== undefined ? [raw] : (item?.rawSegments ?? [])
  if (!matchesExpectedVersion(pending, item)) return null
  if (raws.length === 0) {
    refuseNotFound(pending, 'segment', name)
    return null
  }
  const allowed = raws.filter((one) => mayChange(one, pending.message.envelope.client))
  if (allowed.length === 0) {
    refuse(pending, 'access_denied', 'The segment was submitted by another application.')
    return null
  }
  return { item, raws: allowed }
}

/** Forgets a raw; what is left of its segment is clustered again. */
function dropRawSegment(state: MemberState, step: StepEffects, raw: RawSegment, env: Env): void {
  removeStatement(state.index, raw, env.places)
  step.toCluster.delete(raw)
  state.heldCancellations.delete(raw.id)
  const owner = state.segmentOf.get(raw.id)
  state.segmentOf.delete(raw.id)
  const item = owner === undefined ? undefined : state.segments.get(owner)
  if (item === undefined) return
  item.rawSegments = item.rawSegments.filter((other) => other !== raw)
  for (const other of item.rawSegments) step.toCluster.add(other)
  if (item.rawSegments.length === 0) step.emptied.add(item)
  else step.toMerge.add(item)
}

/**
 * Takes a single statement in. `replaces` in its envelope names a raw or merged segment: it takes the place of the latest
 * statement there that the application may change, of its own source if there is one; without source it is of that one's.
 */
export function writeSegment(
  state: MemberState,
  step: StepEffects,
  pending: PendingBatch,
  body: unknown,
  env: Env,
): void {
  const { batch, first, replaces, pin } = pending.message.envelope
  const fields = asRecord(body)
  const source = normaliseText(fields?.source)
  const named = replaces === undefined ? null : findChangeable(state, pending, replaces)
  if (replaces !== undefined && named === null) return
  const replaced = named?.raws.findLast((raw) => raw.source === source) ?? named?.raws.at(-1)
  const trip = pin === undefined ? null : findTrip(state, pending, pin)
  if (pin !== undefined && trip === null) return
  const raw = readRawSegment(
    state,
    pending,
    first ?? batch,
    replaced === undefined ? body : { ...fields, source: source ?? replaced.source },
  )
  if (raw === null) {
    refuse(pending, 'invalid_request', 'The segment could not be read.')
    return
  }
  pending.rawIds.push(raw.id)
  pending.writtenRawId = raw.id
  const item = named?.item
  // Who reads a segment, changes it and puts it back names the trip that it is in; that alone is no word that it shall stay there.
  pending.pinTo =
    trip === null || (item?.tripId === trip.id && !state.constraints.pins.has(item.id)) ? null : trip.id
  if (replaced === undefined) addRawSegment(state, step, pending, raw, env)
  else if (isBookingCancellation(statementOf(raw, env.places))) {
    // It says nothing of a leg that could stand in the place of what was said: that stays, and is cancelled where it is of this booking.
    addRawSegment(state, step, pending, raw, env)
    if (item !== undefined) {
      pending.resource = { kind: 'segment', id: item.id }
      pending.writtenRawId = null
    }
  } else replaceStatement(state, step, pending, { raw, replaced, item }, env)
}

/** Puts a statement in the place of another, so that its segment keeps its id. */
function replaceStatement(
  state: MemberState,
  step: StepEffects,
  pending: PendingBatch,
  { raw, replaced, item }: { raw: RawSegment; replaced: RawSegment; item: SegmentState | undefined },
  env: Env,
): void {
  dropRawSegment(state, step, replaced, env)
  if (item !== undefined) {
    state.segmentOf.set(raw.id, item.id)
    step.emptied.delete(item)
  }
  addRawSegment(state, step, pending, raw, env)
  // Where the two part, the id goes with the new one unless more speaks for the rest: it is clustered before it.
  for (const other of item?.rawSegments ?? []) {
    step.toCluster.delete(other)
    step.toCluster.add(other)
  }
}

/** Takes back what the application has said of a raw or merged segment. */
export function withdrawSegment(
  state: MemberState,
  step: StepEffects,
  pending: PendingBatch,
  id: unknown,
  env: Env,
): void {
  const named = findChangeable(
    state,
    pending,
    typeof id === 'string' || typeof id === 'number' ? String(id) : '',
  )
  if (named === null) return
  const { item, raws } = named
  if (item !== undefined) pending.resource = { kind: 'segment', id: item.id }
  for (const r of raws) {
    dropRawSegment(state, step, r, env)
    pending.rawIds.push(r.id)
  }
  step.regroupAll = true
}
