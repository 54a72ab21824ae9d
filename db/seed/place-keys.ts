/**
 * The keys by which places are found (db/migrations/0500_reference.ts): names folded to plain letters, each from its
 * beginning and from each further word. What is searched for is folded by the same function (db/reads/locations.ts).
 */
import type { AirportRow, CityRow } from '../../schemas/itinerary/reference-rows.js'
import { normaliseName } from '../reads/normalise-name.js'
import type { ReferenceData } from './reference-data.js'

export interface PlaceKey {
  key: string
  /** 0 code, 1 name, 2 word of the name, 3 other name, 4 word of another name. */
  kind: number
  /** Place among all of its table: the smaller the sooner among equal matches. */
  weight: number
  ref: string
}

/** Keys of all cities: larger ones first, then by name and id. */
export function cityKeys(cities: CityRow[]): PlaceKey[] {
  const keys: PlaceKey[] = []
  const order = [...cities].sort(
    (a, b) => b.population - a.population || compare(a.name, b.name) || Number(a.id) - Number(b.id),
  )
  order.forEach((city, weight) => {
    const spell = speller(keys, city.id, weight)
    spell(city.cityCode, 0)
    spell(city.name, 1)
    if (city.asciiName !== city.name) spell(city.asciiName, 1)
    for (const name of city.alternates) spell(name, 3)
  })
  return keys
}

/** Keys of all airports: larger ones first, then by name and code; the names of its city are other names of an airport. */
export function airportKeys({ airports, cities, sizeOf }: ReferenceData): PlaceKey[] {
  const keys: PlaceKey[] = []
  const byId = new Map(cities.map((city) => [city.id, city]))
  const order = airports
    .map((row) => ({ row, size: sizeOf(row) }))
    .sort((a, b) => b.size - a.size || compare(a.row.name, b.row.name) || compare(a.row.iata, b.row.iata))
  order.forEach(({ row }, weight) => {
    spellAirport(keys, row, weight, byId.get(row.cityId ?? ''))
  })
  return keys
}

function spellAirport(keys: PlaceKey[], row: AirportRow, weight: number, city: CityRow | undefined): void {
  const spell = speller(keys, row.iata, weight)
  spell(row.iata, 0)
  spell(row.icao, 0)
  spell(row.cityCode, 0)
  spell(row.name, 1)
  spell(row.cityName, 1)
  if (city === undefined) return
  spell(city.name, 3)
  for (const name of city.alternates) spell(name, 3)
}

/** Adds the keys of one place; the first spelling of a key counts. */
function speller(keys: PlaceKey[], ref: string, weight: number): (name: string | null, kind: number) => void {
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
    if (kind === 0) return
    for (let at = key.indexOf(' '); at >= 0; at = key.indexOf(' ', at + 1)) add(key.slice(at + 1), kind + 1)
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Made after the rows, which is several times as fast as before them. */
export const KEY_INDEXES: Array<{ name: string; make: string }> = [
  {
    name: 'city_key_prefix',
    make: 'create index city_key_prefix on city_key (key collate "C") include (kind, weight, ref)',
  },
  {
    name: 'airport_key_prefix',
    make: 'create index airport_key_prefix on airport_key (key collate "C") include (kind, weight, ref)',
  },
  {
    name: 'city_key_similar',
    make: 'create index city_key_similar on city_key using gin (key gin_trgm_ops) where kind in (1, 3)',
  },
  {
    name: 'airport_key_similar',
    make: 'create index airport_key_similar on airport_key using gin (key gin_trgm_ops) where kind in (1, 2, 3)',
  },
]
