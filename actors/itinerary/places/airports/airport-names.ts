/** RULES N5: airports in text: `LAXT01`, `LAX T4`, `Heathrow Airport`, `O'Hare Terminal 3`. */
import PLACE_WORDS from '../../../../schemas/data/place-words.json' with { type: 'json' }
import type { AirportRow } from '../../../../schemas/itinerary/reference-rows.js'
import { comparisonForm } from '../../../../schemas/base/text.js'
import { wordSet } from '../../lib/word-tables.js'

/** Words that say that a place is an airport or a part of one, but not which. */
const GENERIC_WORDS = wordSet(PLACE_WORDS.airports)
/** A terminal: `T4`, `2E`, `A`. A number alone counts only after TERMINAL. */
const TERMINAL_CODE = /^T\d[A-Z]?$/
const TERMINAL_NUMBER = /^\d?[A-Z]?$/
const NUMBER_AT_END = /^\d[A-Z]?$/
/** What railways add after the airport's name. */
const STATION_SUFFIXES = new Set(['STATION', 'BAHNHOF', 'TGV', 'NORRA', 'SODRA', 'CENTRAL', 'C', 'PARKWAY'])
/** Airports known by a name that is in no list. */
const COLLOQUIAL_NAMES: Record<string, string> = { 'SEA TAC': 'SEA', FIUMICINO: 'FCO', BARAJAS: 'MAD' }
/** Airport names that hotels, companies and halls everywhere have as well: alone they prove nothing. */
const AMBIGUOUS_NAMES = new Set(['CAPITAL', 'FLAMINGO', 'NATIONAL'])
/** A shorter name needs a word beside it that says "airport". */
const MIN_NAME_LENGTH = 5
/** A code with the location type and number of a rental counter, as in `LAXT01`. */
const RENTAL_COUNTER = /^([A-Z]{3})[A-Z]\d{2}$/

/** Which names in comparison form are those of cities. */
export interface CityNames {
  isLargeCity: (name: string) => boolean
  isTown: (name: string) => boolean
}

/**
 * A lookup from text to the code of the airport that it names; null if it names none that is known. A large
 * city's name means the city, which may have other airports. A town's name means the town, unless a word says
 * that it is an airport.
 */
export function airportNameLookup(
  rows: readonly AirportRow[],
  cities: CityNames,
): (text: string) => string | null {
  const codes = new Set(rows.map(({ iata }) => iata))
  const { byName, wordsByCode } = indexNames(rows, cities)
  return (text) => {
    const counter = RENTAL_COUNTER.exec(text)?.[1]
    if (counter !== undefined && codes.has(counter)) return counter
    const { words, isAirport } = nameWords(comparisonForm(text))
    const name = words.join(' ')
    const colloquial = COLLOQUIAL_NAMES[name]
    if (colloquial !== undefined && codes.has(colloquial)) return colloquial
    if (!isAirport) {
      const isProof = name.length >= MIN_NAME_LENGTH && !AMBIGUOUS_NAMES.has(name) && !cities.isTown(name)
      return isProof ? (byName.get(name) ?? null) : null
    }
    const code = words.find((word) => codes.has(word) && text.includes(word))
    if (
      code !== undefined &&
      words.every((word) => word === code || wordsByCode.get(code)?.has(word) === true)
    )
      return code
    return byName.get(name) ?? null
  }
}

interface NameIndex {
  /** Null for a name that several large airports have. */
  byName: Map<string, string | null>
  wordsByCode: Map<string, Set<string>>
}

/** Names of large airports, with and without the name of their city. */
function indexNames(rows: readonly AirportRow[], cities: CityNames): NameIndex {
  const byName: NameIndex['byName'] = new Map()
  const wordsByCode: NameIndex['wordsByCode'] = new Map()
  const add = (name: string, { iata }: AirportRow): void => {
    if (name === '' || cities.isLargeCity(name)) return
    byName.set(name, byName.has(name) && byName.get(name) !== iata ? null : iata)
  }
  for (const row of rows) {
    if (row.type !== 'large_airport') continue
    const { words } = nameWords(comparisonForm(row.name))
    wordsByCode.set(row.iata, new Set(words))
    const city = new Set(row.cityName === null ? [] : comparisonForm(row.cityName).split(' '))
    const ownName = words.filter((word) => !city.has(word)).join(' ')
    // With no more than its city's name it cannot be distinguished from airports of other cities of that
    // name.
    if (ownName === '') continue
    add(ownName, row)
    const wholeName = words.join(' ')
    if (wholeName !== ownName) add(wholeName, row)
  }
  return { byName, wordsByCode }
}

/** The distinctive words of a name, and whether it also has a word for an airport or terminal. */
export function nameWords(folded: string): { words: string[]; isAirport: boolean } {
  const parts = folded.split(' ')
  const words: string[] = []
  let isAfterTerminal = false
  for (const word of parts) {
    const isTerminalCode = TERMINAL_CODE.test(word)
    const isGeneric: boolean =
      isTerminalCode || GENERIC_WORDS.has(word) || (isAfterTerminal && TERMINAL_NUMBER.test(word))
    if (!isGeneric) words.push(word)
    isAfterTerminal = isGeneric && (isAfterTerminal || word === 'TERMINAL' || isTerminalCode)
  }
  const isAirport = words.length < parts.length
  while (words.length > 1 && STATION_SUFFIXES.has(words.at(-1) ?? '')) words.pop()
  if (isAirport && words.length > 1 && NUMBER_AT_END.test(words.at(-1) ?? '')) words.pop()
  return { words, isAirport }
}
