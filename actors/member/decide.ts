/** One step of one member (RULES 7.4): messages in, rows and events out. */
import type { FoldResult } from '../../schemas/stream/fold-result.js'
import type { Id } from '../../schemas/base/ids.js'
import type { StreamMessage } from '../../schemas/stream/message.js'
import type { Env } from './env.js'
import { linkRebookings } from './segments/rebookings.js'
import { buildEvents } from './documents/events.js'
import { applyMessage, rawSegmentOutcomes } from './intake/apply-message.js'
import { dropPossibleDuplicates, remergeSegment, resolveSegments } from './segments/resolve-segments.js'
import { joinResults, splitStep } from './intake/split-step.js'
import { homesOf } from './profile/homes.js'
import { setLeg } from './segments/segment-legs.js'
import { regroupTrips } from './trips/regroup.js'
import { storedHead } from './storage/rows.js'
import type { SegmentState } from './segments/segment-state.js'
import type { MemberState } from './state.js'
import { noEffects } from './intake/step-effects.js'
import { affectedSegment } from './intake/add-raw-segments.js'
import { renderDocuments } from './documents/render-documents.js'

/**
 * One step of one member: everything queued for it, folded at once, or in parts (parts.ts) (RULES 7.4). Pure but for
 * reusing `state`, which must not be touched again. Messages with `seq <= state.lastSeq` are left out by the caller.
 */
export function decide(
  state: MemberState,
  messages: StreamMessage[],
  env: Env,
): { state: MemberState; folded: FoldResult } {
  return {
    state,
    folded: splitStep(messages)
      .map((part) => fold(state, part, env))
      .reduce(joinResults),
  }
}

function fold(state: MemberState, messages: StreamMessage[], env: Env): FoldResult {
  const step = noEffects()
  for (const message of messages) applyMessage(state, step, message, env)
  const resolved = resolveSegments(state, step.toCluster, env, step.regroupAll)
  for (const item of step.toMerge)
    if (item.rawSegments.length > 0 && !resolved.remerged.has(item)) {
      remergeSegment(state, item, env)
      resolved.changed.add(item)
    }
  for (const [item, into] of resolved.mergedAway) retire(state, item, 'Merged', into)
  for (const item of new Set([...resolved.emptied, ...step.emptied]))
    if (item.rawSegments.length === 0) retire(state, item, 'Deleted', null)
  for (const pending of step.batches) {
    if (pending.writtenRawId === null) continue
    const owner = state.segmentOf.get(pending.writtenRawId)
    const id = owner ?? affectedSegment(state, pending, pending.writtenRawId)
    if (id !== null) pending.resource = { kind: 'segment', id }
    if (owner !== undefined && pending.pinTo !== null) state.constraints.pins.set(owner, pending.pinTo)
  }
  const gone = new Set<SegmentState>(
    [...resolved.mergedAway.keys(), ...resolved.emptied, ...step.emptied].filter(
      (item) => item.rawSegments.length === 0,
    ),
  )
  linkRebookings(state, resolved.changed, gone, env)
  dropPossibleDuplicates(state, gone, resolved.changed)
  const homes = homesOf(state, env)
  const regrouped = regroupTrips(
    state,
    homes,
    env,
    step.regroupAll,
    [
      ...gone,
      ...step.batches.flatMap((p) =>
        p.pinTo === null || p.writtenRawId === null
          ? []
          : [state.segments.get(state.segmentOf.get(p.writtenRawId) ?? '')],
      ),
    ].flatMap((item) => (item === undefined ? [] : [item.id])),
  )
  for (const item of gone) item.tripId = null
  for (const trip of step.editedTrips) regrouped.changed.add(trip)
  for (const [other, into] of step.mergedTrips) regrouped.merged.set(other, into)
  const { segments, trips, changes, visible } = renderDocuments(
    state,
    resolved.changed,
    gone,
    regrouped,
    step.editedFields,
    homes,
    env,
  )
  const batches = step.batches.map((pending) => ({
    id: pending.message.envelope.batch,
    seq: pending.message.seq,
    status: pending.refusal === null ? ('processed' as const) : ('failed' as const),
    results: rawSegmentOutcomes(state, pending, resolved.created, visible),
    resource: pending.resource,
    refusal: pending.refusal,
  }))
  for (const batch of batches) {
    changes.push({
      type: 'batch.processed',
      resourceId: batch.id,
      object: { id: batch.id, batch_id: batch.id, status: batch.status, results: batch.results },
      previous: null,
      material: false,
    })
  }
  const events = buildEvents(
    state,
    [
      ...changes.filter((c) => c.type !== 'batch.processed'),
      ...step.otherChanges,
      ...changes.filter((c) => c.type === 'batch.processed'),
    ],
    env.now,
  )
  state.lastSeq = messages.at(-1)?.seq ?? state.lastSeq
  return {
    member: state.id,
    profile: step.profileChanged ? JSON.stringify(state.profile) : null,
    head: JSON.stringify(storedHead(state)),
    sequence: state.sequence,
    lastSeq: state.lastSeq,
    segments,
    trips,
    accounts: step.accounts,
    events,
    batches,
  }
}

function retire(state: MemberState, item: SegmentState, status: 'Merged' | 'Deleted', into: Id | null): void {
  item.status = status
  item.mergedInto = into
  setLeg(state, item, null)
  item.merged = null
}
