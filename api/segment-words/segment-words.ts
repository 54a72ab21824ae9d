/** How each segment type is called on a page, and what is shown of it. */
import type { SegmentType } from '../../schemas/segment/fields/segment-types.js'
import { textOf } from './segment-doc.js'
import type { SegmentDoc } from './segment-doc.js'

export interface SegmentWords {
  /** The kind, alone and in the plural. */
  kind: string
  kinds: string
  /** One of them, where that is not the kind. */
  one?: string
  title: (doc: SegmentDoc) => string
  /** What happens at its start and at its end. */
  start: string
  end: string
  /** Whether its end is a point of its own in the timeline: other things happen in between. */
  lasts: boolean
}

const words = (...parts: Array<string | null>): string | null =>
  parts.filter((part) => part !== null).join(' ') || null

const gathering = (kind: string, kinds: string): SegmentWords => ({
  kind,
  kinds,
  title: (doc) => textOf(doc, 'activity_name') ?? kind,
  start: 'Starts',
  end: 'Ends',
  lasts: false,
})

export const SEGMENT_WORDS: Readonly<Record<SegmentType, SegmentWords>> = {
  Air: {
    kind: 'Flight',
    kinds: 'flights',
    title: (doc) => {
      const code = textOf(doc, 'normalized_airline') ?? textOf(doc, 'airline')
      const name = textOf(doc, 'airline_name')
      return words(name === code ? null : name, code, textOf(doc, 'flight_num')) ?? 'Flight'
    },
    start: 'Departs',
    end: 'Arrives',
    lasts: false,
  },
  Hotel: {
    kind: 'Stay',
    kinds: 'stays',
    title: (doc) => textOf(doc, 'hotel_name') ?? 'Hotel',
    start: 'Check-in',
    end: 'Check-out',
    lasts: true,
  },
  Car: {
    kind: 'Rental car',
    kinds: 'rental cars',
    title: (doc) => textOf(doc, 'car_company') ?? 'Rental car',
    start: 'Pick-up',
    end: 'Return',
    lasts: true,
  },
  Rail: {
    kind: 'Train',
    kinds: 'trains',
    title: (doc) => words(textOf(doc, 'rail_line'), textOf(doc, 'train_number')) ?? 'Train',
    start: 'Departs',
    end: 'Arrives',
    lasts: false,
  },
  Cruise: {
    kind: 'Cruise',
    kinds: 'cruises',
    title: (doc) => words(textOf(doc, 'cruise_line'), textOf(doc, 'ship_name')) ?? 'Cruise',
    start: 'Embarks',
    end: 'Disembarks',
    lasts: true,
  },
  Ferry: {
    kind: 'Ferry',
    kinds: 'ferries',
    title: (doc) =>
      words(textOf(doc, 'ferry_line'), textOf(doc, 'ferry_number'), textOf(doc, 'ship_name')) ?? 'Ferry',
    start: 'Departs',
    end: 'Arrives',
    lasts: false,
  },
  Transport: {
    kind: 'Ride',
    kinds: 'rides',
    title: (doc) => words(textOf(doc, 'transport_company'), textOf(doc, 'transport_type')) ?? 'Ride',
    start: 'Starts',
    end: 'Ends',
    lasts: false,
  },
  Parking: {
    kind: 'Parking',
    kinds: 'parking spaces',
    one: 'parking space',
    title: (doc) => textOf(doc, 'parking_name') ?? 'Car park',
    start: 'Drive in',
    end: 'Drive out',
    lasts: true,
  },
  Restaurant: {
    kind: 'Restaurant',
    kinds: 'restaurants',
    title: (doc) => textOf(doc, 'restaurant_name') ?? 'A table',
    start: 'Starts',
    end: 'Ends',
    lasts: false,
  },
  Activity: gathering('Activity', 'activities'),
  Meeting: gathering('Meeting', 'meetings'),
  Event: gathering('Event', 'events'),
  Checkin: {
    kind: 'Check-in',
    kinds: 'check-ins',
    title: (doc) => textOf(doc, 'place_name') ?? textOf(doc, 'city_name') ?? 'Checked in',
    start: 'At',
    end: 'Until',
    lasts: false,
  },
}

/** Fields in the order in which they are shown, of whatever type has them. */
const FACTS: ReadonlyArray<[field: string, label: string]> = [
  ['coach', 'Coach'],
  ['seat_assignment', 'Seat'],
  ['cabin', 'Cabin'],
  ['cabin_no', 'Cabin'],
  ['cabin_type', 'Kind of cabin'],
  ['deck', 'Deck'],
  ['class_of_service', 'Class'],
  ['boarding_group', 'Boarding group'],
  ['operating_airline', 'Operated by'],
  ['operating_rail_line', 'Operated by'],
  ['stops', 'Stops'],
  ['equipment_code', 'Aircraft'],
  ['room_type', 'Room'],
  ['number_of_rooms', 'Rooms'],
  ['number_of_guests', 'Guests'],
  ['car_type', 'Car'],
  ['car_description', 'Model'],
  ['vehicle_description', 'Vehicle'],
  ['licence_plate', 'Number plate'],
  ['space_no', 'Space'],
  ['venue', 'Venue'],
  ['organizer', 'Organizer'],
  ['dress_code', 'Dress code'],
  ['dining', 'Dining'],
  ['meal', 'Meal'],
]

/** What is known beyond places and times, such as the seat: pairs of label and value. */
export function factsOf(doc: SegmentDoc): Array<[label: string, value: string]> {
  return FACTS.flatMap(([field, label]): Array<[string, string]> => {
    const value = textOf(doc, field)
    return value === null || (field === 'stops' && value === '0') ? [] : [[label, value]]
  })
}

/** Terminal, gate and platform at one end. */
export function boardingFacts(doc: SegmentDoc, end: 'departure' | 'arrival'): string | null {
  const facts = (['terminal', 'gate', 'platform'] as const).flatMap((what) => {
    const value = textOf(doc, `${end}_${what}`)
    if (value === null) return []
    return [new RegExp(`^${what}`, 'i').test(value) ? value : `${what} ${value}`]
  })
  const text = facts.join(', ')
  return text === '' ? null : text.charAt(0).toUpperCase() + text.slice(1)
}
