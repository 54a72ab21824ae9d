/** One segment as the timeline of a trip shows it (contract.md 3). */
import { SEGMENT_KINDS } from '../../../../schemas/segment/segment-kinds.js'
import { formerTime, liveTime } from '../../../segment-words/changed-times.js'
import {
  daysBetween,
  durationBetween,
  durationText,
  isOverDateLine,
  momentsOf,
  zoneText,
} from '../../../segment-words/local-moment.js'
import type { LocalMoment } from '../../../segment-words/local-moment.js'
import { listOf, textOf } from '../../../segment-words/segment-doc.js'
import type { SegmentDoc } from '../../../segment-words/segment-doc.js'
import { placeOf } from '../../../segment-words/segment-place.js'
import type { Place } from '../../../segment-words/segment-place.js'
import { cancellationText, correctedFields, sourceReports } from './segment-reports.js'
import type { SourceReport } from './segment-reports.js'
import { otherNumbers, travellersOf } from '../../../segment-words/segment-bookings.js'
import { routeOf } from '../../../segment-words/segment-route.js'
import {
  boardingFacts,
  factsOf,
  operatorOf,
  segmentName,
  SEGMENT_WORDS,
} from '../../../segment-words/segment-words.js'
import type { Fact } from '../../../segment-words/segment-words.js'
import { priceText } from '../../../segment-words/written-price.js'
import type { SegmentType } from '../../../../schemas/segment/fields/segment-types.js'
import { shortDay } from '../../../segment-words/written-days.js'

/** Departure or arrival, check-in or check-out. */
export interface ItemEnd {
  what: string
  /** `07:30`; null if only the day is known, or nothing. */
  time: string | null
  /** What stands in place of the time: `time not known`, `all day`; null with a time, and where only the day matters. */
  instead: string | null
  /** `10:00`: the time before it changed. */
  was: string | null
  /** `now expected 10:40`. */
  live: string | null
  zone: string | null
  /** `+1 day`; null on the same day, and for what lasts. */
  plus: string | null
  /** The day, if it is not the one that the item stands under: `Sat 26 Dec, over the date line`. */
  day: string | null
  place: Place
  /** Terminal, gate, platform. */
  boarding: string | null
}

export interface TimelineItem {
  id: string
  type: SegmentType
  kind: string
  title: string
  /** Both, the kind once: `Flight LH 430`. */
  name: string
  /** `ARN \u2013 FRA`; null for a segment without a route. */
  route: string | null
  status: (typeof STATUSES)[number]
  /** `Fri 25 Dec`: the day of its start; null without one. */
  day: string | null
  connection: string | null
  ends: ItemEnd[]
  duration: string | null
  facts: Fact[]
  locators: Array<{ label: string; value: string }>
  price: string | null
  /** Why it is cancelled. */
  cancellation: string | null
  /** `departure time and seat`: the fields that the member corrected. */
  corrected: string | null
  warnings: string[]
  /** Whether a warning at the top of the page is about it. */
  isWarned: boolean
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
  /** What only the traveller sees: sources, warnings, corrections, notes, and where to correct it. */
  reports: boolean
}

/** Names by code of airports and airlines, by id of sources, and the language of amounts (BCP 47). */
export interface Names {
  language: string
  airports: ReadonlyMap<string, string>
  airlines: ReadonlyMap<string, string>
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
    type: doc.type,
    kind: words.kind,
    title: words.title(doc),
    name: segmentName(doc),
    route: routeOf(doc),
    status: STATUSES.find((one) => one === doc.status) ?? 'Active',
    day: start === null ? null : shortDay(start.day),
    connection: connectionText(doc),
    ends: endsOf(doc, names.airports),
    duration: words.lasts ? lengthOf(doc, start, end) : durationBetween(start, end),
    facts: allFacts(doc, names, show),
    locators: show.locators ? locatorsOf(doc) : [],
    price: show.prices ? priceOf(doc, names.language) : null,
    cancellation: isCancelled && show.reports ? cancellationText(doc, names.sources) : null,
    corrected: show.reports ? correctedFields(doc, provenance) : null,
    warnings: show.reports ? warnings.filter((text) => text !== null) : [],
    isWarned: false,
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
  const ends = [itemEnd(doc, 'start', { moment: start, other: null, place: first })]
  if (end !== null || to !== null) {
    const isSame = last.name === first.name && last.city === first.city
    const place = isSame ? { name: null, city: null } : last
    ends.push(itemEnd(doc, 'end', { moment: end, other: start, place }))
  }
  if (!words.lasts && start !== null && start.time === null)
    ends[0]!.instead = doc['is_all_day'] === true ? 'all day' : NOT_KNOWN
  if (words.lasts) for (const one of ends) one.plus = null
  const saysNothing = ({ time, day, place }: ItemEnd): boolean =>
    time === null && day === null && place.name === null && place.city === null
  return ends.filter((one, at) => at === 0 || !saysNothing(one))
}

interface EndFacts {
  moment: LocalMoment | null
  /** The start, under which the item is listed; null for the start itself. */
  other: LocalMoment | null
  place: Place
}

function itemEnd(doc: SegmentDoc, which: 'start' | 'end', { moment, other, place }: EndFacts): ItemEnd {
  const shift = other === null || moment === null ? 0 : daysBetween(other.day, moment.day)
  const isCancelled = doc.status === 'Cancelled'
  const line = isOverDateLine(other, moment) ? ', across the date line' : ''
  return {
    what: SEGMENT_WORDS[doc.type][which],
    time: moment?.time ?? null,
    was: isCancelled ? null : formerTime(doc, which, moment),
    live: isCancelled ? null : liveTime(doc, which, moment),
    instead: moment === null ? NOT_KNOWN : null,
    zone: moment === null ? null : zoneText(moment),
    plus: shift === 0 ? null : shiftText(shift),
    day: shift === 0 || moment === null ? null : `${shortDay(moment.day)}${line}`,
    place,
    boarding: boardingFacts(doc, which === 'start' ? 'departure' : 'arrival'),
  }
}

/** `+1 day`, `\u22122 days`. */
function shiftText(days: number): string {
  const count = Math.abs(days)
  return `${days > 0 ? '+' : '\u2212'}${count} ${count === 1 ? 'day' : 'days'}`
}

function allFacts(doc: SegmentDoc, { airlines }: Names, show: Disclosure): Fact[] {
  const people = show.locators ? travellersOf(doc) : []
  const operator = operatorOf(doc, airlines)
  // Seats are listed with the travellers.
  const facts = factsOf(doc).filter(([label]) => label !== 'Seat' || people.length === 0)
  return [
    ...(people.length === 0 ? [] : [['Travellers', people.join('; ')] as Fact]),
    ...facts,
    ...(operator === null ? [] : [['Operated by', operator] as Fact]),
    ...otherNumbers(doc).map((number): Fact => ['Also sold as', number]),
  ]
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
    ['Agency booking', textOf(doc, 'booking_confirmation_no')],
    ['Ticket', textOf(doc, 'ticket_number')],
  ]
  const seen = new Set<string>()
  return all.flatMap(([label, value]) => {
    if (value === null || seen.has(value)) return []
    seen.add(value)
    return [{ label, value }]
  })
}

function priceOf(doc: SegmentDoc, language: string): string | null {
  const price = textOf(doc, 'price')
  return price === null ? null : priceText(price, textOf(doc, 'currency'), language)
}
