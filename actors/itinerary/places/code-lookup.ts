/** RULES N5: airports and metropolitan areas by their three-letter codes. */
import type { AirportRow } from '../../../schemas/itinerary/reference-rows.js'
import { memoize } from '../../../schemas/base/memoize.js'
import { airportCity } from '../naming/airport-city.js'
import { citySpot } from './city-index.js'
import type { CityIndex } from './city-index.js'
import type { Place, Spot } from './place.js'

/** How many answers each lookup caches: sources send the same few thousand texts again and again. */
export const CACHED_LOOKUPS = 20_000

export interface CodeLookup {
  /** The airport or metropolitan area of a code in capitals. */
  place: (code: string) => Place | null
  isAirport: (code: string) => boolean
  /** One row for each airport code. */
  airports: readonly AirportRow[]
}

export function codeLookup(rows: readonly AirportRow[], index: CityIndex): CodeLookup {
  const airports = new Map<string, AirportRow>()
  const firstOfMetro = new Map<string, AirportRow>()
  for (const row of rows) {
    if (!airports.has(row.iata)) airports.set(row.iata, row)
    if (!firstOfMetro.has(row.cityCode)) firstOfMetro.set(row.cityCode, row)
  }
  const find = (code: string): Place | null => {
    const airport = airports.get(code)
    if (airport !== undefined) return { spots: [airportSpot(airport, index)] }
    const city = index.byMetroCode.get(code)
    if (city !== undefined) return { spots: [{ ...citySpot(city), metro: code }] }
    const first = firstOfMetro.get(code)
    return first === undefined ? null : { spots: [{ ...airportSpot(first, index), iata: null }] }
  }
  return {
    place: memoize(CACHED_LOOKUPS, find),
    isAirport: (code) => airports.has(code),
    airports: [...airports.values()],
  }
}

function airportSpot(row: AirportRow, index: CityIndex): Spot {
  return {
    lat: row.lat,
    lon: row.lon,
    city: airportCity(row, index),
    cityId: row.cityId,
    metro: row.cityCode,
    iata: row.iata,
    admin: row.adminCode,
    country: row.country,
    zone: row.zone,
  }
}
