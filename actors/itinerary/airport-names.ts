/** Airports as counters and travellers write them: `LAXT01`, `LAX T4`, `Heathrow Airport`, `O'Hare Terminal 3`. */
import type { AirportRow } from '../../schemas/place.js'
import { fold } from '../../schemas/text.js'

/** Words that say that a place is an airport, or a part of one, and not which. */
const GENERIC = new Set(['INTERNATIONAL', 'INTL', 'AIRPORT', 'ARPT', 'APT', 'AIRPT', 'AP', 'TERMINAL', 'FLUGHAFEN', 'AEROPORT', 'AEROPUERTO', 'AEROPORTO', 'LUCHTHAVEN', 'LUFTHAVN'])
/** A terminal: `T4`, `2E`, `A`; a number alone only where TERMINAL stands before it. */
const TERMINAL = /^T\d[A-Z]?$/
/** A code at the head with what reservation systems put behind it: the desk's letter (terminal, city, off airport ...) and number. */
const COUNTER = /^([A-Z]{3})[A-Z]\d{2}$/

function wordsOf (folded: string): { left: string[], airport: boolean } {
  const parts = folded.split(' ')
  const left = parts.filter((word, i) => !GENERIC.has(word) && !TERMINAL.test(word) && !(parts[i - 1] === 'TERMINAL' && /^\d?[A-Z]?$/.test(word)))
  return { left, airport: left.length < parts.length }
}

/**
 * The code of an airport that a text names as one; null when it does not, or the airport is not known. A name that is a large
 * city's means the city, which may have other airports.
 */
export function airportNames (rows: readonly AirportRow[], largeCity: (folded: string) => boolean): (text: string) => string | null {
  const codes = new Set<string>()
  const names = new Map<string, string | null>()
  const put = (name: string, row: AirportRow): void => {
    // Two large airports of one name: it tells neither.
    if (name !== '' && !largeCity(name)) names.set(name, names.has(name) && names.get(name) !== row.iata ? null : row.iata)
  }
  for (const row of rows) {
    codes.add(row.iata)
    if (row.type !== 'large_airport') continue
    const { left } = wordsOf(fold(row.name))
    const city = new Set(row.cityName === null ? [] : fold(row.cityName).split(' '))
    const own = left.filter(word => !city.has(word)).join(' ')
    // Called like its city alone: other cities of that name have airports too.
    if (own === '') continue
    put(own, row)
    const whole = left.join(' ')
    if (whole !== own) put(whole, row)
  }
  return text => {
    const desk = COUNTER.exec(text)?.[1]
    if (desk !== undefined && codes.has(desk)) return desk
    const { left, airport } = wordsOf(fold(text))
    if (!airport) return null
    const [only] = left
    if (left.length === 1 && only !== undefined && codes.has(only) && text.includes(only)) return only
    return names.get(left.join(' ')) ?? null
  }
}
