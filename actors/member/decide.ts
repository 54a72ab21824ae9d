/** One fold step of one member: messages in, rows and events out. The steps are in actors/README.md. */
import type { BatchWrite, FoldResult } from '../../schemas/stream/fold-result.js'
import type { Id } from '../../schemas/base/ids.js'
import type { StreamMessage } from '../../schemas/stream/message.js'
import { inOnePiece } from '../itinerary/lib/pieces.js'
import type { Pieces } from '../itinerary/lib/pieces.js'
import { buildEvents } from './documents/events.js'
import type { ResourceChange } from './documents/events.js'
import { renderDocuments, renderEverything } from './documents/render-documents.js'
import type { Env } from './env.js'
import { affectedSegment } from './intake/booking-cancellations.js'
import { applyMessage } from './intake/apply-message.js'
import { inheritEdits } from './intake/edits/inherit-edits.js'
import { rawSegmentOutcomes } from './intake/raw-segment-outcomes.js'
import { refuse } from './intake/refusals.js'
import { joinResults, splitStep } from './intake/split-step.js'
import { noteStatusReports } from './intake/status-intake.js'
import { noEffects } from './intake/step-effects.js'
import type { PendingBatch, StepEffects } from './intake/step-effects.js'
import type { MemberState } from './model.js'
import { homesOf } from './profile/homes.js'
import { linkRebookings } from './segments/rebookings.js'
import { remergeSegment } from './segments/merge-statements.js'
import { dropPossibleDuplicates } from './segments/possible-duplicates.js'
import { resolveSegments } from './segments/resolve-segments.js'
import type { ResolvedSegments } from './segments/resolve-segments.js'
import { setLeg } from './segments/segment-legs.js'
import { forgetExcess, holdReports } from './segments/status-reports.js'
import type { SegmentState } from './segments/segment-state.js'
import { storedHead } from './storage/rows.js'
import { regroupTrips } from './trips/regroup.js'

/**
 * Folds `messages`, everything queued for one member, as one step (RULES 2.1 and 7). Changes `state` in place
 * and returns it; if this throws, `state` is unusable. The caller leaves out batches that are applied.
 * @throws {NotLoadedError} if the step needs a segment that is not loaded
 * @throws {TypeError} for a message kind this version does not know
 */
export function decide(state: MemberState, messages: StreamMessage[], env: Env): Decided {
  return inOnePiece(decideInPieces(state, messages, env))
}

export interface Decided {
  state: MemberState
  folded: FoldResult
}

/** The same in pieces; nothing else may use `state` before it is done. */
export function* decideInPieces(state: MemberState, messages: StreamMessage[], env: Env): Pieces<Decided> {
  const folded: FoldResult[] = []
  for (const part of splitStep(messages)) folded.push(yield* foldPart(state, part, env))
  return { state, folded: folded.reduce(joinResults) }
}

/**
 * The order matters: clustering moves statements between segments, so only what is left is merged again and
 * only then is it known which segments are gone. Those still name their trip while trips are regrouped,
 * because it is affected. Pins of single writes name the clustered segment and are set before regrouping.
 */
function* foldPart(state: MemberState, messages: StreamMessage[], env: Env): Pieces<FoldResult> {
  const effects = noEffects()
  for (const message of messages) {
    yield* applyMessage(state, effects, message, env)
    yield
  }

  const resolved = yield* resolveSegments(state, effects.toCluster, env)
  for (const segment of effects.toMerge)
    if (segment.rawSegments.length > 0 && !resolved.remerged.has(segment)) {
      remergeSegment(state, segment, env)
      resolved.changed.add(segment)
      yield
    }
  const gone = retireSegments(state, effects, resolved, env)
  for (const batch of effects.batches) {
    refuseWrite(batch, resolved)
    noteStatusReports(state, batch, env)
    assignWrittenSegment(state, batch)
  }
  forgetExcess(state, env.places)
  linkRebookings(state, resolved.changed, gone, env)
  dropPossibleDuplicates(state, gone, resolved.changed)

  const homes = homesOf(state, env)
  const { toRegroup, editedTrips } = effects
  for (const { id } of gone) toRegroup.add(id)
  for (const id of pinnedByWrites(state, effects.batches)) toRegroup.add(id)
  const scope = { everything: effects.regroupAll, affected: toRegroup, edited: editedTrips }
  const trips = yield* regroupTrips(state, homes, env, scope)
  // Not before: regrouping finds the trips that lost these segments by it.
  for (const segment of gone) segment.tripId = null
  if (effects.renderAll) renderEverything(state, trips)
  for (const [trip, mergeTarget] of effects.mergedTrips) trips.merged.set(trip, mergeTarget)

  const { editedFields } = effects
  const rendered = yield* renderDocuments(
    state,
    { segments: resolved.changed, gone, trips, editedFields },
    homes,
    env,
  )
  const batches = effects.batches.map((batch) =>
    batchResult(batch, rawSegmentOutcomes(state, batch, resolved, rendered.changedSegments)),
  )
  const events = yield* buildEvents(
    state,
    [...rendered.changes, ...effects.otherChanges, ...batches.map(batchProcessed)],
    env.now,
  )
  state.appliedSeq = messages.at(-1)?.seq ?? state.appliedSeq
  return {
    member: state.id,
    profile: effects.profileChanged ? JSON.stringify(state.profile) : null,
    head: JSON.stringify(storedHead(state, homes)),
    sequence: state.sequence,
    appliedSeq: state.appliedSeq,
    segments: rendered.segments,
    trips: rendered.trips,
    accounts: effects.accounts,
    events,
    batches,
  }
}

