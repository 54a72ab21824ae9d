import type { AirportRow, CityRow } from '../../../schemas/itinerary/reference-rows.js'
import type { DemoAirport } from './timetable.js'

const EARTH_RADIUS_KM = 6_371

/** Airports by code, each with the centre of its city; those without a known time zone are left out. */
export function demoAirports(
  airports: readonly AirportRow[],
  cities: readonly CityRow[],
): Map<string, DemoAirport> {
  const cityById = new Map(cities.map((city) => [city.id, city]))
  const byCode = new Map<string, DemoAirport>()
  for (const { iata, cityId, cityName, name, adminCode, country, lat, lon, zone } of airports) {
    if (zone === null) continue
    const city = cityById.get(cityId ?? '')
    byCode.set(iata, {
      code: iata,
      city: city?.name ?? cityName ?? name,
      adminCode: city?.adminCode ?? adminCode,
      country,
      lat,
      lon,
      zone,
      downtown: { lat: city?.lat ?? lat, lon: city?.lon ?? lon },
    })
  }
  return byCode
}

/** Great-circle distance in kilometres. */
export function kilometres(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const rad = Math.PI / 180
  const haversine =
    Math.sin(((b.lat - a.lat) * rad) / 2) ** 2 +
    Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(((b.lon - a.lon) * rad) / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine)))
}
