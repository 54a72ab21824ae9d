import type { AirportRow } from '../../schemas/place.js'
import type { Port } from './timetable.js'

const EARTH_KM = 6_371

/** An airport as the demo travels by it; null when its zone is not known. */
export function portOf (row: AirportRow): Port | null {
  if (row.zone === null) return null
  return { code: row.iata, city: row.cityName ?? row.name, adminCode: row.adminCode, country: row.country, lat: row.lat, lon: row.lon, zone: row.zone }
}

/** Great-circle distance in kilometres. */
export function kilometres (a: { lat: number, lon: number }, b: { lat: number, lon: number }): number {
  const rad = Math.PI / 180
  const half = Math.sin((b.lat - a.lat) * rad / 2) ** 2 + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin((b.lon - a.lon) * rad / 2) ** 2
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(half)))
}
