import type { CityRow } from '../../schemas/itinerary/reference-rows.js'
import { normaliseName } from '../reads/normalise-name.js'

const NEAR_KM = 80
const NEAREST_KM = 40
const STEP = 1

/**
 * Finds the city of a point: the largest of the name within 80 km in the country, else (no name, or none of it) the one
 * that draws most, people over distance, within 40 km. Null when nobody lives near.
 */
export function cityFinder(
  cities: CityRow[],
): (name: string | null, country: string, lat: number, lon: number) => CityRow | null {
  const cells = new Map<string, CityRow[]>()
  const cellOf = (country: string, lat: number, lon: number): string =>
    `${country}${Math.floor(lat / STEP)} ${Math.floor(lon / STEP)}`
  for (const city of cities) {
    const at = cellOf(city.country, city.lat, city.lon)
    const there = cells.get(at)
    if (there === undefined) cells.set(at, [city])
    else there.push(city)
  }
  const names = new Map<CityRow, Set<string>>()
  const namesOf = (city: CityRow): Set<string> => {
    const known = names.get(city) ?? new Set([city.name, ...city.alternates].map(normaliseName))
    names.set(city, known)
    return known
  }
  return (name, country, lat, lon) => {
    const wanted = name === null ? null : normaliseName(name)
    let named: CityRow | null = null
    let nearest: CityRow | null = null
    let pull = 0
    for (let dlat = -1; dlat <= 1; dlat++) {
      for (let dlon = -2; dlon <= 2; dlon++) {
        for (const city of cells.get(cellOf(country, lat + dlat * STEP, lon + dlon * STEP)) ?? []) {
          const km = distance(lat, lon, city)
          if (
            wanted !== null &&
            km <= NEAR_KM &&
            (named === null || city.population > named.population) &&
            namesOf(city).has(wanted)
          )
            named = city
          const draws = city.population / (km + 3) ** 2
          if (km <= NEAREST_KM && draws > pull) {
            pull = draws
            nearest = city
          }
        }
      }
    }
    return named ?? nearest
  }
}

/** Kilometres, flat: good enough within a degree or two. */
function distance(lat: number, lon: number, city: CityRow): number {
  return Math.hypot(lat - city.lat, (lon - city.lon) * Math.cos((lat * Math.PI) / 180)) * 111.2
}
