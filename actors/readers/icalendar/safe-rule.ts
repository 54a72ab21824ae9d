/** Rules of repetition whose next date is never far away: the iterator of ical.js looks for one without end. */
import ICAL from 'ical.js'
import type { CalendarProperty } from './content-lines.js'

/** What each frequency may be narrowed down by; the text of the values, joined by commas. */
const NARROWED: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  DAILY: { byday: /^(?:MO|TU|WE|TH|FR|SA|SU|,)+$/ },
  WEEKLY: { byday: /^(?:MO|TU|WE|TH|FR|SA|SU|,)+$/ },
  MONTHLY: { byday: /^\+?-?[1-4][A-Z]{2}$/, bymonthday: /^(?:-1|[1-9]|1\d|2[0-8])$/ },
  YEARLY: {
    byday: /^\+?-?[1-4][A-Z]{2}$/,
    bymonth: /^(?:[1-9]|1[0-2])$/,
    bymonthday: /^(?:[1-9]|1\d|2[0-8])$/,
  },
}
const ALWAYS = new Set(['freq', 'interval', 'count', 'until', 'wkst'])
const LONGEST_INTERVAL = 52

/** The rule of a property; null: there is none, or one that is not read. */
export function safeRule(property: CalendarProperty | undefined): ICAL.Recur | null {
  const data = property?.values[0]
  if (typeof data !== 'object' || data === null) return null
  const { freq, interval } = data as { freq?: string; interval?: number }
  const narrowed = NARROWED[freq ?? '']
  if (narrowed === undefined || (interval !== undefined && !(interval >= 1 && interval <= LONGEST_INTERVAL)))
    return null
  const isKnown = Object.entries(data).every(
    ([name, value]) => ALWAYS.has(name) || narrowed[name]?.test(String(value)) === true,
  )
  if (!isKnown || (freq === 'YEARLY' && 'byday' in data && 'bymonthday' in data)) return null
  try {
    return ICAL.Recur.fromData(data)
  } catch {
    return null
  }
}
