/**
 * The cities as they stay in memory, with the tables in which they are found. Rows are held without the spellings by which
 * they are found, and equal texts once: there are more than a hundred thousand in every process with rules, and each
 * collection of its heap walks through them.
 */
import type { CityRow } from '../../../schemas/itinerary/reference-rows.js'
import { CITY_ABBREVIATIONS } from './city-names.js'
import { stringInterner } from '../lib/string-interner.js'
import { comparisonForm } from '../../../schemas/base/text.js'

export type City = Omit<CityRow, 'asciiName' | 'alternates'>

export interface CityIndex {
  /** In the order of the rows; the tables below name them by their place here. */
  cities: City[]
  /** By canonical name, in any spelling. */
  byName: Map<string, number | number[]>
  /** By metropolitan code: the largest. */
  byMetroCode: Map<string, City>
  /** By square of one degree (`cellOf`). */
  cells: Map<number, number[]>
  /** Canonical names of large cities, by first letter. */
  largeNames: Map<string, string[]>
  /** Codes of the countries that have cities. */
  countryCodes: Set<string>
}

const LARGE_CITY_POPULATION = 100_000

/** A folded name with its words in the form in which names are compared. */
export function canonicalCityName(folded: string): string {
  return folded
    .split(' ')
    .map((word) => CITY_ABBREVIATIONS[word] ?? word)
    .join(' ')
}

/** Number of the square of one degree in which a spot lies. */
export function degreeCell(lat: number, lon: number): number {
  return Math.floor(lat + 90) * 361 + Math.floor(lon + 180)
}

/** Keeps nothing of the rows themselves. Rows of one name may repeat. */
export function buildCityIndex(rows: readonly CityRow[]): CityIndex {
  const index: CityIndex = {
    cities: [],
    byName: new Map(),
    byMetroCode: new Map(),
    cells: new Map(),
    largeNames: new Map(),
    countryCodes: new Set(),
  }
  const { cities, byName, byMetroCode: byMetro, cells, largeNames: large, countryCodes: codes } = index
  const shared = stringInterner(rows.length)
  const name = (key: string, i: number): void => {
    const held = byName.get(key)
    if (held === undefined) byName.set(key, i)
    else if (typeof held === 'number') {
      if (held !== i) byName.set(key, [held, i])
    } else if (!held.includes(i)) held.push(i)
  }
  for (const [i, row] of rows.entries()) {
    const city = toCity(row, shared)
    cities.push(city)
    const key = canonicalCityName(comparisonForm(row.name))
    name(key, i)
    if (row.asciiName !== row.name) name(canonicalCityName(comparisonForm(row.asciiName)), i)
    for (const other of row.alternates) name(canonicalCityName(comparisonForm(other)), i)
    if (row.population >= LARGE_CITY_POPULATION) listAt(large, key.slice(0, 1)).push(key)
    const { cityCode } = city
    if (cityCode !== null && (byMetro.get(cityCode)?.population ?? -1) < city.population)
      byMetro.set(cityCode, city)
    listAt(cells, degreeCell(row.lat, row.lon)).push(i)
    codes.add(city.country)
  }
  return index
}

function toCity(
  { id, name, cityCode, adminCode, adminName, country, lat, lon, zone, population }: CityRow,
  shared: (text: string) => string,
): City {
  const once = (text: string | null): string | null => (text === null ? null : shared(text))
  return {
    id,
    name,
    cityCode,
    adminCode: once(adminCode),
    adminName: once(adminName),
    country: shared(country),
    lat,
    lon,
    zone: once(zone),
    population,
  }
}

function listAt<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const held = lists.get(key)
  if (held !== undefined) return held
  const list: V[] = []
  lists.set(key, list)
  return list
}
