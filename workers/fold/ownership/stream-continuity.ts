/**
 * Ways in which stream and cursors can diverge without any error (workers/DESIGN.md 3.4, 4.4).
 */
import type { StoredIdentity } from '../../../schemas/stream/partition-store.js'
import type { StreamState } from '../../stream/setup.js'

/**
 * Epoch milliseconds at which the message at the cursor was stored, when it was folded and as the stream says
 * now.
 */
export interface StoredAtCursor {
  expected: number
  found: number
}

/** A session reports nanoseconds as a number, which is exact to a fraction of a microsecond. */
const ROUNDING_MS = 1

export type HaltReason = 'HALTED_SEQ_REGRESSED' | 'HALTED_STREAM_RECREATED' | 'HALTED_GAP'

/**
 * Why a partition at `cursor` must not continue with this stream; null if it may.
 * - `HALTED_STREAM_RECREATED`: it is another stream than the one the cursors belong to, or there is none
 *   (null).
 * - `HALTED_SEQ_REGRESSED`: it lost its end. It ends before the cursor, and messages stored next would be
 *   skipped silently; or it holds another message there, and such messages have been skipped.
 * - `HALTED_GAP`: its oldest message comes after the one due next; the messages in between are lost, unless they were
 *   markers.
 */
export function haltReason(
  stream: StreamState | null,
  known: Pick<StoredIdentity, 'streamId' | 'slices' | 'marked'>,
  { cursor, atCursor = null }: { cursor: number; atCursor?: StoredAtCursor | null },
): HaltReason | null {
  if (stream?.streamId !== known.streamId || stream.slices !== known.slices) return 'HALTED_STREAM_RECREATED'
  if (stream.lastSeq < cursor) return 'HALTED_SEQ_REGRESSED'
  if (atCursor !== null && Math.abs(atCursor.expected - atCursor.found) > ROUNDING_MS)
    return 'HALTED_SEQ_REGRESSED'
  const [first, last] = known.marked ?? [0, 0]
  const passed = cursor >= first && cursor < last ? last : cursor
  if (stream.firstSeq > passed + 1) return 'HALTED_GAP'
  return null
}
