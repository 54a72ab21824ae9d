/** RULES N5: finds cities by name. A name that fits several cities keeps them all, the largest first. */
import { comparisonForm } from '../../../schemas/base/text.js'
import { memoize } from '../../../schemas/base/memoize.js'
import { isOneEditApart } from '../lib/words.js'
import { nameWords } from './airports/airport-names.js'
import { CACHED_LOOKUPS } from './code-lookup.js'
import { canonicalCityName, citySpot } from './city-index.js'
import type { City, CityIndex } from './city-index.js'
import { nicknamed } from './city-nicknames.js'
import type { Nicknamed } from './city-nicknames.js'
import { isInCountry } from './country-codes.js'
import { countryCode } from './country-lookup.js'
import { NEAR_KM } from './distance.js'
import { distanceBetween } from './place.js'
import type { Place } from './place.js'

/** Smaller cities of the same name are kept down to this share of the largest one's population. */
const MIN_POPULATION_SHARE = 0.002
const MAX_SPOTS = 12
/** From this population on, a city may be found inside a longer name. */
const TOWN_POPULATION = 15_000
/** Shorter names have too many neighbours one edit away. */
const MIN_FUZZY_LENGTH = 5
/** In a shorter name another first letter makes another name: Randa is not Anda. */
const MIN_FUZZY_LENGTH_OF_FIRST_LETTER = 7
const CODE = /^[A-Z]{3}$/

export class CitySearch {
  /** A city by name, region and country as sources write them. */
  readonly city: (name: string, admin: string | null, country: string | null) => Place | null
  private readonly towns: ReadonlySet<string>
  private airportNamed: (text: string) => string | null = () => null

  /** @param codePlace the place of a three-letter code */
  constructor(
    private readonly index: CityIndex,
    private readonly codePlace: (code: string) => Place | null,
  ) {
    this.towns = new Set(
      index.cities.filter(({ population }) => population >= TOWN_POPULATION).map(({ id }) => id),
    )
    const find = memoize(CACHED_LOOKUPS, (key: string): Place | null => {
      const [name, admin, country] = key.split('\u0000') as [string, string, string]
      return this.find(name, admin === '' ? null : admin, country === '' ? null : countryCode(country))
    })
    this.city = (name, admin, country) => find(`${name}\u0000${admin ?? ''}\u0000${country ?? ''}`)
  }

  /** From now on airport names stand for their cities. Their lookup needs this search, so it comes later. */
  useAirportNames(airportNamed: (text: string) => string | null): void {
    this.airportNamed = airportNamed
  }

  /** True if a name in comparison form is a large city's. */
  isLargeCity(name: string): boolean {
    const large = this.index.largeNames.get(name.slice(0, 1))
    return large?.includes(canonicalCityName(name)) === true || nicknamed(name) !== undefined
  }

  /** The town or larger city with exactly this name in comparison form; null for a village. */
  findTown(name: string, country: string | null): Place | null {
    const place = this.exact(name, null, country)
    return place !== null && this.isTown(place) ? place : null
  }

  /**
   * A town with exactly this name in comparison form; with a country, or where the text proves that it is a
   * place (`isProven`), also a village. `region` is text that may name its region.
   */
  town(name: string, region: string | null, country: string | null, isProven = false): Place | null {
    const code = country === null ? null : countryCode(country)
    const place = this.exact(name, region, code)
    return place !== null && (code !== null || isProven || this.isTown(place)) ? place : null
  }

  /** Cities by name, nickname and canonical spelling. `name` is in comparison form, `country` a code. */
  exact(name: string, admin: string | null, country: string | null): Place | null {
    const canonical = canonicalCityName(name)
    const cities = this.citiesNamed(canonical)
    const nickname = nicknamed(name) ?? nicknamed(canonical)
    if (nickname !== undefined) this.addNicknamed(cities, nickname)
    return toPlace(narrow(cities, admin, country))
  }

  /** Large cities whose name is one edit away. `name` is in comparison form, `country` a code. */
  fuzzy(name: string, admin: string | null, country: string | null): Place | null {
    if (name.length < MIN_FUZZY_LENGTH) return null
    const key = canonicalCityName(name)
    // An edit may have removed the first letter.
    for (const letter of new Set([key.slice(0, 1), key.slice(1, 2)])) {
      for (const other of this.index.largeNames.get(letter) ?? []) {
        if (key.length < MIN_FUZZY_LENGTH_OF_FIRST_LETTER && other[0] !== key[0]) continue
        if (Math.abs(other.length - key.length) > 1 || !isOneEditApart(other, key)) continue
        const found = toPlace(narrow(this.citiesNamed(other), admin, country))
        if (found !== null) return found
      }
    }
    return null
  }

  private isTown({ spots }: Place): boolean {
    const id = spots[0]?.cityId ?? null
    return id !== null && this.towns.has(id)
  }

  /** Cities with a canonical name, the largest first. */
  private citiesNamed(canonical: string): City[] {
    const { byName, cities } = this.index
    const found = byName.get(canonical)
    if (found === undefined) return []
    const indexes = typeof found === 'number' ? [found] : found
    return indexes.map((i) => cities[i] as City).sort(bySize)
  }

  private addNicknamed(cities: City[], { name, country }: Nicknamed): void {
    const known = new Set(cities.map(({ id }) => id))
    for (const spelling of [canonicalCityName(name), name.replace(/ CITY$/, '')]) {
      for (const city of this.citiesNamed(spelling)) {
        if (city.country !== country || known.has(city.id)) continue
        cities.push(city)
        known.add(city.id)
      }
    }
    cities.sort(bySize)
  }

