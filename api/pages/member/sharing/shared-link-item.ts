/** A link to a trip as the page of the trip lists it (oauth.md 6.5). */
import type { SharedTrip } from '../../../../schemas/member-pages/shared-trip.js'
import { formatDate, formatDateTime } from '../../lib/format-date.js'

export interface SharedLinkItem {
  id: string
  shows: string
  ends: string
  created: string
  lastViewed: string
}

export function sharedLinkItem(link: SharedTrip): SharedLinkItem {
  return {
    id: link.id,
    shows: shownText(link),
    ends: endsText(link),
    created: formatDate(link.created),
    lastViewed: link.lastViewed === null ? 'not yet' : formatDateTime(link.lastViewed),
  }
}

function endsText({ expires, untilEnd }: SharedTrip): string {
  if (expires !== null) return `on ${formatDate(expires)}`
  return untilEnd ? 'when the trip ends' : 'when you revoke it'
}

/** What a reader of the link sees. */
export function shownText({ locators, prices }: { locators: boolean; prices: boolean }): string {
  const more = [locators ? 'booking numbers' : null, prices ? 'prices' : null].filter((one) => one !== null)
  return ['route, times, places and seats', ...more].join(', ')
}
