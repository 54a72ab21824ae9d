import type { CityRow } from '../../schemas/itinerary/reference-rows.js'
import { normaliseName } from '../reads/normalise-name.js'

export type CityFinder = (name: string | null, country: string, lat: number, lon: number) => CityRow | null

/** A city of the right name may be this far from the point. */
const NAMED_KM = 80
/** A city of another name may be this far. */
const NEAREST_KM = 40
const CELL_DEGREES = 1
const KM_PER_DEGREE = 111.2

/**
 * Finds the city of a point: the largest one with the name, within 80 km in the country; else the one within
 * 40 km with the greatest pull, population over squared distance. Null if there is none.
 */
export function cityFinder(cities: CityRow[]): CityFinder {
  const cells = new Map<string, CityRow[]>()
  const cellOf = (country: string, lat: number, lon: number): string =>
    `${country}${Math.floor(lat / CELL_DEGREES)} ${Math.floor(lon / CELL_DEGREES)}`
  for (const city of cities) {
    const key = cellOf(city.country, city.lat, city.lon)
    const known = cells.get(key)
    if (known === undefined) cells.set(key, [city])
    else known.push(city)
  }
  const nearby = (country: string, lat: number, lon: number): CityRow[][] => {
    const found: CityRow[][] = []
    for (let dlat = -1; dlat <= 1; dlat++) {
      for (let dlon = -2; dlon <= 2; dlon++) {
        const cell = cells.get(cellOf(country, lat + dlat * CELL_DEGREES, lon + dlon * CELL_DEGREES))
        if (cell !== undefined) found.push(cell)
      }
    }
    return found
  }
  const hasName = nameIndex()
  return (name, country, lat, lon) => {
    const wanted = name === null ? null : normaliseName(name)
    let named: CityRow | null = null
    let nearest: CityRow | null = null
    let greatestPull = 0
    for (const cell of nearby(country, lat, lon)) {
      for (const city of cell) {
        const km = distanceKm(lat, lon, city)
        const mayBeNamed = km <= NAMED_KM && (named === null || city.population > named.population)
        if (wanted !== null && mayBeNamed && hasName(city, wanted)) named = city
        const pull = city.population / (km + 3) ** 2
        if (km <= NEAREST_KM && pull > greatestPull) {
          greatestPull = pull
          nearest = city
        }
      }
    }
    return named ?? nearest
  }
}

/** Normalises the names of a city on its first use. */
function nameIndex(): (city: CityRow, name: string) => boolean {
  const names = new Map<CityRow, Set<string>>()
  return (city, name) => {
    let known = names.get(city)
    if (known === undefined) {
      known = new Set([city.name, ...city.alternates].map(normaliseName))
      names.set(city, known)
    }
    return known.has(name)
  }
}

/** On a flat map: accurate enough within a degree or two. */
function distanceKm(lat: number, lon: number, city: CityRow): number {
  return Math.hypot(lat - city.lat, (lon - city.lon) * Math.cos((lat * Math.PI) / 180)) * KM_PER_DEGREE
}
