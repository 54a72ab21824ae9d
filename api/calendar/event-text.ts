/** What a calendar shows of a segment in words. */
import type { SegmentDoc } from './calendar.js'

const joinFields = (doc: SegmentDoc, ...names: string[]): string =>
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
        return `${joinFields(doc, 'airline', 'flight_num')} ${between(joinFields(doc, 'origin'), joinFields(doc, 'destination'))}`
      case 'Rail':
        return `${joinFields(doc, 'rail_line', 'train_number')} ${between(joinFields(doc, 'origin'), joinFields(doc, 'destination'))}`
      case 'Hotel':
        return joinFields(doc, 'hotel_name')
      case 'Car':
        return `${joinFields(doc, 'car_company')} car`
      case 'Cruise':
        return joinFields(doc, 'cruise_line', 'ship_name')
      case 'Transport':
        return joinFields(doc, 'transport_company', 'transport_type')
      case 'Parking':
        return `Parking ${joinFields(doc, 'parking_name')}`
      case 'Restaurant':
        return joinFields(doc, 'restaurant_name')
      case 'Checkin':
        return `At ${joinFields(doc, 'place_name')}`
      default:
        return joinFields(doc, 'activity_name')
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
      ? joinFields(doc, 'origin')
      : doc.type === 'Rail'
        ? joinFields(doc, 'origin')
        : joinFields(doc, 'venue') ||
          joinFields(doc, `${prefix}location`) ||
          joinFields(doc, `${prefix}name`) ||
          joinFields(doc, 'hotel_name'),
    joinFields(doc, `${prefix}address1`),
    joinFields(doc, `${prefix}city_name`),
    joinFields(doc, `${prefix}country`),
  ].filter((part) => part !== '')
  return parts.length === 0 ? null : [...new Set(parts)].join(', ')
}
