/** Storage of secret calendar addresses. db implements it. */
import type { Id } from '../../schemas/base/ids.js'

export interface CalendarFeed {
  id: Id
  name: string | null
  created: Date
  lastUsed: Date | null
}

export interface CalendarFeeds {
  /** Null if the member already has `max` addresses. */
  create: (
    feed: { id: Id; member: Id; client: string; name: string | null; secret: string },
    max: number,
  ) => Promise<CalendarFeed | null>
  list: (member: Id) => Promise<CalendarFeed[]>
  /** False if there was none. */
  remove: (member: Id, id: Id) => Promise<boolean>
  memberOf: (secret: string) => Promise<Id | null>
}
