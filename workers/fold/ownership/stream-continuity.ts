/** Ways in which stream and cursors can diverge without any error (workers/DESIGN.md 3.4, 4.4). */
import type { StreamState } from '../../stream/setup.js'

export type HaltReason = 'HALTED_SEQ_REGRESSED' | 'HALTED_STREAM_RECREATED' | 'HALTED_GAP'

/**
 * Why a partition at `cursor` must not continue with this stream; null if it may.
 * - `HALTED_STREAM_RECREATED`: it is another stream than the one the cursors belong to, or there is none
 *   (null).
 * - `HALTED_SEQ_REGRESSED`: it ends before the cursor; messages stored next would be skipped silently.
 * - `HALTED_GAP`: its oldest message comes after the one due next; the messages in between are lost.
 */
export function haltReason(
  stream: StreamState | null,
  known: { streamId: string },
  cursor: number,
): HaltReason | null {
  if (stream?.streamId !== known.streamId) return 'HALTED_STREAM_RECREATED'
  if (stream.lastSeq < cursor) return 'HALTED_SEQ_REGRESSED'
  if (stream.firstSeq > cursor + 1) return 'HALTED_GAP'
  return null
}
