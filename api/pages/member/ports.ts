/** What the member's pages need besides api/pages/ports.ts. db and ops provide it. */
import type { BatchRow } from '../../../schemas/itinerary/reads.js'
import type { MemberChange } from '../../../schemas/itinerary/member.js'
import type { ConnectedApp } from '../../../schemas/oauth/connected-app.js'
import type { Envelope, MessageKind } from '../../../schemas/stream/message.js'

/** Names for codes of airports and airlines and ids of sources, from the reference data; unknown ones are left out. */
export interface NameStore {
  airports: (codes: readonly string[]) => Promise<Map<string, string>>
  airlines: (codes: readonly string[]) => Promise<Map<string, string>>
  sources: (ids: readonly string[]) => Promise<Map<string, string>>
}

/** What became of a change of the record; `pending`: accepted, but not applied yet. */
export type ProfileOutcome = 'done' | 'pending' | 'refused'

export interface ProfileStore {
  change: (memberId: string, change: MemberChange) => Promise<ProfileOutcome>
}

/** A message of the member to the itinerary (schemas/stream/message.ts). */
export interface MemberWrite {
  kind: MessageKind
  body: object
  envelope?: Partial<Envelope>
}

/** `row`: its outcome; null: accepted, but not applied yet. */
export interface Written {
  batch: string
  row: BatchRow | null
}

export interface WriteStore {
  /** Throws `rate_limited` if the member is over the segment quota. */
  write: (memberId: string, write: MemberWrite) => Promise<Written>
}

/** What became of a change of a loyalty account; `pending`: accepted, but not applied yet. */
export type LoyaltyChange = 'done' | 'pending' | 'not_found'

export interface LoyaltyStore {
  /**
   * The member names a booking (locator or ticket number) that the source sent for the number of the account. The answer
   * is the same for any other, so that it tells nothing of what is held.
   */
  confirm: (
    memberId: string,
    accountId: string,
    booking: string,
  ) => Promise<LoyaltyChange | 'unknown_booking'>
  remove: (memberId: string, accountId: string) => Promise<LoyaltyChange>
}

export interface ConnectionStore {
  list: (memberId: string) => Promise<ConnectedApp[]>
  /** Revokes what the member granted the application; false if there was nothing. */
  disconnect: (memberId: string, clientId: string) => Promise<boolean>
}
