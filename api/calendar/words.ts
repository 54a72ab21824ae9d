/** What a calendar shows of a segment in words. */
import type { SegmentDoc } from './calendar.js'

const said = (doc: SegmentDoc, ...names: string[]): string =>
  names
    .map((name) => doc[name])
    .filter((value) => typeof value === 'string' && value !== '')
    .join(' ')
const between = (from: string, to: string): string =>
  from === '' || to === '' ? from + to : `${from} – ${to}`

/** One line: `DL 42 JFK – ZRH`, `Hotel Example`, `Example Cars: pick-up`. */
export function summaryOf(doc: SegmentDoc): string {
  const line = ((): string => {
    switch (doc.type) {
      case 'Air':
        return `${said(doc, 'airline', 'flight_num')} ${between(said(doc, 'origin'), said(doc, 'destination'))}`
      case 'Rail':
        return `${said(doc, 'rail_line', 'train_number')} ${between(said(doc, 'origin'), said(doc, 'destination'))}`
      case 'Hotel':
        return said(doc, 'hotel_name')
      case 'Car':
        return `${said(doc, 'car_company')} car`
      case 'Cruise':
        return said(doc, 'cruise_line', 'ship_name')
      case 'Transport':
        return said(doc, 'transport_company', 'transport_type')
      case 'Parking':
        return `Parking ${said(doc, 'parking_name')}`
      case 'Restaurant':
        return said(doc, 'restaurant_name')
      case 'Checkin':
        return `At ${said(doc, 'place_name')}`
      default:
        return said(doc, 'activity_name')
    }
  })().trim()
  return line === '' ? doc.type : line
}

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

/** Where it begins; null when nothing is known. */
export function placeOf(doc: SegmentDoc): string | null {
  const prefix = PREFIX[doc.type] ?? ''
  const parts = [
    doc.type === 'Air'
      ? said(doc, 'origin')
      : doc.type === 'Rail'
        ? said(doc, 'origin')
        : said(doc, 'venue') ||
          said(doc, `${prefix}location`) ||
          said(doc, `${prefix}name`) ||
          said(doc, 'hotel_name'),
    said(doc, `${prefix}address1`),
    said(doc, `${prefix}city_name`),
    said(doc, `${prefix}country`),
  ].filter((part) => part !== '')
  return parts.length === 0 ? null : [...new Set(parts)].join(', ')
}
