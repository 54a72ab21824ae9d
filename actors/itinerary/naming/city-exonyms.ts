/**
 * RULES 6.8: names of cities that differ between languages, or that the reference data write in the language of
 * the country. A row of the table is a country, the name in each language in the order of LANGUAGES, and other
 * spellings of the reference data; an empty cell is the English name.
 */
import CITY_NAMES from '../../../schemas/data/city-exonyms.json' with { type: 'json' }
import { memoize } from '../../../schemas/base/memoize.js'
import { comparisonForm } from '../../../schemas/base/text.js'
import { canonicalCityName } from '../places/city-index.js'
import { LANGUAGES } from './language.js'
import type { Language } from './language.js'

/** The names of a city, in the order of LANGUAGES. */
type CityNames = readonly string[]

const NAMES_BY_SPELLING: ReadonlyMap<string, CityNames> = namesBySpelling()

/** Every spelling of a row leads to it: the reference data may have any of them. */
function namesBySpelling(): Map<string, CityNames> {
  const bySpelling = new Map<string, CityNames>()
  for (const line of CITY_NAMES) {
    const [country = '', english = '', ...cells] = line.split('|')
    const names = [
      english,
      ...cells.slice(0, LANGUAGES.length - 1).map((cell) => (cell === '' ? english : cell)),
    ]
    const others = cells.slice(LANGUAGES.length - 1)
    for (const name of [...names, ...others]) bySpelling.set(spellingKey(country, name), names)
  }
  return bySpelling
}

function spellingKey(country: string, name: string): string {
  return `${country}|${canonicalCityName(comparisonForm(name))}`
}

const CACHED_CITIES = 20_000

/** The names of a city by country and name as the reference data have it; null for one that the table lacks. */
const namesOfCity = memoize(CACHED_CITIES, (key): CityNames | null => {
  const at = key.indexOf('|')
  return NAMES_BY_SPELLING.get(spellingKey(key.slice(0, at), key.slice(at + 1))) ?? null
})

/** The name of a city of the reference data in a language; as it is there, if the table has none. */
export function cityNameIn(language: Language, name: string, country: string | null): string {
  if (country === null) return name
  return namesOfCity(`${country}|${name}`)?.[LANGUAGES.indexOf(language)] ?? name
}
