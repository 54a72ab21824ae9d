import type { AirportRow, CityRow } from '../../../schemas/itinerary/reference-rows.js'
import type { DemoAirport } from './timetable.js'

const EARTH_KM = 6_371

/** Airports by code as the demo travels by them, each with the middle of its city; those without a known zone are left out. */
export function demoAirports(
  airports: readonly AirportRow[],
  cities: readonly CityRow[],
): Map<string, DemoAirport> {
  const byId = new Map(cities.map((city) => [city.id, city]))
  const ports = new Map<string, DemoAirport>()
  for (const { iata, cityId, cityName, name, adminCode, country, lat, lon, zone } of airports) {
    if (zone === null) continue
    const city = byId.get(cityId ?? '')
    ports.set(iata, {
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
  return ports
}

/** Great-circle distance in kilometres. */
export function kilometres(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const rad = Math.PI / 180
  const half =
    Math.sin(((b.lat - a.lat) * rad) / 2) ** 2 +
    Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(((b.lon - a.lon) * rad) / 2) ** 2
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(half)))
}
