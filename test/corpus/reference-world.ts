/** The places, airlines and sources that every installation has, and members who know nothing else. */
import { buildPlaces } from '../../actors/itinerary/places/places.js'
import { referenceData } from '../../db/seed/reference-data.js'
import { checkSegment } from '../../schemas/segment/validation/check-segment.js'
import type { CheckContext } from '../../schemas/segment/validation/check-segment.js'
import { traveller } from '../support/traveller.js'
import type { Traveller } from '../support/traveller.js'
import type { RawSegment } from './cases.js'

const reference = referenceData()
const places = buildPlaces(reference.airports, reference.cities, reference.airlines)
const sources = new Map(reference.sources.map((source) => [source.id, source]))
const zones = new Map(reference.airports.map(({ iata, zone }) => [iata, zone ?? undefined]))

/** Dependencies of the ingress checks on raw segments. */
export const context: CheckContext = {
  source: (id) => sources.get(id),
  zoneOf: (iata) => zones.get(iata),
  strict: true,
}

/** The errors that the API answers with; unknown fields count. */
export function errorsOf(segment: RawSegment): string[] {
  return checkSegment(segment, context).map(
    ({ field, error_description: description }) => `${field ?? ''}: ${description}`,
  )
}

/** A member with homes (airport codes or records) and other fields of the record; without homes, home is inferred. */
export function member(homes: Array<string | RawSegment> = [], profile: RawSegment = {}): Traveller {
  const records = homes.map((one) => (typeof one === 'string' ? { airports: [one] } : one))
  return traveller(records, { profile, world: { places, source: (id) => sources.get(id) } })
}
