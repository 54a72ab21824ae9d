/** What the member's pages need besides api/pages/ports.ts. db and ops provide it. */
import type { WaitingLines } from '../../../schemas/itinerary/account.js'
import type { MemberChange } from '../../../schemas/itinerary/member.js'
import type { ConnectedApp } from '../../../schemas/oauth/connected-app.js'

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

/** What became of a change of a loyalty account; `pending`: accepted, but not applied yet. */
export type LoyaltyChange = 'done' | 'pending' | 'not_found'

export interface LoyaltyStore {
  /** Data without a name that waits for numbers of the member. */
  waiting: (memberId: string) => Promise<WaitingLines[]>
  /** The member says that the number of the account is theirs. */
  confirm: (memberId: string, accountId: string) => Promise<LoyaltyChange>
  remove: (memberId: string, accountId: string) => Promise<LoyaltyChange>
}

export interface ConnectionStore {
  list: (memberId: string) => Promise<ConnectedApp[]>
  /** Revokes what the member granted the application; false if there was nothing. */
  disconnect: (memberId: string, clientId: string) => Promise<boolean>
}
