/** An event of a calendar with what its properties state (RFC 5545 3.6.1). */
import WORDS from '../../../schemas/data/calendar-words.json' with { type: 'json' }
import type { ZoneFinder } from './calendar-zones.js'
import { propertyOf, textOf } from './content-lines.js'
import type { CalendarComponent } from './content-lines.js'
import { descriptionLines, labelledValues } from './event-text.js'
import type { Label } from './event-text.js'
import { eventTimes, momentText, timesOf } from './event-times.js'
import type { StatedTimes } from './event-times.js'

export interface CalendarEvent {
  component: CalendarComponent
  line: number
  uid: string | null
  /** Which occurrence it replaces, as `momentText`; null: it is the event itself. */
  recurrence: string | null
  /** Versions: the greatest is the newest. */
  version: readonly [sequence: number, stamp: string]
  /** When it was last changed, UTC; null: not stated. */
  updated: string | null
  status: 'Active' | 'Pending' | 'Cancelled'
  /** Without `Cancelled:` and signs before the first letter or digit. */
  summary: string
  /** The signs before it, as ✈. */
  sign: string
  location: string | null
  lines: readonly string[]
  labels: ReadonlyMap<Label, string>
  times: StatedTimes
  geo: { lat: string; lon: string } | null
  /** The type that our own calendar gives it; null: it is not ours. */
  ownType: string | null
  isTripIt: boolean
}

const CANCELLED = new RegExp(`^(?:${WORDS.cancelled})\\s*[:–-]\\s*`, 'i')

/** @param zones of the file that the component is from */
export function calendarEvent(component: CalendarComponent, zones: ZoneFinder): CalendarEvent {
  const [, sign = '', title = ''] =
    /^([^\p{L}\p{N}]{0,8})([^]*)$/u.exec(textOf(component, 'summary') ?? '') ?? []
  const summary = title.replace(CANCELLED, '').replace(/\s+/g, ' ').trim()
  const uid = textOf(component, 'uid')
  const product = textOf(component.parent, 'prodid') ?? ''
  const lines = descriptionLines(component)
  const updated = stampOf(component, 'last-modified') ?? stampOf(component, 'dtstamp')
  return {
    component,
    line: component.line,
    uid,
    recurrence: momentText(timesOf(propertyOf(component, 'recurrence-id'), zones)[0]),
    version: [Number(propertyOf(component, 'sequence')?.values[0]) || 0, updated ?? ''],
    updated,
    status: CANCELLED.test(title) ? 'Cancelled' : statusOf(component),
    summary,
    sign,
    location: textOf(component, 'location'),
    lines,
    labels: labelledValues(lines),
    times: eventTimes(component, zones),
    geo: geoOf(component),
    ownType: product.includes('//Tripfold//') ? textOf(component, 'categories') : null,
    isTripIt: /@tripit\.com$/i.test(uid ?? '') || /tripit/i.test(product),
  }
}

function stampOf(component: CalendarComponent, name: string): string | null {
  const text = textOf(component, name)
  return text !== null && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) ? text : null
}

function statusOf(component: CalendarComponent): CalendarEvent['status'] {
  const status = textOf(component, 'status')?.toUpperCase()
  if (
    status === 'CANCELLED' ||
    status === 'CANCELED' ||
    textOf(component.parent, 'method')?.toUpperCase() === 'CANCEL'
  )
    return 'Cancelled'
  return status === 'TENTATIVE' ? 'Pending' : 'Active'
}

/** GEO, or where Apple's programs show the place. */
function geoOf(component: CalendarComponent): CalendarEvent['geo'] {
  const pair =
    propertyOf(component, 'geo')?.values[0] ??
    textOf(component, 'x-apple-structured-location')?.replace(/^geo:/, '').split(',')
  const [lat, lon] = Array.isArray(pair) ? (pair as unknown[]).map(Number) : []
  if (lat === undefined || lon === undefined || (lat === 0 && lon === 0)) return null
  return { lat: String(lat), lon: String(lon) }
}