/**
 * RULES 7.1: segments whose statements moved to another segment are Merged, those without any are Deleted.
 * Returns both.
 */
function retireSegments(
  state: MemberState,
  effects: StepEffects,
  resolved: ResolvedSegments,
  env: Env,
): Set<SegmentState> {
  const { mergedAway, emptied } = resolved
  for (const [segment, mergeTarget] of mergedAway) {
    retire(state, segment, 'Merged', mergeTarget)
    const target = state.segments.get(mergeTarget) as SegmentState
    if (inheritEdits(state, segment, target)) remergeSegment(state, target, env)
    effects.toRegroup.add(mergeTarget)
  }
  const isEmpty = (segment: SegmentState): boolean => segment.rawSegments.length === 0
  for (const segment of new Set([...emptied, ...effects.emptied]))
    if (isEmpty(segment)) retire(state, segment, 'Deleted', null)
  return new Set([...mergedAway.keys(), ...emptied, ...effects.emptied].filter(isEmpty))
}

function retire(
  state: MemberState,
  segment: SegmentState,
  status: 'Merged' | 'Deleted',
  mergedInto: Id | null,
): void {
  segment.status = status
  segment.mergedInto = mergedInto
  setLeg(state, segment, null)
  holdReports(state, segment, [])
  segment.merged = null
}

/** Refuses a single write whose statement exceeds a limit (RULES 2.3). */
function refuseWrite(batch: PendingBatch, { refused }: ResolvedSegments): void {
  const reason = batch.writtenRawId === null ? undefined : refused.get(batch.writtenRawId)
  if (reason !== undefined) refuse(batch, 'conflict', reason)
}

/** Notes which segment a single write produced, and pins it to the trip the write named. */
function assignWrittenSegment(state: MemberState, batch: PendingBatch): void {
  const rawId = batch.writtenRawId
  if (rawId === null) return
  const written = state.segmentOf.get(rawId)
  const id = written ?? affectedSegment(state, batch, rawId)
  if (id !== null) batch.resource = { kind: 'segment', id }
  if (written !== undefined && batch.pinTo !== null) state.constraints.pins.set(written, batch.pinTo)
}

/** Ids of the segments that single writes pinned to a trip. */
function pinnedByWrites(state: MemberState, batches: readonly PendingBatch[]): Id[] {
  return batches.flatMap(({ pinTo, writtenRawId }) => {
    if (pinTo === null || writtenRawId === null) return []
    return state.segments.get(state.segmentOf.get(writtenRawId) ?? '')?.id ?? []
  })
}

function batchResult(
  { message, resource, refusal }: PendingBatch,
  results: BatchWrite['results'],
): BatchWrite {
  return {
    id: message.envelope.batch,
    seq: message.seq,
    status: refusal === null ? 'processed' : 'failed',
    results,
    resource,
    refusal,
  }
}

/** The batch as it can be read, without why it failed: that may name what the member cannot see (webhooks.md 1). */
function batchProcessed({ id, status, results }: BatchWrite): ResourceChange {
  return {
    type: 'batch.processed',
    resourceId: id,
    object: { id, status, segments: results },
    previous: null,
    material: false,
  }
}
