/** Takes messages in: statements, withdrawals, edits, profile, accounts. Says what they touch; decides nothing about trips. */
import type { Edit } from '../../../schemas/itinerary/edit.js'
import { idPlus } from '../../../schemas/base/ids.js'
import type { Id } from '../../../schemas/base/ids.js'
import type { StreamMessage, RawOutcome } from '../../../schemas/stream/message.js'
import type { RawSegment } from '../../itinerary/statement/raw-segment.js'
import { addStatement, createStatementIndex } from '../../itinerary/statement/statement-index.js'
import { updateLoyaltyAccount, recordHarvest } from '../profile/loyalty-accounts.js'
import { withdrawSegment, writeSegment } from './segment-writes.js'
import { applyEdit } from './trip-edits.js'
import type { Env } from '../env.js'
import { updateProfile } from '../profile/profile-update.js'
import type { SegmentState } from '../segments/segment-state.js'
import type { MemberState } from '../state.js'
import type { PendingBatch, StepEffects } from './step-effects.js'
import { affectedSegment, asRecord, cancelBookings, addSubmittedSegment } from './add-raw-segments.js'

/**
 * Applies one message to the state. Never throws on odd content: what cannot be read is left out. Throws a TypeError on a
 * kind it does not know: a newer version sent it, and nobody may record it as processed. Its member is parked then
 * (workers/README.md 5), and the message is replayed once workers know its kind.
 */
export function applyMessage(state: MemberState, step: StepEffects, message: StreamMessage, env: Env): void {
  const { envelope, body } = message
  const pending: PendingBatch = {
    message,
    rawIds: [],
    resource: null,
    refusal: null,
    writtenRawId: null,
    pinTo: null,
    cancelledStatements: new Map(),
  }
  step.batches.push(pending)
  switch (envelope.kind) {
    case 'segments': {
      const content = asRecord(body)
      const list = Array.isArray(content?.segments) ? (content.segments as unknown[]) : []
      const taken: RawSegment[] = []
      list.forEach((segment, i) => {
        const raw = addSubmittedSegment(
          state,
          step,
          pending,
          idPlus(envelope.first ?? envelope.batch, i),
          segment,
          env,
        )
        if (raw !== null) taken.push(raw)
      })
      if (content?.mode === 'replace') cancelBookings(state, step, taken, env, true)
      if (envelope.account !== undefined) recordHarvest(state, step, envelope.account, envelope.received, env)
      return
    }
    case 'segment': {
      writeSegment(state, step, pending, body, env)
      return
    }
    case 'withdraw': {
      withdrawSegment(state, step, pending, asRecord(body)?.id, env)
      return
    }
    case 'edit': {
      applyEdit(state, step, pending, body as Edit, env)
      return
    }
    case 'profile': {
      updateProfile(state, step, pending, asRecord(body) ?? {}, env)
      return
    }
    case 'account': {
      updateLoyaltyAccount(state, step, pending, asRecord(body) ?? {}, env)
      return
    }
    case 'refold': {
      // What the index was made from may have been stored under other rules.
      const raws = [...state.index.all.values()]
      state.index = createStatementIndex()
      for (const raw of raws) {
        addStatement(state.index, raw, env.places)
        step.toCluster.add(raw)
      }
      step.regroupAll = true
      return
    }
    default: {
      const unknown: never = envelope.kind
      throw new TypeError(`messages of kind ${JSON.stringify(unknown)} are not known to this version`)
    }
  }
}

/** The answer for every raw of a batch, once the fold is done. */
export function rawSegmentOutcomes(
  state: MemberState,
  pending: PendingBatch,
  created: ReadonlySet<SegmentState>,
  changed: ReadonlySet<Id>,
): RawOutcome[] {
  const fresh = new Set<SegmentState>()
  return pending.rawIds.map((id) => {
    const owner = state.segmentOf.get(id) ?? affectedSegment(state, pending, id)
    const item = owner === null ? undefined : state.segments.get(owner)
    const base = { _id: Number(id), segment_id: item?.id ?? null, trip_id: item?.tripId ?? null }
    if (item === undefined)
      return {
        ...base,
        action:
          state.heldCancellations.has(id) || pending.cancelledStatements.has(id)
            ? ('held' as const)
            : ('unchanged' as const),
      }
    if (created.has(item) && !fresh.has(item)) {
      fresh.add(item)
      return { ...base, action: 'created' as const }
    }
    if (item.status === 'Cancelled' && changed.has(item.id)) return { ...base, action: 'cancelled' as const }
    if (!changed.has(item.id)) return { ...base, action: 'unchanged' as const }
    const alone =
      item.rawSegments.length > 1 &&
      item.rawSegments.every((raw) => raw.source === item.rawSegments[0]?.source)
    return { ...base, action: alone ? ('updated' as const) : ('merged' as const) }
  })
}
