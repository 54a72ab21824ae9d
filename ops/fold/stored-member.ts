import type { StoredMember } from '../../schemas/stream/fold-result.js'

/** The stored form of a member of whom nothing has been folded. `profile` is the JSON text of the member record. */
export function newStoredMember(id: string, profile: string): StoredMember {
  return { id, profile, head: null, sequence: 0, appliedSeq: 0, segments: [], trips: [], accounts: [] }
}
