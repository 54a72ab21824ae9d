/** Countries as people write them: by code of two or three letters, or by name in one of many languages. */
import COUNTRIES from '../../../schemas/data/countries.json' with { type: 'json' }
import { comparisonForm } from '../../../schemas/base/text.js'
import { entriesByAlias } from '../lib/word-tables.js'
import { ALPHA_2_OF, COUNTRY_CODES } from './country-codes.js'

/** The first language that has a name decides which country it means. */
const LANGUAGES = 'en de fr es it pt nl da sv nb fi pl cs sk hu ro hr sl el tr ru uk ja zh ko'.split(' ')

let names: ReadonlyMap<string, string> | null = null

/** Names of countries in comparison form, with their codes; made when first asked for. */
function countryNames(): ReadonlyMap<string, string> {
  if (names !== null) return names
  const found = new Map([...entriesByAlias(COUNTRIES.names, ', '), ...ALPHA_2_OF])
  for (const language of LANGUAGES) {
    const inLanguage = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const code of COUNTRY_CODES) {
      const name = comparisonForm(inLanguage.of(code) ?? '')
      if (name !== '' && !found.has(name)) found.set(name, code)
    }
  }
  names = found
  return found
}

/** The ISO code of a country; null if the text is not known to be one. */
export function countryCode(text: string): string | null {
  const folded = comparisonForm(text)
  return COUNTRY_CODES.has(folded) ? folded : (countryNames().get(folded) ?? null)
}
