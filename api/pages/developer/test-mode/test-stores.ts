/** What the tab "Test" needs. db and ops provide it. */
import type { Id } from '../../../../schemas/base/ids.js'
import type { JourneyWrite } from '../../../../schemas/test-mode/journeys.js'
import type { Written } from '../../member/ports.js'

/** Test members of an application (webhooks.md 7). */
export interface TestMemberStore {
  /** Oldest first. */
  list: (clientId: string) => Promise<Array<{ id: Id; created: Date }>>
  /** A new one, which authorises the application; null if it has as many as it may. */
  create: (clientId: string) => Promise<Id | null>
  /** An access token for the member, whom it connects again if need be; null while the application is disabled. */
  token: (clientId: string, member: Id) => Promise<string | null>
  /** When the last segment of the member ends, epoch milliseconds; null: there is none. */
  lastEnd: (member: Id) => Promise<number | null>
  /** Sends a message as the application does, and waits for its fold. Throws `rate_limited` over the segment quota. */
  write: (clientId: string, member: Id, write: JourneyWrite) => Promise<Written>
  /** Ends every authorization of the member, and has everything about it erased. */
  remove: (member: Id) => Promise<void>
}
