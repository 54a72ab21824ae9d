/** The texts of a calendar event: what it is, and what the traveller needs there. */
import type { SegmentType } from '../../schemas/segment/fields/segment-types.js'
import { EVENT_FIELDS } from './event-fields.js'
import { arrivalOf } from './event-place.js'
import type { AirportNames } from './event-place.js'
import type { PlannedEvent } from './planned-events.js'
import { formerTime, liveTime } from '../segment-words/changed-times.js'
import { momentsOf } from '../segment-words/local-moment.js'
import { otherNumbers, travellersOf } from '../segment-words/segment-bookings.js'
import { carCompany, SEGMENT_WORDS } from '../segment-words/segment-words.js'
import { shortDay } from '../segment-words/written-days.js'
import { textField } from './segment-doc.js'
import type { SegmentDoc } from './segment-doc.js'

/** The texts of fields, separated by spaces. */
const joinFields = (doc: SegmentDoc, ...names: readonly string[]): string =>
  names
    .map((name) => textField(doc, name))
    .filter((value) => value !== null)
    .join(' ')

/** Types that are summed up otherwise than by `titleAndRoute`. */
const SUMMARIES: Readonly<Partial<Record<SegmentType, (doc: SegmentDoc) => string>>> = {
  Hotel: (doc) => joinFields(doc, 'hotel_name'),
  Car: (doc) => carCompany(doc) ?? '',
  Ferry: (doc) =>
    `${joinFields(doc, 'ferry_line', 'ferry_number', 'ship_name')} ${routeText(portOf(doc, 'start_'), portOf(doc, 'end_'))}`,
  Transport: (doc) => joinFields(doc, 'transport_company', 'transport_type'),
  Parking: (doc) => `Parking ${joinFields(doc, 'parking_name')}`,
  Checkin: (doc) => `At ${joinFields(doc, 'place_name')}`,
}

const PARTS = { whole: null, pickup: 'Pick up car', return: 'Return car' } as const

/**
 * One line: `DL 42 JFK – ZRH`, `Hotel Example`, `Return car: Example Cars`. The type if nothing else is known. Most
 * calendar programs show a cancelled event like any other: its line says that it is cancelled (RFC 5545 3.8.1.11).
 */
export function summaryOf(doc: SegmentDoc, part: PlannedEvent['part']): string {
  const title = (SUMMARIES[doc.type] ?? titleAndRoute)(doc).trim()
  const what = PARTS[part]
  const named = what === null || title === '' ? (what ?? title) : `${what}: ${title}`
  const line = named === '' ? doc.type : named
  return doc.status === 'Cancelled' ? `Cancelled: ${line}` : line
}

/** Vendor, number, name and route, as far as the type has them. */
function titleAndRoute(doc: SegmentDoc): string {
  const { title, route } = EVENT_FIELDS[doc.type]
  const name = joinFields(doc, ...title)
  if (route === null) return name
  return `${name} ${routeText(joinFields(doc, route.from), joinFields(doc, route.to))}`
}

const routeText = (from: string, to: string): string =>
  from === '' || to === '' ? from + to : `${from} – ${to}`

/** The name of a port, else its city or its text. */
function portOf(doc: SegmentDoc, prefix: string): string {
  const names = [`${prefix}name`, `${prefix}city_name`, `${prefix}location`]
  return names.map((field) => joinFields(doc, field)).find((name) => name !== '') ?? ''
}

/** What a field is called in a description. */
const LABELS: ReadonlyArray<[label: string, field: string]> = [
  ['Confirmation', 'confirmation_no'],
  ['Check-in from', 'checkin_time'],
  ['Check-out until', 'checkout_time'],
  ['Terminal', 'departure_terminal'],
  ['Gate', 'departure_gate'],
  ['Platform', 'departure_platform'],
  ['Coach', 'coach'],
  ['Seat', 'seat_assignment'],
]

/** One line for each thing that is known; empty if nothing is. */
export function descriptionOf(doc: SegmentDoc, airports: AirportNames): string {
  const lines = LABELS.map(([label, field]) => {
    const value = textField(doc, field)
    return value === null ? null : `${label}: ${field.endsWith('_time') ? value.slice(0, 5) : value}`
  })
  const arrival = arrivalOf(doc, airports)
  const people = travellersOf(doc)
  return [
    // Seats are listed with the travellers.
    ...lines.filter((line) => people.length === 0 || line?.startsWith('Seat: ') !== true),
    ...changedTimes(doc),
    people.length === 0 ? null : `Travellers: ${people.join(', ')}`,
    ...otherNumbers(doc).map((number) => `Also sold as: ${number}`),
    arrival === null ? null : `To: ${arrival}`,
    textField(doc, 'notes'),
  ]
    .filter((line) => line !== null)
    .join('\n')
}

/** `Departs: 22:10, was 21:30`, as on the page of the trip; empty for a cancelled segment. */
function changedTimes(doc: SegmentDoc): string[] {
  if (doc.status === 'Cancelled') return []
  const moments = momentsOf(doc)
  return (['start', 'end'] as const).flatMap((which) => {
    const moment = moments[which]
    const [was, live] = [formerTime(doc, which, moment), liveTime(doc, which, moment)]
    const what = SEGMENT_WORDS[doc.type][which]
    return [
      ...(was === null ? [] : [`${what}: ${moment?.time ?? shortDay(moment?.day ?? '')}, was ${was}`]),
      ...(live === null ? [] : [`${what}: ${live}`]),
    ]
  })
}
