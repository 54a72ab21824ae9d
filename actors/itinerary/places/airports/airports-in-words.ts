/** RULES N5: airports by the names that flights are booked by: `London Heathrow`, `Newark Liberty International`. */
import type { AirportRow } from '../../../../schemas/itinerary/reference-rows.js'
import { comparisonForm } from '../../../../schemas/base/text.js'
import { memoize } from '../../../../schemas/base/memoize.js'
import { nameWords } from './airport-names.js'
import { countryAtEnd, inCountry } from '../city-search.js'
import type { CitySearch, CountryAtEnd } from '../city-search.js'
import { CACHED_LOOKUPS } from '../code-lookup.js'
import type { CodeLookup } from '../code-lookup.js'
import { countryCode } from '../country-lookup.js'
import { distanceKm, NEAR_KM } from '../distance.js'
import type { Place } from '../place.js'

/** Shorter words, as `de` and `am`, tell no airport from another. */
const MIN_WORD_LENGTH = 4
const SIZES = ['large_airport', 'medium_airport', 'small_airport']
const CODE = /^[A-Z]{3}$/
/** As reservation systems write it: `VALENCIA ES VALENCIA AIRPORT`. */
const CITY_AND_COUNTRY = /^(.+) ([A-Z]{2}) .+$/
const CODE_IN_BRACKETS = /[([] ?([A-Z]{3,4}) ?[)\]]/
const ICAO_CODE = /^[A-Z]{4}$/

interface AirportContext {
  cities: CitySearch
  codes: CodeLookup
  airportNamed: (text: string) => string | null
  freeText: (text: string, country: string | null) => Place | null
}

/** The airport that a text names within a country, else the city; a town's name alone means the town. */
export function airportLookup(
  context: AirportContext,
): (text: string, country: string | null) => Place | null {
  const { cities, codes, airportNamed, freeText } = context
  const inWords = airportInWords(codes.airports, (name) => cities.city(name, null, null))
  const named = memoize(CACHED_LOOKUPS, (text: string): Place | null => {
    const given = codes.place(CODE_IN_BRACKETS.exec(text)?.[1] ?? '')
    const ending = countryInCode(text, context)
    const isElsewhere = ending !== null && inCountry(given, ending.country) === null
    if (given !== null && given.spots[0]?.iata != null && !isElsewhere) return given
    const name = ending?.before ?? text
    if (cities.findTown(comparisonForm(name), null) !== null) return null
    if (ICAO_CODE.test(name) && codes.isAirport(name)) return codes.place(name)
    const code = airportNamed(name) ?? inWords(name)
    return code === null ? null : codes.place(code)
  })
  const within = (text: string, country: string): Place | null => inCountry(named(text), countryCode(country))
  return (text, country) => {
    if (country !== null) return within(text, country) ?? freeText(text, country)
    const [, city, code] = CITY_AND_COUNTRY.exec(text) ?? []
    const inWritten =
      city === undefined || code === undefined ? null : (within(text, code) ?? freeText(city, code))
    const found = inWritten ?? named(text) ?? freeText(text, null)
    return found ?? (/^[a-z]{4}$/.test(text) ? codes.place(text.toUpperCase()) : null)
  }
}

/** The country at the end of `Lyon, FRA` or `Lyon (FRA)`, if it has such a place: the code is no airport's there. */
function countryInCode(text: string, { cities, freeText }: AirportContext): CountryAtEnd | null {
  const ending = countryAtEnd(text)
  if (ending === null || !CODE.test(ending.last) || cities.airportAtEnd(ending) !== null) return null
  return freeText(ending.before, ending.country) === null ? null : ending
}

interface NamedAirport {
  row: AirportRow
  /** Words of its name and of its city. */
  words: readonly string[]
  size: number
}

/**
 * The code of the airport that a text names by a word of its own; the rest of the text has to be its city, in any
 * language. Null for no airport, or for several of one size.
 * @param cityPlace the place of a city's name
 */
export function airportInWords(
  rows: readonly AirportRow[],
  cityPlace: (name: string) => Place | null,
): (text: string) => string | null {
  // Most processes never need it.
  let built: NameIndex | null = null
  const isNear = (rest: readonly string[], row: AirportRow): boolean => {
    const city = rest.length === 0 ? null : cityPlace(rest.join(' '))
    return rest.length === 0 || city?.spots.some((spot) => distanceKm(spot, row) <= NEAR_KM) === true
  }
  return (text) => {
    const { byWord, byName, byCode } = (built ??= indexNames(rows))
    const { words } = nameWords(comparisonForm(text))
    const code = words.find((word) => CODE.test(word) && byCode.has(word) && text.includes(word))
    if (code !== undefined && words.length > 1) {
      const rest = words.filter((word) => word !== code)
      if (isNear(rest, byCode.get(code) as AirportRow)) return code
    }
    const exact = onlyLargest(byName.get(words.join(' ')) ?? [])
    if (exact !== null) return exact
    const candidates = new Set(words.flatMap((word) => byWord.get(word) ?? []))
    const named = [...candidates].filter(({ row, words: known }) =>
      isNear(
        words.filter((word) => !known.includes(word)),
        row,
      ),
    )
    return onlyLargest(named)
  }
}

interface NameIndex {
  /** By each word of the name that is not the city's. */
  byWord: Map<string, NamedAirport[]>
  /** By all words of the name: `San Francisco International` has none of its own. */
  byName: Map<string, NamedAirport[]>
  byCode: Map<string, AirportRow>
}

function indexNames(rows: readonly AirportRow[]): NameIndex {
  const index: NameIndex = {
    byWord: new Map(),
    byName: new Map(),
    byCode: new Map(rows.map((row) => [row.iata, row])),
  }
  for (const row of rows) {
    const size = SIZES.indexOf(row.type)
    if (size < 0) continue
    const { words } = nameWords(comparisonForm(row.name))
    const city = row.cityName === null ? [] : comparisonForm(row.cityName).split(' ')
    const airport = { row, words: [...words, ...city], size }
    addTo(index.byName, words.join(' '), airport)
    for (const word of new Set(words))
      if (word.length >= MIN_WORD_LENGTH && !city.includes(word)) addTo(index.byWord, word, airport)
  }
  return index
}

function addTo(map: Map<string, NamedAirport[]>, key: string, airport: NamedAirport): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [airport])
  else known.push(airport)
}

function onlyLargest(named: readonly NamedAirport[]): string | null {
  const size = Math.min(...named.map((airport) => airport.size))
  const [first, ...others] = named.filter((airport) => airport.size === size)
  return first === undefined || others.length > 0 ? null : first.row.iata
}
