/** One segment as the timeline of a trip shows it (contract.md 3). */
import { SEGMENT_KINDS } from '../../../../schemas/segment/segment-kinds.js'
import { daysBetween, durationBetween, durationText, momentsOf } from '../../../segment-words/local-moment.js'
import type { LocalMoment } from '../../../segment-words/local-moment.js'
import { listOf, textOf } from '../../../segment-words/segment-doc.js'
import type { SegmentDoc } from '../../../segment-words/segment-doc.js'
import { placeOf } from '../../../segment-words/segment-place.js'
import type { Place } from '../../../segment-words/segment-place.js'
import { cancellationText, sourceReports } from './segment-reports.js'
import type { SourceReport } from './segment-reports.js'
import { companions, otherNumbers } from '../../../segment-words/segment-bookings.js'
import { boardingFacts, factsOf, SEGMENT_WORDS } from '../../../segment-words/segment-words.js'
import { shortDay } from '../../../segment-words/written-days.js'

/** Departure or arrival, check-in or check-out. */
export interface ItemEnd {
  what: string
  /** `07:30`; null if only the day is known, or nothing. */
  time: string | null
  /** What stands in place of the time: `time not known`, `all day`; null with a time, and where only the day matters. */
  instead: string | null
  zone: string | null
  zoneId: string | null
  /** `+1`: on the next day; null on the same one, and for what lasts. */
  plus: string | null
  /** The day, if it is not the one that the item stands under. */
  day: string | null
  place: Place
  /** Terminal, gate, platform. */
  boarding: string | null
}

export interface TimelineItem {
  id: string
  kind: string
  title: string
  status: (typeof STATUSES)[number]
  /** `Fri 25 Dec`: the day of its start; null without one. */
  day: string | null
  connection: string | null
  ends: ItemEnd[]
  duration: string | null
  facts: Array<[label: string, value: string]>
  locators: Array<{ label: string; value: string }>
  price: string | null
  /** Why it is cancelled. */
  cancellation: string | null
  /** Its former schedule. */
  changed: string | null
  warnings: string[]
  reports: SourceReport[]
  notes: string | null
  /** Where it is corrected. */
  edit: string | null
}

const NOT_KNOWN = 'time not known'
const STATUSES = ['Active', 'Pending', 'Cancelled'] as const

/** What a reader may see besides the route and the times. */
export interface Disclosure {
  locators: boolean
  prices: boolean
  /** What only the traveller sees: sources, warnings, changes, notes, and where to correct it. */
  reports: boolean
}

/** Names by code of airports and by id of sources. */
export interface Names {
  airports: ReadonlyMap<string, string>
  sources: ReadonlyMap<string, string>
}

export function timelineItem(
  doc: SegmentDoc,
  provenance: string | null,
  names: Names,
  show: Disclosure,
): TimelineItem {
  const words = SEGMENT_WORDS[doc.type]
  const { start, end } = momentsOf(doc)
  const isCancelled = doc.status === 'Cancelled'
  const warnings = listOf(doc, 'warnings').map((one) => textOf(one, 'description'))
  return {
    id: doc.id,
    kind: words.kind,
    title: words.title(doc),
    status: STATUSES.find((one) => one === doc.status) ?? 'Active',
    day: start === null ? null : shortDay(start.day),
    connection: connectionText(doc),
    ends: endsOf(doc, names.airports),
    duration: words.lasts ? lengthOf(doc, start, end) : durationBetween(start, end),
    facts: [...factsOf(doc), ...otherNumbers(doc), ...(show.locators ? companions(doc) : [])],
    locators: show.locators ? locatorsOf(doc) : [],
    price: show.prices ? priceOf(doc) : null,
    cancellation: isCancelled && show.reports ? cancellationText(doc, names.sources) : null,
    changed: show.reports ? changeText(doc) : null,
    warnings: show.reports ? warnings.filter((text) => text !== null) : [],
    reports: show.reports ? sourceReports(doc, provenance, names.sources) : [],
    edit: show.reports ? `/account/segments/${doc.id}` : null,
    notes: show.reports ? textOf(doc, 'notes') : null,
  }
}

