/**
 * The keys by which places are found (migrations/0500_reference.sql): normalised names, each from its
 * beginning and from each further word. A search is normalised by the same function (reads/locations.ts). The
 * SQL function place_key is for names that have no stored key: states, and sources by name.
 */
import { compareText } from '../../schemas/base/text.js'
import type { AirportRow, CityRow } from '../../schemas/itinerary/reference-rows.js'
import { normaliseName } from '../reads/normalise-name.js'
import type { ReferenceData } from './reference-data.js'

const CODE = 0
const NAME = 1
const OTHER_NAME = 3

export interface PlaceKey {
  key: string
  /** 0 code, 1 name, 2 word of the name, 3 other name, 4 word of another name. */
  kind: number
  /** Rank among all places of its table; lower wins among equal matches. */
  weight: number
  ref: string
}

/** Keys of all cities, ranked by population, then by name and id. */
export function cityKeys(cities: CityRow[]): PlaceKey[] {
  const keys: PlaceKey[] = []
  const order = [...cities].sort(
    (a, b) => b.population - a.population || compareText(a.name, b.name) || Number(a.id) - Number(b.id),
  )
  order.forEach((city, weight) => {
    const add = keyWriter(keys, city.id, weight)
    add(city.cityCode, CODE)
    add(city.name, NAME)
    if (city.asciiName !== city.name) add(city.asciiName, NAME)
    for (const name of city.alternates) add(name, OTHER_NAME)
  })
  return keys
}

/**
 * Keys of all airports, ranked by size, then by name and code. Names of its city are other names of an
 * airport.
 */
export function airportKeys({ airports, cities, sizeOf }: ReferenceData): PlaceKey[] {
  const keys: PlaceKey[] = []
  const byId = new Map(cities.map((city) => [city.id, city]))
  const order = airports
    .map((row) => ({ row, size: sizeOf(row) }))
    .sort(
      (a, b) => b.size - a.size || compareText(a.row.name, b.row.name) || compareText(a.row.iata, b.row.iata),
    )
  order.forEach(({ row }, weight) => {
    addAirport(keys, row, weight, byId.get(row.cityId ?? ''))
  })
  return keys
}

function addAirport(keys: PlaceKey[], row: AirportRow, weight: number, city: CityRow | undefined): void {
  const add = keyWriter(keys, row.iata, weight)
  add(row.iata, CODE)
  add(row.icao, CODE)
  add(row.cityCode, CODE)
  add(row.name, NAME)
  add(row.cityName, NAME)
  if (city === undefined) return
  add(city.name, OTHER_NAME)
  for (const name of city.alternates) add(name, OTHER_NAME)
}

/** Adds the keys of one place; the first kind of a key counts. */
function keyWriter(
  keys: PlaceKey[],
  ref: string,
  weight: number,
): (name: string | null, kind: number) => void {
  const seen = new Set<string>()
  const add = (key: string, kind: number): void => {
    if (key === '' || seen.has(key)) return
    seen.add(key)
    keys.push({ key, kind, weight, ref })
  }
  return (name, kind) => {
    if (name === null) return
    const key = normaliseName(name)
    add(key, kind)
    if (kind === CODE) return
    for (let at = key.indexOf(' '); at >= 0; at = key.indexOf(' ', at + 1)) add(key.slice(at + 1), kind + 1)
  }
}

/** Created after the rows, which is several times faster than before. */
export const KEY_INDEXES: Array<{ name: string; create: string }> = [
  {
    name: 'city_key_prefix',
    create: 'create index city_key_prefix on city_key (key collate "C") include (kind, weight, ref)',
  },
  {
    name: 'airport_key_prefix',
    create: 'create index airport_key_prefix on airport_key (key collate "C") include (kind, weight, ref)',
  },
  {
    name: 'city_key_similar',
    create: 'create index city_key_similar on city_key using gin (key gin_trgm_ops) where kind in (1, 3)',
  },
  {
    name: 'airport_key_similar',
    create: `create index airport_key_similar on airport_key using gin (key gin_trgm_ops)
      where kind in (1, 2, 3)`,
  },
]
