/** What the member's pages need besides api/pages/ports.ts. db and ops provide it. */
import type { MemberChange } from '../../../schemas/itinerary/member.js'

/** Names for codes of airports and ids of sources, from the reference data; unknown ones are left out. */
export interface NameStore {
  airports: (codes: readonly string[]) => Promise<Map<string, string>>
  sources: (ids: readonly string[]) => Promise<Map<string, string>>
}

/** What became of a change of the record; `pending`: accepted, but not applied yet. */
export type ProfileOutcome = 'done' | 'pending' | 'refused'

export interface ProfileStore {
  change: (memberId: string, change: MemberChange) => Promise<ProfileOutcome>
}
