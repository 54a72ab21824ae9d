/**
 * The sources that every installation knows: airlines, hotels, car companies, railways, systems and agencies.
 */
import type { AirlineRow } from '../../schemas/itinerary/reference-rows.js'
import { defaultPriority, type Classification, type SourceRow } from '../../schemas/itinerary/source-row.js'
import { SEGMENT_TYPES } from '../../schemas/segment/fields/segment-types.js'
import { cell, readRows, requiredCell } from './data-files.js'

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
  tmc: [...SEGMENT_TYPES],
  ota: ['Air', 'Hotel', 'Car', 'Rail', 'Cruise', 'Transport', 'Activity'],
  email: [...SEGMENT_TYPES],
  calendar: [...SEGMENT_TYPES],
  manual: [...SEGMENT_TYPES],
}

/** Airlines first, then the list in its own order. */
export function sources(airlines: AirlineRow[]): SourceRow[] {
  return [
    ...airlines.map(({ iata, name }) =>
      source({
        id: `airline_${iata.toLowerCase()}`,
        classification: 'airline',
        name,
        vendorCode: iata,
        priority: null,
      }),
    ),
    ...readRows('sources').map((row) =>
      source({
        id: requiredCell(row, 0),
        classification: parseClassification(requiredCell(row, 1)),
        name: requiredCell(row, 2),
        vendorCode: cell(row, 3),
        priority: cell(row, 4),
      }),
    ),
  ]
}

function parseClassification(text: string): Classification {
  if (text in TYPES) return text as Classification
  throw new Error(`${text} is not a classification of sources`)
}

interface ListedSource {
  id: string
  classification: Classification
  name: string
  vendorCode: string | null
  priority: string | null
}

function source({ id, classification, name, vendorCode, priority }: ListedSource): SourceRow {
  return {
    id,
    name,
    classification,
    segmentTypes: TYPES[classification],
    vendorCode,
    priority: priority === null ? defaultPriority(classification) : Number(priority),
    groupPriority: {},
    status: 'Active',
  }
}
