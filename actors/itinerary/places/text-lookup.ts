/** RULES N5: places in names of stations and in free text. */
import { comparisonForm } from '../../../schemas/base/text.js'
import { memoize } from '../../../schemas/base/memoize.js'
import type { CitySearch } from './city-search.js'
import { CACHED_LOOKUPS } from './code-lookup.js'
import type { CodeLookup } from './code-lookup.js'
import type { Place } from './place.js'

/** Words that say that a place is a station or stop, but not which, in comparison form. */
const STATION_WORDS = new Set(
  (
    'STATION STN CENTRAL CENTRALE CENTRAAL CENTRUM HBF HAUPTBAHNHOF BAHNHOF BAHNHOFPLATZ BF BHF ZOB TIEF GARE ' +
    'ESTACION ESTACAO STAZIONE CS HOOFDSTATION HLN HL NADRAZI DWORZEC GLOWNY GLOWNA H INTL INTERNATIONAL INT ' +
    'BUS COACH TERMINAL MAIN JUNCTION'
  ).split(' '),
)
/** Shorter words in the middle of a station's name are articles. */
const MIN_INNER_NAME_LENGTH = 4
/** Short forms of "airport" and "station" that are also codes of small airports. */
const NOT_AIRPORT_CODES = new Set(['APT', 'ARP', 'STA'])
const CODE = /^[A-Z]{3}$/
const CODE_IN_BRACKETS = /\(([A-Z]{3})\)/
const CODE_IN_TEXT = /(?:^|[([\s,/-])([A-Z]{3})(?:[)\],]|$)/
const GENERIC_WORDS = new RegExp(
  '\\b(?:international|intl|airport|arpt|apt|station|terminal|downtown|city centre|city center' +
    '|flughafen|a[eé]roport|aeropuerto)\\b',
  'gi',
)

export interface TextLookup {
  station: (text: string) => Place | null
  freeText: (text: string) => Place | null
}

export function textLookup(
  cities: CitySearch,
  codes: CodeLookup,
  airportNamed: (text: string) => string | null,
): TextLookup {
  const findStation = (text: string): Place | null => {
    if (CODE.test(text)) {
      const place = codes.place(text)
      if (place !== null) return place
    }
    const code = CODE_IN_BRACKETS.exec(text)?.[1]
    if (code !== undefined && codes.isAirport(code)) return codes.place(code)
    const airport = airportNamed(text)
    if (airport !== null) return codes.place(airport)
    const name = comparisonForm(text)
    return (
      cities.exact(name, null, null) ??
      cities.exact(withoutStationWords(name), null, null) ??
      townInside(cities, name) ??
      cities.fuzzy(name, null, null)
    )
  }
  const station = memoize(CACHED_LOOKUPS, findStation)

  const findFreeText = (text: string): Place | null => {
    if (/^[A-Za-z]{3}$/.test(text)) {
      const place = codes.place(text.toUpperCase())
      if (place !== null) return place
    }
    const airport = airportNamed(text)
    if (airport !== null) return codes.place(airport)
    const code = CODE_IN_TEXT.exec(text)?.[1]
    if (code !== undefined && code !== text && codes.isAirport(code) && !NOT_AIRPORT_CODES.has(code))
      return codes.place(code)
    const bare = text.replace(GENERIC_WORDS, ' ').replace(/\s+/g, ' ').trim()
    return cities.city(bare === '' ? text : bare, null, null) ?? station(text)
  }
  return { station, freeText: memoize(CACHED_LOOKUPS, findFreeText) }
}

/** `BRIG BAHNHOFPLATZ` as `BRIG`: what is left of a name without the words at its ends that mean a station. */
function withoutStationWords(name: string): string {
  const words = name.split(' ')
  while (words.length > 1 && STATION_WORDS.has(words.at(-1) as string)) words.pop()
  while (words.length > 1 && STATION_WORDS.has(words[0] as string)) words.shift()
  return words.join(' ')
}

/** A town at the start of the name, else at its end, else in the middle; the longest first. */
function townInside(cities: CitySearch, name: string): Place | null {
  const words = name.split(' ')
  for (let to = words.length - 1; to > 0; to--) {
    const town = cities.findTown(words.slice(0, to).join(' '))
    if (town !== null) return town
  }
  for (let from = 1; from < words.length; from++) {
    const town = cities.findTown(words.slice(from).join(' '))
    if (town !== null) return town
  }
  for (let from = 1; from < words.length - 1; from++) {
    for (let to = words.length - 1; to > from; to--) {
      const inner = words.slice(from, to).join(' ')
      const town = inner.length < MIN_INNER_NAME_LENGTH ? null : cities.findTown(inner)
      if (town !== null) return town
    }
  }
  return null
}
