/** Airports as counters and travellers write them: `LAXT01`, `LAX T4`, `Heathrow Airport`, `O'Hare Terminal 3`. */
import type { AirportRow } from '../../../schemas/itinerary/reference-rows.js'
import { comparisonForm } from '../../../schemas/base/text.js'

/** Words that say that a place is an airport, or a part of one, and not which. */
const GENERIC_WORDS = new Set([
  'INTERNATIONAL',
  'INTL',
  'AIRPORT',
  'ARPT',
  'APT',
  'AIRPT',
  'AP',
  'TERMINAL',
  'FLUGHAFEN',
  'AEROPORT',
  'AEROPUERTO',
  'AEROPORTO',
  'LUCHTHAVEN',
  'LUFTHAVN',
])
/** A terminal: `T4`, `2E`, `A`; a number alone only where TERMINAL stands before it. */
const TERMINAL_CODE = /^T\d[A-Z]?$/
/** What railways put behind the airport's name. */
const STATION_SUFFIXES = new Set(['STATION', 'BAHNHOF', 'TGV', 'NORRA', 'SODRA', 'CENTRAL', 'C', 'PARKWAY'])
/** Airports called by a name that is in no list. */
const COLLOQUIAL_NAMES: Record<string, string> = { 'SEA TAC': 'SEA', FIUMICINO: 'FCO', BARAJAS: 'MAD' }
/** Own names of airports that hotels, companies and halls everywhere have as well: alone they tell none. */
const AMBIGUOUS_NAMES = new Set(['CAPITAL', 'FLAMINGO', 'NATIONAL'])
/** Letters of an airport's name that no other word need stand beside. */
const MIN_NAME_LENGTH = 5
/** A code at the head with what reservation systems put behind it: the desk's letter (terminal, city, off airport ...) and number. */
const RENTAL_COUNTER = /^([A-Z]{3})[A-Z]\d{2}$/

function nameWords(folded: string): { left: string[]; airport: boolean } {
  const parts = folded.split(' ')
  const left: string[] = []
  let numbered = false
  for (const word of parts) {
    const part: boolean =
      GENERIC_WORDS.has(word) || TERMINAL_CODE.test(word) || (numbered && /^\d?[A-Z]?$/.test(word))
    if (!part) left.push(word)
    numbered = part && (numbered || word === 'TERMINAL' || TERMINAL_CODE.test(word))
  }
  const airport = left.length < parts.length
  while (left.length > 1 && STATION_SUFFIXES.has(left.at(-1) ?? '')) left.pop()
  if (airport && left.length > 1 && /^\d[A-Z]?$/.test(left.at(-1) ?? '')) left.pop()
  return { left, airport }
}

/**
 * The code of an airport that a text names as one; null when it does not, or the airport is not known. A name that is a large
 * city's means the city, which may have other airports, and one that is a town's the town unless a word says that it is an
 * airport.
 */
export function airportNameLookup(
  rows: readonly AirportRow[],
  largeCity: (folded: string) => boolean,
  town: (folded: string) => boolean,
): (text: string) => string | null {
  const codes = new Set<string>()
  const names = new Map<string, string | null>()
  const wordsByCode = new Map<string, Set<string>>()
  const put = (name: string, row: AirportRow): void => {
    // Two large airports of one name: it tells neither.
    if (name !== '' && !largeCity(name))
      names.set(name, names.has(name) && names.get(name) !== row.iata ? null : row.iata)
  }
  for (const row of rows) {
    codes.add(row.iata)
    if (row.type !== 'large_airport') continue
    const { left } = nameWords(comparisonForm(row.name))
    wordsByCode.set(row.iata, new Set(left))
    const city = new Set(row.cityName === null ? [] : comparisonForm(row.cityName).split(' '))
    const own = left.filter((word) => !city.has(word)).join(' ')
    // Called like its city alone: other cities of that name have airports too.
    if (own === '') continue
    put(own, row)
    const whole = left.join(' ')
    if (whole !== own) put(whole, row)
  }
  return (text) => {
    const desk = RENTAL_COUNTER.exec(text)?.[1]
    if (desk !== undefined && codes.has(desk)) return desk
    const { left, airport } = nameWords(comparisonForm(text))
    const name = left.join(' ')
    const called = COLLOQUIAL_NAMES[name]
    if (called !== undefined && codes.has(called)) return called
    if (!airport)
      return name.length >= MIN_NAME_LENGTH && !AMBIGUOUS_NAMES.has(name) && !town(name)
        ? (names.get(name) ?? null)
        : null
    const [code, ...others] = left
    if (
      code !== undefined &&
      codes.has(code) &&
      text.includes(code) &&
      others.every((word) => wordsByCode.get(code)?.has(word) === true)
    )
      return code
    return names.get(name) ?? null
  }
}
