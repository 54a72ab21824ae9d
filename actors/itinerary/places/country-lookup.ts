/** Countries by English name, common other names, or code. */
import { comparisonForm } from '../../../schemas/base/text.js'
import { COUNTRY_NAMES } from './city-names.js'

/** From text to the ISO code of a country; null if unknown. `codes` are the countries with cities. */
export function countryLookup(codes: ReadonlySet<string>): (text: string) => string | null {
  const byName = new Map(Object.entries(COUNTRY_NAMES))
  const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  for (const code of codes) {
    const name = /^[A-Z]{2}$/.test(code) ? english.of(code) : undefined
    if (name === undefined) continue
    const key = comparisonForm(name)
    if (!byName.has(key)) byName.set(key, code)
  }
  return (text) => {
    const folded = comparisonForm(text)
    return codes.has(folded) ? folded : (byName.get(folded) ?? null)
  }
}
