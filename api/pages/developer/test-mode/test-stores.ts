/** What the tab "Test" needs. db and ops provide it. */
import type { Id } from '../../../../schemas/base/ids.js'
import type { JourneyWrite } from '../../../../schemas/test-mode/journeys.js'
import type { Written } from '../../member/ports.js'

/** Test members of an application (webhooks.md 7). */
export interface TestMemberStore {
  /** Oldest first. */
  list: (clientId: string) => Promise<Array<{ id: Id; created: Date }>>
  /** Creates a member that authorises the application; null at the maximum per application. */
  create: (clientId: string) => Promise<Id | null>
  /** An access token for the member, connected again if necessary; null while the application is disabled. */
  token: (clientId: string, member: Id) => Promise<string | null>
  /** The end of the member's last segment, epoch milliseconds; null without segments. */
  lastEnd: (member: Id) => Promise<number | null>
  /** Sends a message like the application, and waits for its fold. Throws `rate_limited` over the segment quota. */
  write: (clientId: string, member: Id, write: JourneyWrite) => Promise<Written>
  /** Ends every authorization of the member, and has everything about it erased. */
  remove: (member: Id) => Promise<void>
}
