/** RULES N5: places in names of stations, in free text and in names of venues; in the given country alone. */
import { comparisonForm } from '../../../schemas/base/text.js'
import { memoize } from '../../../schemas/base/memoize.js'
import type { AddressLookup } from './address-line.js'
import { countryAtEnd, inCountry, partsOf } from './city-search.js'
import type { CitySearch } from './city-search.js'
import { CACHED_LOOKUPS } from './code-lookup.js'
import type { CodeLookup } from './code-lookup.js'
import { countryCode } from './country-lookup.js'
import type { Place } from './place.js'

/** Words that say that a place is a station or stop, but not which, in comparison form. */
const STATION_WORDS = new Set(
  (
    'STATION STN CENTRAL CENTRALE CENTRAAL CENTRUM HBF HAUPTBAHNHOF BAHNHOF BAHNHOFPLATZ BF BHF ZOB TIEF GARE ' +
    'ESTACION ESTACAO STAZIONE CS HOOFDSTATION HLN HL NADRAZI DWORZEC GLOWNY GLOWNA H INTL INTERNATIONAL INT ' +
    'BUS COACH TERMINAL MAIN JUNCTION'
  ).split(' '),
)
/** Words after the name of a port, in comparison form. Before it they are part of the name: Port Angeles. */
const PORT_WORDS = new Set(
  'PORT HARBOUR HARBOR FERRY FERRYPORT FERRYTERMINAL SATAMA HAMN HAVN HAVEN HAFEN'.split(' '),
)
/** Shorter words in the middle of a station's name are articles. */
const MIN_INNER_NAME_LENGTH = 4
/** Short forms of "airport" and "station" that are also codes of small airports. */
const NOT_AIRPORT_CODES = new Set(['APT', 'ARP', 'STA'])
const CODE = /^[A-Z]{3}$/
const CODE_IN_BRACKETS = /\( ?([A-Z]{3}) ?\)/
const ICAO_CODE = /^[A-Z]{4}$/
const CODE_IN_TEXT = /(?:^|[([\s,/-])([A-Z]{3})(?: ?[)\],]|$)/
const GENERIC_WORDS = new RegExp(
  '\\b(?:international|intl|airport|arpt|apt|station|terminal|downtown|city centre|city center' +
    '|flughafen|a[eé]roport|aeropuerto)\\b',
  'gi',
)

/** From a text, and the country in which it is, to a place. */
type Lookup = (text: string, country: string | null) => Place | null

export interface TextLookup {
  station: Lookup
  freeText: Lookup
  venue: Lookup
}

export function textLookup(
  cities: CitySearch,
  codes: CodeLookup,
  airportNamed: (text: string) => string | null,
  address: AddressLookup,
): TextLookup {
  const airportIn: Lookup = (text, country) => {
    const code = airportNamed(text)
    return code === null ? null : inCountry(codes.place(code), country)
  }
  const stationIn: Lookup = (text, country) => {
    const code = CODE_IN_BRACKETS.exec(text)?.[1]
    const coded = code !== undefined && codes.isAirport(code) ? inCountry(codes.place(code), country) : null
    if (coded !== null) return coded
    const name = comparisonForm(text)
    return (
      airportIn(text, country) ??
      cities.exact(name, null, country) ??
      cities.exact(withoutStationWords(name), null, country) ??
      townInside(cities, name, country) ??
      cities.fuzzy(name, null, country)
    )
  }
  const findStation: Lookup = (text, country) => {
    const coded = CODE.test(text) ? inCountry(codes.place(text), country) : null
    return coded ?? inNamedCountry(cities, stationIn)(text, country)
  }
  const freeTextIn: Lookup = (text, country) => {
    const airport = airportIn(text, country)
    if (airport !== null) return airport
    const code = CODE_IN_TEXT.exec(text)?.[1]
    if (code !== undefined && code !== text && codes.isAirport(code) && !NOT_AIRPORT_CODES.has(code)) {
      const coded = inCountry(codes.place(code), country)
      if (coded !== null) return coded
    }
    const bare = text.replace(GENERIC_WORDS, ' ').replace(/\s+/g, ' ').trim()
    return (
      inPort(cities, comparisonForm(text), country) ??
      cities.city(bare === '' ? text : bare, null, country) ??
      stationIn(text, country)
    )
  }
  const findFreeText: Lookup = (text, country) => {
    const isIcao = ICAO_CODE.test(text)
    const isCode = isIcao || /^[A-Za-z]{3}$/.test(text)
    const mayBeTown = isIcao || (isCode && text !== text.toUpperCase())
    const town = mayBeTown ? cities.findTown(comparisonForm(text), country) : null
    const coded = isCode ? inCountry(codes.place(text.toUpperCase()), country) : null
    return town ?? coded ?? inNamedCountry(cities, freeTextIn)(text, country)
  }
  const venueIn: Lookup = (text, country) =>
    airportIn(text, country) ?? cities.exact(comparisonForm(text), null, country) ?? address(text, country)
  return {
    station: memoizeLookup(findStation),
    freeText: memoizeLookup(findFreeText),
    venue: memoizeLookup(inNamedCountry(cities, venueIn)),
  }
}

