/** Ways in which the stream and the cursors can fall apart without any error (workers/README.md 3.4, 4.4). */
import type { StreamState } from '../../stream/setup.js'

export type HaltReason = 'HALTED_SEQ_REGRESSED' | 'HALTED_STREAM_RECREATED' | 'HALTED_GAP'

/**
 * Why a partition at `cursor` must not go on with this stream; null when all is well.
 * - `HALTED_STREAM_RECREATED`: it is another stream than the one the cursors count in, or there is none (null).
 * - `HALTED_SEQ_REGRESSED`: it ends before the cursor; what is stored next would be skipped in silence.
 * - `HALTED_GAP`: its oldest message is younger than the cursor's next; what lay between is lost.
 */
export function haltReason(
  stream: StreamState | null,
  known: { created: string },
  cursor: number,
): HaltReason | null {
  if (stream?.created !== known.created) return 'HALTED_STREAM_RECREATED'
  if (stream.lastSeq < cursor) return 'HALTED_SEQ_REGRESSED'
  if (stream.firstSeq > cursor + 1) return 'HALTED_GAP'
  return null
}
