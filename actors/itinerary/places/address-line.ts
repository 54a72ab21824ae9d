/** RULES N5: the town in an address that is written in one line. */
import { comparisonForm } from '../../../schemas/base/text.js'
import { memoize } from '../../../schemas/base/memoize.js'
import type { CitySearch } from './city-search.js'
import { CACHED_LOOKUPS } from './code-lookup.js'
import { countryCode } from './country-lookup.js'
import type { Place } from './place.js'

/** A word with a digit, and what follows it in codes such as `1011 AB`. */
const POSTAL_WORD = /\d/
const POSTAL_SUFFIX = /^[A-Z]{2}$/
/** Five digits together are no house number: the town follows them. */
const POSTAL_CODE = /^\d{5}$/
/** What stands directly before a town: the end of a street, not the beginning of its name. */
const STREET_END =
  /^(?:\d+[A-Z]?|STREET|ST|ROAD|RD|AVENUE|AVE|LANE|LN|BOULEVARD|BLVD|DRIVE|DR|SQUARE|SQ|WAY)$/

export type AddressLookup = (line: string, country: string | null) => Place | null

/** A lookup of the town in an address; null if it names none for certain. */
export function addressLookup(cities: CitySearch): AddressLookup {
  const find = memoize(CACHED_LOOKUPS, (key: string): Place | null => {
    const [line, country] = key.split('\u0000') as [string, string]
    return findTown(cities, line, country === '' ? null : country)
  })
  return (line, country) => find(`${line}\u0000${country ?? ''}`)
}

function findTown(cities: CitySearch, line: string, givenCountry: string | null): Place | null {
  const parts = line
    .split(/[,;\n]| - /)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length === 1) return townInStreet(cities, comparisonForm(line), givenCountry)
  const last = parts.at(-1) as string
  const country = givenCountry ?? countryCode(last)
  const named = parts.slice(1).reverse()
  for (const [i, part] of named.entries()) {
    const region = i === 0 ? null : withoutPostalCode(comparisonForm(named[i - 1] as string))
    const name = withoutPostalCode(comparisonForm(part))
    if (name === '' || (part === last && country !== null && countryCode(last) === country)) continue
    const place = cities.town(name, region, country)
    if (place !== null) return place
  }
  return townInStreet(cities, comparisonForm(parts[0] as string), country)
}

/** `1011 AB AMSTERDAM`, `LONDON EC1A 1AA` and `PARIS 75001` without their codes. */
function withoutPostalCode(name: string): string {
  const words = name.split(' ')
  const isCode = words.map(
    (word, i) => POSTAL_WORD.test(word) || (POSTAL_SUFFIX.test(word) && POSTAL_WORD.test(words[i - 1] ?? '')),
  )
  return words.filter((_, i) => isCode[i] !== true).join(' ')
}

/** A town after a postal code, or at the end of a street: `RUE DES GRAVELLES 73120 COURCHEVEL`. */
function townInStreet(cities: CitySearch, line: string, country: string | null): Place | null {
  const words = line.split(' ')
  const code = words.findLastIndex((word) => POSTAL_CODE.test(word))
  if (code > 0 && code < words.length - 1)
    return cities.town(words.slice(code + 1).join(' '), null, country, true)
  for (let from = 2; from < words.length; from++) {
    if (!STREET_END.test(words[from - 1] as string)) continue
    const place = cities.town(words.slice(from).join(' '), null, country)
    if (place !== null) return place
  }
  return null
}