/** A country that is not known as one does not narrow the lookup. */
function memoizeLookup(find: Lookup): Lookup {
  const known = memoize(CACHED_LOOKUPS, (key: string): Place | null => {
    const [text, country] = key.split('\u0000') as [string, string]
    return find(text, country === '' ? null : countryCode(country))
  })
  return (text, country) => known(`${text}\u0000${country ?? ''}`)
}

/** A lookup that takes the country at the end of a text for its country (`Hauptbahnhof, Bern, Switzerland`). */
function inNamedCountry(cities: CitySearch, find: Lookup): Lookup {
  return (text, country) => {
    const ending = country === null ? countryAtEnd(text) : null
    if (ending === null) return find(text, country)
    const airport = cities.airportAtEnd(ending)
    if (airport !== null) return airport
    const town = partsOf(ending.before).at(-1) ?? ''
    return find(ending.before, ending.country) ?? cities.inRegion(town, ending.last)
  }
}

/** The town of a port: `HARWICH INTERNATIONAL PORT` is not Harwich Port in Massachusetts, and `HARWICH PORT` is. */
function inPort(cities: CitySearch, name: string, country: string | null): Place | null {
  const words = name.split(' ')
  return words.length > 2 && PORT_WORDS.has(words.at(-1) as string)
    ? (cities.exact(name, null, country) ?? cities.exact(withoutStationWords(name), null, country))
    : null
}

/** `BRIG BAHNHOFPLATZ` as `BRIG`: what is left of a name without the words at its ends that mean a station. */
function withoutStationWords(name: string): string {
  const words = name.split(' ')
  const isLast = (word: string): boolean => STATION_WORDS.has(word) || PORT_WORDS.has(word)
  while (words.length > 1 && isLast(words.at(-1) as string)) words.pop()
  while (words.length > 1 && STATION_WORDS.has(words[0] as string)) words.shift()
  return words.join(' ')
}

/** Words of a name that are too many to be there by chance: a village of that name counts. */
const SPECIFIC_WORDS = 3

/** A town at the start of the name, else at its end, else in the middle; the longest first. */
function townInside(cities: CitySearch, name: string, country: string | null): Place | null {
  const words = name.split(' ')
  for (let to = words.length - 1; to > 0; to--) {
    const start = words.slice(0, to).join(' ')
    const town = to < SPECIFIC_WORDS ? cities.findTown(start, country) : cities.exact(start, null, country)
    if (town !== null) return town
  }
  for (let from = 1; from < words.length; from++) {
    const town = cities.findTown(words.slice(from).join(' '), country)
    if (town !== null) return town
  }
  for (let from = 1; from < words.length - 1; from++) {
    for (let to = words.length - 1; to > from; to--) {
      const inner = words.slice(from, to).join(' ')
      const town = inner.length < MIN_INNER_NAME_LENGTH ? null : cities.findTown(inner, country)
      if (town !== null) return town
    }
  }
  return null
}
