/** The keys of lines (contract.md 8): as Idempotency-Key, but of an application alone, for a line by account may come before its member does. */
import { Fault } from '../../schemas/faults.js'
import type { FirstTry, IdempotencyKeys, KeyOwner } from '../reads.js'

/** Stands where the rows of Idempotency-Key have a member; no member has this id. */
const NO_MEMBER = '0'

export type ClaimedLine = { is: 'ours', ids: FirstTry } | { is: 'answered', ids: FirstTry, segments: string } | { is: 'refused', fault: Fault }

export interface LineKeys {
  claim: (key: string, line: Uint8Array, proposed: FirstTry) => Promise<ClaimedLine>
  answered: (key: string, line: Uint8Array, segments: string) => Promise<void>
  /** It was not accepted, or nobody knows: the next try goes on with the same ids. */
  leave: (key: string, line: Uint8Array) => Promise<void>
}

export function lineKeys (keys: IdempotencyKeys, client: string): LineKeys {
  const owner = (key: string, body: Uint8Array): KeyOwner => ({ client, member: NO_MEMBER, key, body })
  return {
    claim: async (key, line, proposed) => {
      const state = await keys.claim(owner(key, line), proposed)
      switch (state.is) {
        case 'ours': return state
        case 'answered': return { is: 'answered', ids: state.ids, segments: state.answer }
        // Whoever took it in before may be gone: with the same ids both may go on, and its effect is one.
        case 'running': return state.ids === null ? { is: 'refused', fault: new Fault('conflict', 'A line with this key was taken in just now; send it again.', { retryAfter: 1 }) } : { is: 'ours', ids: state.ids }
        case 'other': return { is: 'refused', fault: new Fault('idempotency_key_reused', 'This key was used with another line.') }
        default: { const never: never = state; return never }
      }
    },
    answered: async (key, line, segments) => { await keys.answered(owner(key, line), 202, segments) },
    leave: async (key, line) => { await keys.leave(owner(key, line)) }
  }
}
