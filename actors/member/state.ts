import type { StoredMember } from '../../schemas/folded.js'
import type { Env } from './env.js'

/** One member's itinerary in memory. Owned by whoever holds it: `decide` may reuse it, the old one is then spent. */
export interface MemberState { readonly id: string, lastSeq: number, sequence: number }

/** The state of a member as last saved. */
export function restore (stored: StoredMember, _env: Env): MemberState {
  return { id: stored.id, lastSeq: stored.lastSeq, sequence: stored.sequence }
}

/** Rough size in bytes, for the cache that holds states. */
export function weigh (_state: MemberState): number { return 1_000 }
