/** What each segment type is called on pages and in calendars, and which of its fields are shown. */
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

/** The parts in a row, without those that another part contains: `ICE 103` for `ICE` and `ICE 103`. */
function words(...parts: Array<string | null>): string | null {
  const known = [...new Set(parts.filter((part) => part !== null))]
  const contains = (text: string, part: string): boolean =>
    text !== part && ` ${text} `.toLowerCase().includes(` ${part} `.toLowerCase())
  return known.filter((part) => !known.some((other) => contains(other, part))).join(' ') || null
}

const AIRLINE_CODE = /^(?=.*[A-Z])[A-Z0-9]{2}$/

/** The IATA code of the airline; null if it is not known. */
function airlineCode(doc: SegmentDoc): string | null {
  return [textOf(doc, 'normalized_airline'), textOf(doc, 'airline')].find(isAirlineCode) ?? null
}

const isAirlineCode = (text: string | null): boolean => text !== null && AIRLINE_CODE.test(text)

/** The name of the airline; without a known code, what the source calls it. */
export function airlineName(doc: SegmentDoc): string | null {
  const sent = textOf(doc, 'airline')
  return textOf(doc, 'airline_name') ?? (isAirlineCode(sent) ? null : sent)
}

/** The name of the rental company, also where the source sent a code such as `ZE`. */
export function carCompany(doc: SegmentDoc): string | null {
  const [sent, known] = [textOf(doc, 'car_company'), textOf(doc, 'normalized_vendor')]
  if (sent === null || known === null || !AIRLINE_CODE.test(sent) || known === sent) return sent
  return known.charAt(0) + known.slice(1).toLowerCase()
}

/** `Flight LH 430`; without the kind if the title contains it. */
export function segmentName(doc: SegmentDoc): string {
  const { kind, title } = SEGMENT_WORDS[doc.type]
  const text = title(doc)
  return saysKind(kind, text) ? text : `${kind} ${text}`
}

/** Whether a title contains the kind: `Restaurant Alte Mühle`. */
export function saysKind(kind: string, title: string): boolean {
  return ` ${title} `.toLowerCase().includes(` ${kind.toLowerCase()} `)
}

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
    title: (doc) => words(airlineName(doc), airlineCode(doc), textOf(doc, 'flight_num')) ?? 'Flight',
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
    title: (doc) => carCompany(doc) ?? 'Rental car',
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
  ['cabin_type', 'Type of cabin'],
  ['deck', 'Deck'],
  ['class_of_service', 'Class'],
  ['boarding_group', 'Boarding group'],
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
  ['organizer', 'Organiser'],
  ['dress_code', 'Dress code'],
  ['dining', 'Dining'],
  ['meal', 'Meal'],
]

export type Fact = [label: string, value: string]

/** What is known beyond places and times, such as the seat: pairs of label and value. */
export function factsOf(doc: SegmentDoc): Fact[] {
  return FACTS.flatMap(([field, label]): Fact[] => {
    const value = textOf(doc, field)
    return value === null || (field === 'stops' && value === '0') ? [] : [[label, value]]
  })
}

/** `Lufthansa as LH 1234`: the operator, if it is not the seller. @param airlines names by code */
export function operatorOf(doc: SegmentDoc, airlines: ReadonlyMap<string, string>): string | null {
  const sent = textOf(doc, 'operating_airline') ?? textOf(doc, 'operating_rail_line')
  const own = [airlineCode(doc), airlineName(doc), textOf(doc, 'airline'), textOf(doc, 'rail_line')]
  const others = operatorsIn(sent ?? '').filter(
    (part) => part !== '' && !own.includes(part) && !own.includes(airlines.get(part) ?? part),
  )
  if (others.length === 0) return null
  const names = [...new Set(others.map((part) => airlines.get(part) ?? part))].join(' and ')
  const number = textOf(doc, 'operating_flight_num')
  const code = others.find(isAirlineCode) ?? ''
  if (number === null || number === textOf(doc, 'flight_num')) return names
  return `${names} as ${number.startsWith(code) ? number : `${code} ${number}`}`
}

/** The codes of the operating airlines, which have no names in the segments. */
export function airlineCodes(docs: readonly SegmentDoc[]): string[] {
  const operators = docs.flatMap((doc) => operatorsIn(textOf(doc, 'operating_airline') ?? ''))
  return [...new Set(operators.filter(isAirlineCode))]
}

/** `LH` and `SK` of `LH/SK`; any other text is one name. */
function operatorsIn(text: string): string[] {
  const parts = text.split('/').map((part) => part.trim())
  return parts.every(isAirlineCode) ? parts : [text]
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
