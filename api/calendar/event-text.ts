/** The texts of a calendar event: what a segment is, and where it begins. */
import type { SegmentType } from '../../schemas/segment/fields/segment-types.js'
import { EVENT_FIELDS } from './event-fields.js'
import { textField } from './segment-doc.js'
import type { SegmentDoc } from './segment-doc.js'

/** The texts of fields, separated by spaces. */
const joinFields = (doc: SegmentDoc, ...names: readonly string[]): string =>
  names
    .map((name) => textField(doc, name))
    .filter((value) => value !== null)
    .join(' ')

const SUMMARIES: Readonly<Record<SegmentType, (doc: SegmentDoc) => string>> = {
  Air: titleAndRoute,
  Hotel: (doc) => joinFields(doc, 'hotel_name'),
  Car: (doc) => `${joinFields(doc, 'car_company')} car`,
  Rail: titleAndRoute,
  Cruise: titleAndRoute,
  Ferry: (doc) =>
    `${joinFields(doc, 'ferry_line', 'ferry_number', 'ship_name')} ${routeText(portOf(doc, 'start_'), portOf(doc, 'end_'))}`,
  Transport: (doc) => joinFields(doc, 'transport_company', 'transport_type'),
  Parking: (doc) => `Parking ${joinFields(doc, 'parking_name')}`,
  Restaurant: titleAndRoute,
  Activity: titleAndRoute,
  Meeting: titleAndRoute,
  Event: titleAndRoute,
  Checkin: (doc) => `At ${joinFields(doc, 'place_name')}`,
}

/** One line: `DL 42 JFK – ZRH`, `Hotel Example`, `Example Cars car`. The type if nothing else is known. */
export function summaryOf(doc: SegmentDoc): string {
  const line = SUMMARIES[doc.type](doc).trim()
  return line === '' ? doc.type : line
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

/** The place where it begins; null when nothing is known. */
export function placeOf(doc: SegmentDoc): string | null {
  const { placePrefix: prefix } = EVENT_FIELDS[doc.type]
  const parts = [
    placeName(doc),
    joinFields(doc, `${prefix}address1`),
    joinFields(doc, `${prefix}city_name`),
    joinFields(doc, `${prefix}country`),
  ].filter((part) => part !== '')
  return parts.length === 0 ? null : [...new Set(parts)].join(', ')
}

function placeName(doc: SegmentDoc): string {
  const { placePrefix: prefix, route } = EVENT_FIELDS[doc.type]
  // An airport or a station is named by its own field.
  if (route !== null && prefix === `${route.from}_`) return joinFields(doc, route.from)
  const candidates = ['venue', `${prefix}location`, `${prefix}name`, 'hotel_name']
  return candidates.map((field) => joinFields(doc, field)).find((name) => name !== '') ?? ''
}
