/** RULES N3 and N5: looks up places and airlines. Built once per process, then only read. */
import type { AirlineRow, AirportRow, CityRow } from '../../../schemas/itinerary/reference-rows.js'
import { addressLookup } from './address-line.js'
import type { AddressLookup } from './address-line.js'
import { airlineLookup } from './airline-lookup.js'
import { airportNameLookup } from './airport-names.js'
import { buildCityIndex } from './city-index.js'
import { CitySearch } from './city-search.js'
import { codeLookup } from './code-lookup.js'
import { nearestCityLookup } from './nearest-city.js'
import type { Place } from './place.js'
import { textLookup } from './text-lookup.js'

/** Every lookup answers null for what it does not know. */
export interface Places {
  /** An airport, station or metropolitan code of three letters. */
  code: (code: string) => Place | null
  /** A city by name, with region and country if they are known. */
  city: (name: string, admin: string | null, country: string | null) => Place | null
  /** A station: a code, or a name that contains the name of its city. */
  station: (text: string) => Place | null
  /** Free text such as `KEF`, `Reykjavik Airport (KEF)`, `Chicago Airport`, `Paris, France`. */
  freeText: (text: string) => Place | null
  /** The town in an address of one line, such as `1 Example Street, Amsterdam, 1011 AB, Netherlands`. */
  address: AddressLookup
  /** Coordinates, with zone, country and city of the nearest known city within 100 km. */
  coordinates: (lat: number, lon: number) => Place
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
    isTown: (name) => search.findTown(name) !== null,
  })
  search.useAirportNames(airportNamed)
  const texts = textLookup(search, codes, airportNamed)
  const airline = airlineLookup(airlines)
  return {
    code: (code) => codes.place(code.toUpperCase()),
    city: search.city,
    station: texts.station,
    freeText: texts.freeText,
    address: addressLookup(search),
    coordinates: nearestCityLookup(index),
    airlineCode: airline.code,
    airlineName: airline.name,
  }
}
