/**
 * The cities in memory, with the tables by which they are found. Rows are kept without their alternative
 * spellings, and equal texts once: every process with rules holds 135,000 cities, and each full collection of
 * its heap walks through them (44 MB instead of 57, 126 ms instead of 156).
 */
import PLACE_WORDS from '../../../schemas/data/place-words.json' with { type: 'json' }
import { comparisonForm } from '../../../schemas/base/text.js'
import type { CityRow } from '../../../schemas/itinerary/reference-rows.js'
import { stringInterner } from '../lib/string-interner.js'
import type { Spot } from './place.js'

export type City = Omit<CityRow, 'asciiName' | 'alternates'>

export interface CityIndex {
  /** In the order of the rows. The tables below refer to them by index. */
  cities: City[]
  /** By canonical name, in any spelling. */
  byName: Map<string, number | number[]>
  /** The largest city of each metropolitan code. */
  byMetroCode: Map<string, City>
  /** By `degreeCell`. */
  cells: Map<number, number[]>
  /** Canonical names of large cities, by first letter. */
  largeNames: Map<string, string[]>
}

const CITY_ABBREVIATIONS: ReadonlyMap<string, string> = new Map(Object.entries(PLACE_WORDS.cityAbbreviations))
const LARGE_CITY_POPULATION = 100_000

/** A name in comparison form with abbreviations expanded: `ST LOUIS` is `SAINT LOUIS`. */
export function canonicalCityName(name: string): string {
  return name
    .split(' ')
    .map((word) => CITY_ABBREVIATIONS.get(word) ?? word)
    .join(' ')
}

/** The number of the square degree in which coordinates lie. */
export function degreeCell(lat: number, lon: number): number {
  return Math.floor(lat + 90) * 361 + Math.floor(lon + 180)
}

export function citySpot(city: City): Spot {
  return {
    lat: city.lat,
    lon: city.lon,
    city: city.name,
    cityId: city.id,
    metro: city.cityCode,
    iata: null,
    admin: city.adminCode,
    country: city.country,
    zone: city.zone,
  }
}

/** Keeps nothing of the rows themselves. Several rows may have one name. */
export function buildCityIndex(rows: readonly CityRow[]): CityIndex {
  const index: CityIndex = {
    cities: [],
    byName: new Map(),
    byMetroCode: new Map(),
    cells: new Map(),
    largeNames: new Map(),
  }
  const intern = stringInterner(rows.length)
  rows.forEach((row, i) => {
    addCity(index, row, i, intern)
  })
  return index
}

function addCity(index: CityIndex, row: CityRow, i: number, intern: (text: string) => string): void {
  const city = toCity(row, intern)
  index.cities.push(city)
  const name = canonicalCityName(comparisonForm(row.name))
  addName(index.byName, name, i)
  if (row.asciiName !== row.name) addName(index.byName, canonicalCityName(comparisonForm(row.asciiName)), i)
  for (const other of row.alternates) addName(index.byName, canonicalCityName(comparisonForm(other)), i)
  if (row.population >= LARGE_CITY_POPULATION) listAt(index.largeNames, name.slice(0, 1)).push(name)
  const { cityCode, population } = city
  if (cityCode !== null && (index.byMetroCode.get(cityCode)?.population ?? -1) < population)
    index.byMetroCode.set(cityCode, city)
  listAt(index.cells, degreeCell(row.lat, row.lon)).push(i)
}

/** Most names belong to one city: only the others cost an array. */
function addName(byName: CityIndex['byName'], name: string, i: number): void {
  const known = byName.get(name)
  if (known === undefined) byName.set(name, i)
  else if (typeof known === 'number') {
    if (known !== i) byName.set(name, [known, i])
  } else if (!known.includes(i)) known.push(i)
}

function toCity(row: CityRow, intern: (text: string) => string): City {
  const { id, name, cityCode, lat, lon, population } = row
  const internOptional = (text: string | null): string | null => (text === null ? null : intern(text))
  return {
    id,
    name,
    cityCode,
    adminCode: internOptional(row.adminCode),
    adminName: internOptional(row.adminName),
    country: intern(row.country),
    lat,
    lon,
    zone: internOptional(row.zone),
    population,
  }
}

function listAt<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const known = lists.get(key)
  if (known !== undefined) return known
  const list: V[] = []
  lists.set(key, list)
  return list
}
