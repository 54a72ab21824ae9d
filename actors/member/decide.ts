import type { Folded } from '../../schemas/folded.js'
import type { Incoming } from '../../schemas/message.js'
import type { Env } from './env.js'
import type { MemberState } from './state.js'

/**
 * One step of one member: everything queued for it, folded at once (itinerary.md 7). Pure but for reusing `state`,
 * which must not be touched again. Messages with `seq <= state.lastSeq` are left out by the caller.
 */
export function decide (state: MemberState, messages: Incoming[], _env: Env): { state: MemberState, folded: Folded } {
  const lastSeq = messages.at(-1)?.seq ?? state.lastSeq
  return {
    state: { ...state, lastSeq },
    folded: { member: state.id, profile: null, head: '{}', sequence: state.sequence, lastSeq, segments: [], trips: [], accounts: [], events: [], batches: [] }
  }
}
