/** A calendar address as its page lists it. */
import type { CalendarFeed } from '../../../ports/calendar-feeds.js'
import { formatDate, formatDateTime } from '../../lib/format-date.js'

/** Without its secret. */
export interface CalendarLinkItem {
  id: string
  name: string
  /** Name of the application that made it; null: the member. */
  app: string | null
  created: string
  lastUsed: string
}

/** @param apps names of connected applications by id */
export function calendarLinkItem(feed: CalendarFeed, apps: ReadonlyMap<string, string>): CalendarLinkItem {
  return {
    id: feed.id,
    name: feed.name ?? 'Without a name',
    app: feed.client === null ? null : (apps.get(feed.client) ?? 'an application'),
    created: formatDate(feed.created),
    lastUsed: feed.lastUsed === null ? 'not yet' : formatDateTime(feed.lastUsed),
  }
}
