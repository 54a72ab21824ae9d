/**
 * Splits a search for places into a name and the region after its commas (`Springfield, IL`; `Paris,
 * France`).
 */
import { normaliseName } from './normalise-name.js'

/** `regions`: the possible meanings of the text after the comma. */
export interface PlaceQuery {
  name: string
  regions: Array<{ state: string | null; country: string | null }>
}

/** A shorter name is the beginning of too many places. */
const MIN_NAME_LENGTH = 2

/** Country codes by English name, and by common abbreviations. */
const COUNTRIES = new Map<string, string>([
  ['usa', 'US'],
  ['u s a', 'US'],
  ['u s', 'US'],
  ['uk', 'GB'],
  ['great britain', 'GB'],
])
const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
  const name = countryNames.of(code)
  if (name !== undefined) COUNTRIES.set(normaliseName(name), code)
}

/** Null for a text without a comma, or with nothing after it. */
export function parsePlaceQuery(q: string): PlaceQuery | null {
  const [name = '', ...rest] = q
    .split(',')
    .map((part) => normaliseName(part.trim()))
    .filter((part) => part !== '')
  const last = rest.at(-1)
  if (last === undefined || [...name].length < MIN_NAME_LENGTH) return null
  const country = COUNTRIES.get(last) ?? (last.length === 2 ? last.toUpperCase() : null)
  if (rest.length > 1) return { name, regions: [{ state: rest.slice(0, -1).join(' '), country }] }
  return {
    name,
    regions: [{ state: last, country: null }, ...(country === null ? [] : [{ state: null, country }])],
  }
}
