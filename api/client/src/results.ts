/** What calls give, besides the shapes of the document. */
import type { AcceptedBatch, Batch, Segment } from './generated/types.js'

export type SegmentOfType<T extends Segment['type']> = Extract<Segment, { type: T }>

/**
 * A write waits until it is on the itinerary, at most five seconds. If it takes longer, or the token may not read
 * the result, there is the batch.
 */
export type Written<T> =
  { pending: false; resource: T; etag: string | null } | { pending: true; batch: Batch }

/** A batch that is on disk, and not on the itinerary yet. */
export interface Submitted {
  accepted: AcceptedBatch
  batchId: string
}
