/** Storage of secret calendar addresses. db implements it. */
import type { Id } from '../../schemas/base/ids.js'

export interface CalendarFeed {
  id: Id
  name: string | null
  created: Date
  lastUsed: Date | null
  /** The application that made it; null: the member, on a page. */
  client: string | null
}

/** What an address opens. */
export interface CalendarAddress {
  member: Id
  /** Version of the member's itinerary. */
  version: string
}

export interface CalendarFeeds {
  /** Null if the member already has `max` addresses. */
  create: (
    feed: { id: Id; member: Id; client: string | null; name: string | null; secret: string },
    max: number,
  ) => Promise<CalendarFeed | null>
  list: (member: Id) => Promise<CalendarFeed[]>
  /** False if there was none. */
  remove: (member: Id, id: Id) => Promise<boolean>
  /** The same for an application: an address that the member made stays. */
  removeByApp: (member: Id, id: Id) => Promise<'removed' | 'of_member' | 'unknown'>
  /** The address with that secret, if it opens anything; records the use. */
  find: (secret: string) => Promise<CalendarAddress | null>
}
