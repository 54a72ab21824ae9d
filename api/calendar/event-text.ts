/** The texts of a calendar event: what a segment is, and where it begins. */
import type { SegmentDoc } from './segment-doc.js'

/** The texts of fields, separated by spaces. */
const joinFields = (doc: SegmentDoc, ...names: string[]): string =>
  names
    .map((name) => doc[name])
    .filter((value) => typeof value === 'string' && value !== '')
    .join(' ')

const route = (doc: SegmentDoc): string => {
  const from = joinFields(doc, 'origin')
  const to = joinFields(doc, 'destination')
  return from === '' || to === '' ? from + to : `${from} – ${to}`
}

const activityName = (doc: SegmentDoc): string => joinFields(doc, 'activity_name')

const SUMMARIES: Record<string, (doc: SegmentDoc) => string> = {
  Air: (doc) => `${joinFields(doc, 'airline', 'flight_num')} ${route(doc)}`,
  Rail: (doc) => `${joinFields(doc, 'rail_line', 'train_number')} ${route(doc)}`,
  Hotel: (doc) => joinFields(doc, 'hotel_name'),
  Car: (doc) => `${joinFields(doc, 'car_company')} car`,
  Cruise: (doc) => joinFields(doc, 'cruise_line', 'ship_name'),
  Transport: (doc) => joinFields(doc, 'transport_company', 'transport_type'),
  Parking: (doc) => `Parking ${joinFields(doc, 'parking_name')}`,
  Restaurant: (doc) => joinFields(doc, 'restaurant_name'),
  Checkin: (doc) => `At ${joinFields(doc, 'place_name')}`,
}

/** One line: `DL 42 JFK – ZRH`, `Hotel Example`, `Example Cars car`. The type if nothing else is known. */
export function summaryOf(doc: SegmentDoc): string {
  const line = (SUMMARIES[doc.type] ?? activityName)(doc).trim()
  return line === '' ? doc.type : line
}

/** Prefix of the fields of the place where a segment begins. */
const PREFIX: Record<string, string> = {
  Air: 'origin_',
  Rail: 'origin_',
  Car: 'pickup_',
  Cruise: 'embark_',
  Transport: 'start_',
  Activity: 'start_',
  Meeting: 'start_',
  Event: 'start_',
}

/** The place where it begins; null when nothing is known. */
export function placeOf(doc: SegmentDoc): string | null {
  const prefix = PREFIX[doc.type] ?? ''
  const parts = [
    placeName(doc, prefix),
    joinFields(doc, `${prefix}address1`),
    joinFields(doc, `${prefix}city_name`),
    joinFields(doc, `${prefix}country`),
  ].filter((part) => part !== '')
  return parts.length === 0 ? null : [...new Set(parts)].join(', ')
}

function placeName(doc: SegmentDoc, prefix: string): string {
  if (doc.type === 'Air' || doc.type === 'Rail') return joinFields(doc, 'origin')
  return (
    joinFields(doc, 'venue') ||
    joinFields(doc, `${prefix}location`) ||
    joinFields(doc, `${prefix}name`) ||
    joinFields(doc, 'hotel_name')
  )
}