  /** Tries the name in order of certainty. `country` is a code. */
  private find(text: string, admin: string | null, country: string | null): Place | null {
    const name = comparisonForm(text)
    if (name === '') return null
    return (
      this.exact(name, admin, country) ??
      (CODE.test(text) ? inCountry(this.codePlace(text), country) : null) ??
      this.withinText(text, admin, country)
    )
  }

  /** What is left to try when the text as a whole is no city's name. */
  private withinText(text: string, admin: string | null, country: string | null): Place | null {
    const ending = country === null ? countryAtEnd(text) : null
    const airportAtEnd = ending === null ? null : this.airportAtEnd(ending)
    if (ending !== null && airportAtEnd === null) return this.inNamedCountry(ending, admin)
    const name = comparisonForm(text)
    return (
      this.firstPart(text, admin, country) ??
      this.exact(name.endsWith(' CITY') ? name.slice(0, -5) : `${name} CITY`, admin, country) ??
      this.airport(text, country) ??
      airportAtEnd ??
      this.fuzzy(name, admin, country)
    )
  }

  /**
   * `Paris, France`: the city in that country, and never one elsewhere. `Ontario, CA` may name a region by what
   * is also a country's code.
   */
  private inNamedCountry({ before, last, country }: CountryAtEnd, admin: string | null): Place | null {
    return (
      this.exact(comparisonForm(before), admin, country) ??
      this.inRegion(before, last) ??
      this.find(before, admin, country)
    )
  }

  /**
   * The airport whose code a text ends with, which is also a country's; null if it means the country. `FRA` is an
   * airport after the name of its city or no name at all, and France after any other. A name that the country has
   * means the country (Manchester, GBR), unless it is its airport (Luxembourg Airport, LUX).
   */
  airportAtEnd({ before, last, country }: CountryAtEnd): Place | null {
    const airport = CODE.test(last) ? this.codePlace(last) : null
    if (airport === null) return null
    const { words, isAirport } = nameWords(comparisonForm(before))
    const name = words.join(' ')
    const inNamed = this.exact(name, null, country)
    if (inNamed !== null) return isAirport && hasCity(inNamed, airport) ? airport : null
    const isNear = (text: string): boolean =>
      (distanceBetween(this.find(text, null, null), airport) ?? Infinity) <= NEAR_KM
    const isCountryItself = inCountry(airport, country) !== null && countryCode(name) === country
    return name === '' || isCountryItself || isNear(before) || isNear(name) ? airport : null
  }

  /** The city of this name in a region, whatever its country; null if there is none. */
  inRegion(text: string, region: string): Place | null {
    const cities = this.citiesNamed(canonicalCityName(comparisonForm(text)))
    return toPlace(narrow(cities.filter(isInRegion(comparisonForm(region))), null, null))
  }

  /** `Springfield (Illinois)`: the city, and what may be its region. */
  private firstPart(text: string, admin: string | null, country: string | null): Place | null {
    const [first, second] = partsOf(text)
    if (first === undefined || second === undefined) return null
    const name = comparisonForm(first)
    return this.exact(name, admin ?? second, country) ?? this.exact(name, null, country)
  }

  /** An airport named in place of its city: `Gatwick`. */
  private airport(text: string, country: string | null): Place | null {
    const code = this.airportNamed(text)
    return code === null ? null : inCountry(this.codePlace(code), country)
  }
}

/** The parts of a text between commas, brackets and dashes. */
export function partsOf(text: string): string[] {
  return text
    .split(/[/,()–—]| - /)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** A text that ends with a country. */
export interface CountryAtEnd {
  before: string
  /** The country as it is written. */
  last: string
  /** Its code. */
  country: string
}

/** The country that a text names in its last part; null if it names none. */
export function countryAtEnd(text: string): CountryAtEnd | null {
  const parts = partsOf(text)
  const last = parts.at(-1)
  if (last === undefined || parts.length < 2) return null
  const country = countryCode(last)
  return country === null ? null : { before: parts.slice(0, -1).join(', '), last, country }
}

/** The place, if it is in the country of this code; null otherwise. Any place if the country is null. */
export function inCountry(place: Place | null, country: string | null): Place | null {
  if (place === null || country === null) return place
  const spots = place.spots.filter((spot) => isInCountry(spot, country))
  if (spots.length === place.spots.length) return place
  return spots.length === 0 ? null : { spots }
}

function hasCity({ spots }: Place, airport: Place): boolean {
  return spots.some(({ cityId }) => cityId !== null && cityId === airport.spots[0]?.cityId)
}

function isInRegion(region: string): (city: City) => boolean {
  return ({ adminCode, adminName }) =>
    adminCode === region || (adminName !== null && comparisonForm(adminName) === region)
}

/** The cities in the country; in its territories if there are none. */
function citiesIn(cities: City[], country: string): City[] {
  const own = cities.filter((city) => city.country === country)
  return own.length > 0 ? own : cities.filter((city) => isInCountry(city, country))
}

function bySize(a: City, b: City): number {
  return b.population - a.population || Number(a.id) - Number(b.id)
}

/** The cities in the country and, if there are any, in the region; without much smaller ones. */
function narrow(cities: City[], admin: string | null, country: string | null): City[] {
  let left = country === null ? cities : citiesIn(cities, country)
  if (admin !== null && left.length > 1) {
    const inRegion = left.filter(isInRegion(comparisonForm(admin)))
    if (inRegion.length > 0) left = inRegion
  }
  const minPopulation = (left[0]?.population ?? 0) * MIN_POPULATION_SHARE
  return left.filter((city, i) => i === 0 || city.population >= minPopulation).slice(0, MAX_SPOTS)
}

function toPlace(cities: readonly City[]): Place | null {
  return cities.length === 0 ? null : { spots: cities.map(citySpot) }
}
