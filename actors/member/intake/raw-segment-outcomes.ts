/** What became of each raw segment of a batch (RULES 7.7). */
import type { Id } from '../../../schemas/base/ids.js'
import type { RawOutcome } from '../../../schemas/stream/message.js'
import type { MemberState } from '../model.js'
import type { ResolvedSegments } from '../segments/resolve-segments.js'
import type { SegmentState } from '../segments/segment-state.js'
import { affectedSegment } from './booking-cancellations.js'
import type { PendingBatch } from './step-effects.js'

/**
 * The outcome of every raw segment of a batch, once the step is rendered. `changed` are the ids of segments
 * whose document changed.
 */
export function rawSegmentOutcomes(
  state: MemberState,
  batch: PendingBatch,
  { created, refused, superseded }: ResolvedSegments,
  changed: ReadonlySet<Id>,
): RawOutcome[] {
  /** Only the first raw segment of a new segment counts as its creation. */
  const reported = new Set<SegmentState>()
  return batch.rawIds.map((rawId) => {
    const id = state.segmentOf.get(batch.repeats.get(rawId) ?? rawId) ?? affectedSegment(state, batch, rawId)
    const segment = superseded.get(rawId) ?? (id === null ? undefined : state.segments.get(id))
    const outcome = (action: RawOutcome['action']): RawOutcome => ({
      _id: Number(rawId),
      segment_id: segment?.id ?? null,
      trip_id: segment?.tripId ?? null,
      action,
    })
    const reason = refused.get(rawId)
    if (reason !== undefined)
      return { ...outcome('refused'), error: 'limit_exceeded', error_description: reason }
    if (segment === undefined) {
      const isHeld = state.heldCancellations.has(rawId) || batch.cancelledStatements.has(rawId)
      return outcome(isHeld ? 'held' : 'unchanged')
    }
    if (created.has(segment) && !reported.has(segment)) {
      reported.add(segment)
      return outcome('created')
    }
    return outcome(changed.has(segment.id) ? changeOf(segment) : 'unchanged')
  })
}

function changeOf({ status, rawSegments }: SegmentState): RawOutcome['action'] {
  if (status === 'Cancelled') return 'cancelled'
  const source = rawSegments[0]?.source
  const isChange = rawSegments.length > 1 || rawSegments[0]?.replaced !== undefined
  const isOneSource = isChange && rawSegments.every((raw) => raw.source === source)
  return isOneSource ? 'updated' : 'merged'
}
