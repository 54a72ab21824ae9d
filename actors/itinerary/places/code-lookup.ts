/** RULES N5: airports and metropolitan areas by their codes. */
import type { AirportRow, OtherSite } from '../../../schemas/itinerary/reference-rows.js'
import { memoize } from '../../../schemas/base/memoize.js'
import { airportCity } from '../naming/airport-city.js'
import { citySpot } from './city-index.js'
import type { CityIndex } from './city-index.js'
import type { Place, Spot } from './place.js'

/** How many answers each lookup caches: sources send the same few thousand texts again and again. */
export const CACHED_LOOKUPS = 20_000

const ICAO_LENGTH = 4

export interface CodeLookup {
  /** The airport or metropolitan area of an IATA code in capitals, or the airport of an ICAO code. */
  place: (code: string) => Place | null
  /** An airport where its code stood on a local day; any other place as it is. */
  siteOn: (place: Place, day: string) => Place
  /** True for the IATA or ICAO code of an airport. */
  isAirport: (code: string) => boolean
  /** One row for each airport code. */
  airports: readonly AirportRow[]
}

export function codeLookup(rows: readonly AirportRow[], index: CityIndex): CodeLookup {
  const airports = new Map<string, AirportRow>()
  const byIcao = new Map<string, AirportRow>()
  const firstOfMetro = new Map<string, AirportRow>()
  for (const row of rows) {
    if (!airports.has(row.iata)) airports.set(row.iata, row)
    if (row.icao !== null && !byIcao.has(row.icao)) byIcao.set(row.icao, row)
    if (!firstOfMetro.has(row.cityCode)) firstOfMetro.set(row.cityCode, row)
  }
  const find = (code: string): Place | null => {
    const airport = code.length === ICAO_LENGTH ? byIcao.get(code) : airports.get(code)
    if (airport !== undefined) return { spots: [airportSpot(airport, index)] }
    const city = index.byMetroCode.get(code)
    if (city !== undefined) return { spots: [{ ...citySpot(city), metro: code }] }
    const first = firstOfMetro.get(code)
    return first === undefined ? null : { spots: [{ ...airportSpot(first, index), iata: null }] }
  }
  const place = memoize(CACHED_LOOKUPS, find)
  const otherSites = otherSitesOf(airports, place)
  return {
    place,
    siteOn: (known, day) => {
      const [spot] = known.spots
      const other = spot?.iata == null ? undefined : otherSites.get(spot.iata)
      // A place with coordinates of its own is not that of the code.
      const isOfCode = spot?.lat === other?.now.lat && spot?.lon === other?.now.lon
      return other !== undefined && isOfCode && isThere(other, day) ? other.place : known
    },
    isAirport: (code) => airports.has(code) || byIcao.has(code),
    airports: [...airports.values()],
  }
}

interface OtherPlace extends Pick<OtherSite, 'from' | 'until'> {
  now: Spot
  place: Place
}

/** By IATA code: few airports have moved. */
function otherSitesOf(
  airports: ReadonlyMap<string, AirportRow>,
  placeOf: (code: string) => Place | null,
): Map<string, OtherPlace> {
  const found = new Map<string, OtherPlace>()
  for (const { iata, otherSite } of airports.values()) {
    const now = otherSite == null ? undefined : placeOf(iata)?.spots[0]
    if (otherSite == null || now === undefined) continue
    const { from, until, lat, lon } = otherSite
    found.set(iata, { from, until, now, place: { spots: [{ ...now, lat, lon }] } })
  }
  return found
}

/** Years and months compare as texts like the days in them. */
function isThere({ from, until }: OtherPlace, day: string): boolean {
  return (from === null || day >= from) && (until === null || day < until)
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
