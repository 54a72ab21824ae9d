/**
 * Keys of lines (contract.md 8.1): like an Idempotency-Key, but scoped to the application alone, because a
 * line addressed by account may arrive before its member registers it.
 */
import { ApiError } from '../../../schemas/base/errors.js'
import type { KeyState, ReservedIds } from '../../../schemas/stream/idempotency-keys.js'

/** `ids`: the ids to continue with, those of the first attempt if there was one. */
export type ClaimedLine =
  { is: 'ours'; ids: ReservedIds } | { is: 'answered'; ids: ReservedIds } | { is: 'refused'; error: ApiError }

const KEY_IN_USE = new ApiError(
  'conflict',
  'A line with this key was accepted just now. Retry after 1 second.',
  { retryAfter: 1 },
)
const KEY_REUSED = new ApiError(
  'idempotency_key_reused',
  'This key was used with another line. Use a new key for each line.',
)

/** What the state of its key means for a line. */
export function toClaimedLine(state: KeyState): ClaimedLine {
  switch (state.is) {
    case 'ours':
      return state
    case 'answered':
      return state
    // The earlier sender may be gone. With the same ids both may continue, and the effect is one.
    case 'running':
      return state.ids === null ? { is: 'refused', error: KEY_IN_USE } : { is: 'ours', ids: state.ids }
    case 'unknown':
      return { is: 'ours', ids: state.ids }
    case 'other':
      return { is: 'refused', error: KEY_REUSED }
    default: {
      const never: never = state
      return never
    }
  }
}
