/** RULES N3 and N5: looks up places and airlines. Built once per process, then only read. */
import type { AirlineRow, AirportRow, CityRow } from '../../../schemas/itinerary/reference-rows.js'
import { addressLookup } from './address-line.js'
import type { AddressLookup } from './address-line.js'
import { airlineLookup } from './airline-lookup.js'
import { airportNameLookup } from './airports/airport-names.js'
import { airportLookup } from './airports/airports-in-words.js'
import { buildCityIndex } from './city-index.js'
import { CitySearch, inCountry } from './city-search.js'
import { codeLookup } from './code-lookup.js'
import { countryCode } from './country-lookup.js'
import { nearestCityLookup } from './nearest-city.js'
import type { Place } from './place.js'
import { textLookup } from './text-lookup.js'

/**
 * Every lookup answers null for what it does not know. A country is a code or a name as people write it. What is
 * not in it, or in a territory of it, is not found.
 */
export interface Places {
  /**
   * An airport, station or metropolitan code of three letters, or an airport's ICAO code; with a country only if it
   * is there.
   */
  code: (code: string, country?: string | null) => Place | null
  /** An airport where its code stood on a local day (`YYYY-MM-DD`); any other place as it is. */
  siteOn: (place: Place, day: string) => Place
  /** A city by name, with region and country if they are known. */
  city: (name: string, admin: string | null, country: string | null) => Place | null
  /** A station: a code, or a name that contains the name of its city. */
  station: (text: string, country: string | null) => Place | null
  /** What a flight names as its airport: the name of one, or of a city. */
  airport: (text: string, country: string | null) => Place | null
  /** Free text such as `KEF`, `Reykjavik Airport (KEF)`, `Chicago Airport`, `Paris, France`. */
  freeText: (text: string, country: string | null) => Place | null
  /** The town in an address of one line, such as `1 Example Street, Amsterdam, 1011 AB, Netherlands`. */
  address: AddressLookup
  /** The name of a venue: an airport, a city, or the address of a town after a comma. No town inside a name. */
  venue: (text: string, country: string | null) => Place | null
  /** Coordinates, with zone, country and city of the nearest known city within 100 km, in the country if any. */
  coordinates: (lat: number, lon: number, country: string | null) => Place
  /** The two-character airline code of a name or code. */
  airlineCode: (text: string) => string | null
  airlineName: (code: string) => string | null
}

/** Builds the lookups. If several rows have one code or name, the larger place wins. */
export function buildPlaces(
  airports: readonly AirportRow[],
  cities: readonly CityRow[],
  airlines: readonly AirlineRow[],
): Places {
  const index = buildCityIndex(cities)
  const codes = codeLookup(airports, index)
  const search = new CitySearch(index, codes.place)
  const airportNamed = airportNameLookup(codes.airports, {
    isLargeCity: (name) => search.isLargeCity(name),
    isTown: (name) => search.findTown(name, null) !== null,
  })
  search.useAirportNames(airportNamed)
  const address = addressLookup(search)
  const texts = textLookup(search, codes, airportNamed, address)
  const airline = airlineLookup(airlines)
  return {
    code: (code, country = null) =>
      inCountry(codes.place(code.toUpperCase()), country === null ? null : countryCode(country)),
    siteOn: codes.siteOn,
    city: search.city,
    station: texts.station,
    airport: airportLookup({ cities: search, codes, airportNamed, freeText: texts.freeText }),
    freeText: texts.freeText,
    address,
    venue: texts.venue,
    coordinates: nearestCityLookup(index),
    airlineCode: airline.code,
    airlineName: airline.name,
  }
}
