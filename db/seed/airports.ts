/** Airports and stations, each with its city, its metropolitan code and its time zone. */
import type { AirportRow, CityRow } from '../../schemas/itinerary/reference-rows.js'
import { cityFinder, type CityFinder } from './city-finder.js'
import { readRows, requiredCell } from './data-files.js'
import { readAirports, type AirportSnapshot } from './snapshots.js'
import { airportZones } from './zones.js'

/** Airports that the snapshot lacks. */
export const ADDED: AirportSnapshot[] = [
  {
    iata: 'MHT',
    icao: 'KMHT',
    name: 'Manchester-Boston Regional Airport',
    type: 'medium_airport',
    city: 'Manchester',
    country: 'US',
    division: 'US-NH',
    lat: 42.9326,
    lon: -71.4357,
    scheduled: true,
  },
]

export interface Airports {
  rows: AirportRow[]
  /** Codes of airports with scheduled service, which come first among equals. */
  scheduled: Set<string>
  /** IATA code of a city by the id of the city. */
  cityCodes: Map<string, string>
}

const WEIGHT: Record<string, number> = { large_airport: 4, medium_airport: 3, small_airport: 1, station: 0 }
/** Smaller airports without scheduled service do not give their code to their city. */
const MIN_CITY_CODE_WEIGHT = 1.5

/** A metropolis with several airports; a code with `*` keeps the town of its own airport. */
interface Metro {
  code: string
  city: string
  country: string
  codes: string[]
}

const METROS: Metro[] = readRows('metros').map((row) => ({
  code: requiredCell(row, 0),
  city: requiredCell(row, 1),
  country: requiredCell(row, 2),
  codes: requiredCell(row, 3).split(' '),
}))

/** Airport codes of a metropolis in order of importance. */
const METRO_ORDER = new Map(
  METROS.map(({ code, codes }) => [code, codes.map((one) => one.replaceAll('*', ''))]),
)

const METRO_OF_AIRPORT = new Map(
  METROS.flatMap((metro) =>
    metro.codes.map((code) => [code.slice(0, 3), { ...metro, keepsOwnTown: code.endsWith('*') }]),
  ),
)

/** All of them, ordered by code. */
export function airports(cities: CityRow[]): Airports {
  const zones = airportZones()
  const find = cityFinder(cities)
  const seen = new Set<string>()
  const scheduled = new Set<string>()
  const rows: AirportRow[] = []
  for (const airport of [...readAirports(), ...ADDED]) {
    if (seen.has(airport.iata)) continue
    seen.add(airport.iata)
    if (airport.scheduled) scheduled.add(airport.iata)
    rows.push(toRow(airport, find, zones))
  }
  for (const row of readRows('stations'))
    rows.push(listedRow(row, { type: 'station', name: requiredCell(row, 1) }, find, zones))
  for (const row of readRows('closed-airports'))
    if (!seen.has(requiredCell(row, 0)))
      rows.push(listedRow(row, { type: 'closed', name: nameWithYears(row) }, find, zones))
  rows.sort((a, b) => (a.iata < b.iata ? -1 : 1))
  return { rows, scheduled, cityCodes: codesOfCities(rows, scheduled, find) }
}

function toRow(airport: AirportSnapshot, find: CityFinder, zones: Map<string, string>): AirportRow {
  const { iata, icao, name, type, country, division, lat, lon } = airport
  const metro = METRO_OF_AIRPORT.get(iata)
  const sharesMetro = metro !== undefined && !metro.keepsOwnTown
  const cityName = sharesMetro ? metro.city : townOf(airport.city)
  const city = find(cityName, sharesMetro ? metro.country : country, lat, lon)
  return {
    iata,
    icao,
    name,
    cityName: cityName ?? city?.name ?? null,
    cityId: city?.id ?? null,
    cityCode: metro?.code ?? iata,
    adminCode: division?.split('-')[1] ?? null,
    country,
    lat,
    lon,
    zone: zones.get(iata) ?? null,
    type,
  }
}

/** `Berlin Tegel Airport (1948 to 2020)`. */
function nameWithYears(row: string[]): string {
  return `${requiredCell(row, 1)} (${requiredCell(row, 6)} to ${requiredCell(row, 7)})`
}

/** A row of the lists that are kept by hand: code, name, town, country, latitude, longitude. */
function listedRow(
  row: string[],
  { type, name }: Pick<AirportRow, 'type' | 'name'>,
  find: CityFinder,
  zones: Map<string, string>,
): AirportRow {
  const code = requiredCell(row, 0)
  const town = requiredCell(row, 2)
  const country = requiredCell(row, 3)
  const lat = Number(requiredCell(row, 4))
  const lon = Number(requiredCell(row, 5))
  const city = find(town, country, lat, lon)
  return {
    iata: code,
    icao: null,
    name,
    cityName: town,
    cityId: city?.id ?? null,
    cityCode: METROS.find((metro) => metro.city === town && metro.country === country)?.code ?? code,
    adminCode: city?.adminCode ?? null,
    country,
    lat,
    lon,
    zone: city?.zone ?? zones.get(code) ?? null,
    type,
  }
}

/** The town in `Paris (Roissy-en-France, Val-d'Oise)` or `Dallas/Fort Worth`. */
function townOf(text: string | null): string | null {
  const town = text
    ?.replace(/\s*\(.*$/, '')
    .split(/[/,;]/)[0]
    ?.trim()
  return town === undefined || town === '' ? null : town
}

/** A metropolitan code if there is one, else the code of the city's largest airport. */
function codesOfCities(rows: AirportRow[], scheduled: Set<string>, find: CityFinder): Map<string, string> {
  const codes = new Map<string, string>()
  const greatest = new Map<string, number>()
  for (const row of rows) {
    const weight = (WEIGHT[row.type] ?? 0) + (scheduled.has(row.iata) ? 0.5 : 0)
    if (row.cityId === null || weight < MIN_CITY_CODE_WEIGHT) continue
    if (weight <= (greatest.get(row.cityId) ?? 0)) continue
    greatest.set(row.cityId, weight)
    codes.set(row.cityId, row.iata)
  }
  for (const metro of METROS) {
    const airport = rows.find((row) => row.iata === metro.codes[0]?.slice(0, 3))
    if (airport === undefined) continue
    const city = find(metro.city, metro.country, airport.lat, airport.lon)
    if (city !== null) codes.set(city.id, metro.code)
  }
  return codes
}

/** Orders airports of equal rank: by size, then scheduled service, then importance within the metropolis. */
export function airportSize(row: AirportRow, scheduled: Set<string>): number {
  const place = (METRO_ORDER.get(row.cityCode) ?? []).indexOf(row.iata)
  return (
    (WEIGHT[row.type] ?? 0) * 100 +
    (scheduled.has(row.iata) ? 50 : 0) +
    (place < 0 ? 0 : Math.max(0, 9 - place))
  )
}
