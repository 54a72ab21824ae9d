/** Secret addresses at which calendar programs read an itinerary (contract.md 2). */

/** Per member. */
export const MAX_FEEDS = 20
export const CALENDAR_PREFIX = 'cal_'

export function calendarUrl(baseUrl: string, secret: string): string {
  return `${baseUrl}/v2/trips.ics?feed=${secret}`
}