function endsOf(doc: SegmentDoc, airports: Names['airports']): ItemEnd[] {
  const words = SEGMENT_WORDS[doc.type]
  const { from, to } = SEGMENT_KINDS[doc.type]
  const { start, end } = momentsOf(doc)
  const first = placeOf(doc, from, airports)
  const last = to === null ? first : placeOf(doc, to, airports)
  const ends = [itemEnd(words.start, start, 0, first, boardingFacts(doc, 'departure'))]
  if (end !== null || to !== null) {
    const isSame = last.name === first.name && last.city === first.city
    const place = isSame ? { name: null, city: null } : last
    const shift = start === null || end === null ? 0 : daysBetween(start.day, end.day)
    const arrival = itemEnd(words.end, end, shift, place, boardingFacts(doc, 'arrival'))
    ends.push(arrival)
  }
  if (!words.lasts && start !== null && start.time === null)
    ends[0]!.instead = doc['is_all_day'] === true ? 'all day' : NOT_KNOWN
  if (words.lasts) for (const one of ends) one.plus = null
  const saysNothing = ({ time, day, place }: ItemEnd): boolean =>
    time === null && day === null && place.name === null && place.city === null
  return ends.filter((one, at) => at === 0 || !saysNothing(one))
}

/** @param shift days after the day that the item stands under */
function itemEnd(
  what: string,
  moment: LocalMoment | null,
  shift: number,
  place: Place,
  boarding: string | null,
): ItemEnd {
  return {
    what,
    time: moment?.time ?? null,
    instead: moment === null ? NOT_KNOWN : null,
    zone: moment?.time == null ? null : moment.zone,
    zoneId: moment?.time == null ? null : moment.zoneId,
    plus: shift === 0 ? null : `${shift > 0 ? '+' : '\u2212'}${Math.abs(shift)}`,
    day: shift === 0 || moment === null ? null : shortDay(moment.day),
    place,
    boarding,
  }
}

/** `4 nights`, or the time between both ends. */
function lengthOf(doc: SegmentDoc, start: LocalMoment | null, end: LocalMoment | null): string | null {
  if (!SEGMENT_KINDS[doc.type].isByDays) return durationBetween(start, end)
  const nights = start === null || end === null ? 0 : daysBetween(start.day, end.day)
  if (nights === 0) return null
  return nights === 1 ? '1 night' : `${nights} nights`
}

function connectionText(doc: SegmentDoc): string | null {
  const minutes = doc['connection_minutes']
  if (doc['is_connection'] !== true || typeof minutes !== 'number') return null
  const city = textOf(doc, `${SEGMENT_KINDS[doc.type].from.prefix}city_name`)
  return `Connection${city === null ? '' : ` in ${city}`}: ${durationText(minutes)}`
}

/** The locators, each once, with the traveller or what it is for where there are several. */
function locatorsOf(doc: SegmentDoc): TimelineItem['locators'] {
  const all: Array<[label: string, value: string | null]> = [
    ['Booking', textOf(doc, 'confirmation_no')],
    ['Booking of the agent', textOf(doc, 'booking_confirmation_no')],
    ['Ticket', textOf(doc, 'ticket_number')],
  ]
  const seen = new Set<string>()
  return all.flatMap(([label, value]) => {
    if (value === null || seen.has(value)) return []
    seen.add(value)
    return [{ label, value }]
  })
}

function priceOf(doc: SegmentDoc): string | null {
  const price = textOf(doc, 'price')
  const currency = textOf(doc, 'currency')
  if (price === null) return null
  return currency === null ? price : `${price} ${currency}`
}

/** `The times have changed: before, it was 25 Dec, 15:25 to 18:35.` */
function changeText(doc: SegmentDoc): string | null {
  const previous = doc['previous'] as Record<string, unknown> | null | undefined
  if (previous === null || previous === undefined) return null
  const kind = SEGMENT_KINDS[doc.type]
  const [start, end] = [kind.start, kind.end].map((field) => writtenMoment(textOf(previous, field)))
  const times = [start, end].filter((one) => one != null)
  return times.length === 0 ? null : `The times have changed. Before: ${times.join(' to ')}.`
}

function writtenMoment(value: string | null): string | null {
  if (value === null || Number.isNaN(Date.parse(value.slice(0, 10)))) return null
  const time = value.slice(11, 16)
  return time === '' ? shortDay(value.slice(0, 10)) : `${shortDay(value.slice(0, 10))}, ${time}`
}
