/**
 * The sources that every installation knows: airlines, hotels, car companies, railways, systems and agencies.
 */
import type { AirlineRow } from '../../schemas/itinerary/reference-rows.js'
import { defaultPriority, type Classification, type SourceRow } from '../../schemas/itinerary/source-row.js'
import { LIVE_FIELDS } from '../../schemas/segment/catalog.js'
import { SEGMENT_TYPES } from '../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../schemas/segment/fields/segment-types.js'
import { cell, readRows, requiredCell } from './data-files.js'

/**
 * The kinds of source that report each type, besides those that report all. Seeded sources list their types
 * in this order.
 */
const REPORTED_BY: Record<SegmentType, readonly Classification[]> = {
  Air: ['airline', 'gds', 'ota'],
  Hotel: ['hotel', 'gds', 'ota'],
  Car: ['car', 'gds', 'ota'],
  Rail: ['rail', 'gds', 'ota'],
  Cruise: ['cruise', 'gds', 'ota'],
  Ferry: ['transportation', 'cruise', 'gds', 'ota'],
  Transport: ['transportation', 'gds', 'ota'],
  Parking: ['parking'],
  Restaurant: ['restaurant'],
  Activity: ['activity', 'ota'],
  Event: ['activity'],
  Meeting: ['activity'],
  Checkin: ['activity'],
}
const REPORTED = Object.entries(REPORTED_BY)

function typesReportedBy(classification: Classification): string[] {
  return REPORTED.filter(([, sources]) => sources.includes(classification)).map(([type]) => type)
}

/** Segment types that have live status. */
const LIVE_TYPES = SEGMENT_TYPES.filter((type) => LIVE_FIELDS[type].length > 0)

const TYPES: Record<Classification, string[]> = {
  airline: typesReportedBy('airline'),
  hotel: typesReportedBy('hotel'),
  car: typesReportedBy('car'),
  rail: typesReportedBy('rail'),
  cruise: typesReportedBy('cruise'),
  transportation: typesReportedBy('transportation'),
  activity: typesReportedBy('activity'),
  restaurant: typesReportedBy('restaurant'),
  parking: typesReportedBy('parking'),
  gds: typesReportedBy('gds'),
  tmc: [...SEGMENT_TYPES],
  ota: typesReportedBy('ota'),
  email: [...SEGMENT_TYPES],
  calendar: [...SEGMENT_TYPES],
  manual: [...SEGMENT_TYPES],
  status: LIVE_TYPES,
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
