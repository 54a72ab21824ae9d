/** The keys of lines (contract.md 8): as Idempotency-Key, but of an application alone, for a line by account may come before its member does. */
import { ApiError } from '../../../schemas/base/errors.js'
import type { ReservedIds, KeyState } from '../../ports/reads.js'

/** `ids`: those to go on with, of the first try if there was one. */
export type ClaimedLine =
  | { is: 'ours'; ids: ReservedIds }
  | { is: 'answered'; ids: ReservedIds; segments: string }
  | { is: 'refused'; fault: ApiError }

const KEY_IN_USE = new ApiError('conflict', 'A line with this key was taken in just now; send it again.', {
  retryAfter: 1,
})
const KEY_REUSED = new ApiError('idempotency_key_reused', 'This key was used with another line.')

/** What the state of its key says of a line. */
export function toClaimedLine(state: KeyState): ClaimedLine {
  switch (state.is) {
    case 'ours':
      return state
    case 'answered':
      return { is: 'answered', ids: state.ids, segments: state.answer }
    // Whoever took it in before may be gone: with the same ids both may go on, and its effect is one.
    case 'running':
      return state.ids === null ? { is: 'refused', fault: KEY_IN_USE } : { is: 'ours', ids: state.ids }
    case 'other':
      return { is: 'refused', fault: KEY_REUSED }
    default: {
      const never: never = state
      return never
    }
  }
}
