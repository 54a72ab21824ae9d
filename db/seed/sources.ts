/** The sources every installation knows: airlines, hotels, car companies, railways, systems and agencies. */
import type { AirlineRow } from '../../schemas/itinerary/reference-rows.js'
import { defaultPriority, type Classification, type SourceRow } from '../../schemas/itinerary/source-row.js'
import { cell, readRows, requiredCell } from './data-files.js'

const EVERYTHING = [
  'Air',
  'Hotel',
  'Car',
  'Rail',
  'Cruise',
  'Transport',
  'Parking',
  'Restaurant',
  'Activity',
  'Meeting',
  'Event',
  'Checkin',
]

const TYPES: Record<Classification, string[]> = {
  airline: ['Air'],
  hotel: ['Hotel'],
  car: ['Car'],
  rail: ['Rail'],
  cruise: ['Cruise'],
  transportation: ['Transport'],
  activity: ['Activity', 'Event', 'Meeting', 'Checkin'],
  restaurant: ['Restaurant'],
  parking: ['Parking'],
  gds: ['Air', 'Hotel', 'Car', 'Rail', 'Cruise', 'Transport'],
  tmc: EVERYTHING,
  ota: ['Air', 'Hotel', 'Car', 'Rail', 'Cruise', 'Transport', 'Activity'],
  email: EVERYTHING,
  calendar: EVERYTHING,
  manual: EVERYTHING,
}

/** In order of class and name as listed, airlines first. */
export function sources(airlines: AirlineRow[]): SourceRow[] {
  return [
    ...airlines.map(({ iata, name }) => source(`airline_${iata.toLowerCase()}`, 'airline', name, iata, null)),
    ...readRows('sources').map((row) =>
      source(
        requiredCell(row, 0),
        classification(requiredCell(row, 1)),
        requiredCell(row, 2),
        cell(row, 3),
        cell(row, 4),
      ),
    ),
  ]
}

function classification(text: string): Classification {
  if (text in TYPES) return text as Classification
  throw new Error(`${text} is no class of sources`)
}

function source(
  id: string,
  of: Classification,
  name: string,
  vendorCode: string | null,
  priority: string | null,
): SourceRow {
  return {
    id,
    name,
    classification: of,
    segmentTypes: TYPES[of],
    vendorCode,
    priority: priority === null ? defaultPriority(of) : Number(priority),
    groupPriority: {},
    status: 'Active',
  }
}
