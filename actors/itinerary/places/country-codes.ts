/** The codes of ISO 3166-1, and which countries belong together. */
import COUNTRIES from '../../../schemas/data/countries.json' with { type: 'json' }
import { wordSet } from '../lib/word-tables.js'

/** From the code of three letters to that of two. */
export const ALPHA_2_OF: ReadonlyMap<string, string> = new Map(
  COUNTRIES.codes
    .join(' ')
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, 3), pair.slice(3)]),
)

export const COUNTRY_CODES: ReadonlySet<string> = new Set(ALPHA_2_OF.values())

/** Territories with a code of their own, which addresses write as the country that they belong to. */
const TERRITORIES = listsOf(COUNTRIES.territories)

/** Airports that lie in one country and serve the next one by a gate of its own. */
const SHARED_AIRPORTS = listsOf(COUNTRIES.sharedAirports)

function listsOf(table: Record<string, string>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(Object.entries(table).map(([name, codes]) => [name, wordSet(codes)]))
}

/** True if a place is in the country of this code, or in a territory of it. */
export function isInCountry(
  { country, iata }: { country: string | null; iata?: string | null },
  code: string,
): boolean {
  if (country === null) return false
  if (country === code || TERRITORIES.get(code)?.has(country) === true) return true
  return iata != null && SHARED_AIRPORTS.get(iata)?.has(code) === true
}
