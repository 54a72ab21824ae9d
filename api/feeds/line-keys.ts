/** The keys of lines (contract.md 8): as Idempotency-Key, but of an application alone, for a line by account may come before its member does. */
import { Fault } from '../../schemas/faults.js'
import type { FirstTry, KeyState } from '../reads.js'

/** `ids`: those to go on with, of the first try if there was one. */
export type ClaimedLine =
  | { is: 'ours'; ids: FirstTry }
  | { is: 'answered'; ids: FirstTry; segments: string }
  | { is: 'refused'; fault: Fault }

const JUST_NOW = new Fault('conflict', 'A line with this key was taken in just now; send it again.', {
  retryAfter: 1,
})
const REUSED = new Fault('idempotency_key_reused', 'This key was used with another line.')

/** What the state of its key says of a line. */
export function claimedLine(state: KeyState): ClaimedLine {
  switch (state.is) {
    case 'ours':
      return state
    case 'answered':
      return { is: 'answered', ids: state.ids, segments: state.answer }
    // Whoever took it in before may be gone: with the same ids both may go on, and its effect is one.
    case 'running':
      return state.ids === null ? { is: 'refused', fault: JUST_NOW } : { is: 'ours', ids: state.ids }
    case 'other':
      return { is: 'refused', fault: REUSED }
    default: {
      const never: never = state
      return never
    }
  }
}
