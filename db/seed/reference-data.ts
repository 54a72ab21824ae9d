import type { AirlineRow, AirportRow, CityRow } from '../../schemas/itinerary/reference-rows.js'
import type { SourceRow } from '../../schemas/itinerary/source-row.js'
import { airlines as allAirlines } from './airlines.js'
import { airportSize, airports as allAirports } from './airports.js'
import { cities as allCities } from './cities.js'
import { sources as allSources } from './sources.js'

export interface ReferenceData {
  /** Ordered by code. */
  airports: AirportRow[]
  /** Ordered by population, largest first. */
  cities: CityRow[]
  /** One per code, ordered by code. */
  airlines: AirlineRow[]
  sources: SourceRow[]
  /** Rank of an airport among those that match a search equally well. */
  sizeOf: (airport: AirportRow) => number
}

/** All reference data, read from the files in `data/` in about a second; needs no database. */
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
