import type { AirlineRow, AirportRow, CityRow } from '../../schemas/itinerary/reference-rows.js'
import type { SourceRow } from '../../schemas/itinerary/source-row.js'
import { airlines as allAirlines } from './airlines.js'
import { airports as allAirports, airportSize } from './airports.js'
import { cities as allCities } from './cities.js'
import { sources as allSources } from './sources.js'

export interface ReferenceData {
  /** In order of code. */
  airports: AirportRow[]
  /** Largest first. */
  cities: CityRow[]
  /** One a code, in order of code. */
  airlines: AirlineRow[]
  sources: SourceRow[]
  /** Rank of an airport among those that match a search equally well. */
  sizeOf: (airport: AirportRow) => number
}

/** Everything known of the world without a database: read from packages and the files in `data/`, in about a second. */
export function referenceData(): ReferenceData {
  const cities = allCities()
  const { rows: airports, scheduled, cityCodes } = allAirports(cities)
  for (const city of cities) city.cityCode = cityCodes.get(city.id) ?? null
  const airlines = allAirlines()
  return {
    airports,
    cities,
    airlines,
    sources: allSources(airlines),
    sizeOf: (row) => airportSize(row, scheduled),
  }
}
