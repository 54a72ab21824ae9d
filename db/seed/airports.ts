/** Airports and stations, each with its city, its metropolitan code and its zone. */
import type { AirportRow, CityRow } from '../../schemas/itinerary/reference-rows.js'
import { cityFinder } from './city-finder.js'
import { readRows, requiredCell } from './data-files.js'
import { readAirports, type AirportSnapshot } from './snapshots.js'
import { airportZones } from './zones.js'

/** Airports that the package has not. */
export const ADDED: AirportSnapshot[] = [
  {
    iata: 'MHT',
    icao: 'KMHT',
    name: 'Manchester-Boston Regional Airport',
    type: 'medium_airport',
    city: 'Manchester',
    country: 'US',
    region: 'US-NH',
    lat: 42.9326,
    lon: -71.4357,
    scheduled: true,
  },
]

export interface Airports {
  rows: AirportRow[]
  /** Codes with scheduled service: they come first among equals. */
  scheduled: Set<string>
  /** IATA code of a city, by the id of the city. */
  cityCodes: Map<string, string>
}

const WEIGHT: Record<string, number> = { large_airport: 4, medium_airport: 3, small_airport: 1, station: 0 }

const METRO_ORDER = new Map(
  readRows('metros').map((row) => [
    requiredCell(row, 0),
    requiredCell(row, 3).replaceAll('*', '').split(' '),
  ]),
)

/** All of them, in order of code. */
export function airports(cities: CityRow[]): Airports {
  const zones = airportZones()
  const find = cityFinder(cities)
  const metros = readRows('metros').map((row) => ({
    code: requiredCell(row, 0),
    city: requiredCell(row, 1),
    country: requiredCell(row, 2),
    codes: requiredCell(row, 3).split(' '),
  }))
  const metroOf = new Map(
    metros.flatMap((metro) =>
      metro.codes.map((code) => [code.slice(0, 3), { ...metro, own: code.endsWith('*') }]),
    ),
  )
  const seen = new Set<string>()
  const scheduled = new Set<string>()
  const rows: AirportRow[] = []
  for (const airport of [...readAirports(), ...ADDED]) {
    if (seen.has(airport.iata)) continue
    seen.add(airport.iata)
    if (airport.scheduled) scheduled.add(airport.iata)
    const metro = metroOf.get(airport.iata)
    const named =
      metro === undefined || metro.own ? (airport.city === null ? null : townOf(airport.city)) : metro.city
    const city = find(
      named,
      metro === undefined || metro.own ? airport.country : metro.country,
      airport.lat,
      airport.lon,
    )
    rows.push({
      iata: airport.iata,
      icao: airport.icao,
      name: airport.name,
      cityName: named ?? city?.name ?? null,
      cityId: city?.id ?? null,
      cityCode: metro?.code ?? airport.iata,
      adminCode: airport.region?.split('-')[1] ?? null,
      country: airport.country,
      lat: airport.lat,
      lon: airport.lon,
      zone: zones.get(airport.iata) ?? null,
      type: airport.type,
    })
  }
  for (const row of readRows('stations')) rows.push(station(row, find, zones, metros))
  rows.sort((a, b) => (a.iata < b.iata ? -1 : 1))
  return { rows, scheduled, cityCodes: codesOfCities(rows, scheduled, metros, find) }
}

type Find = ReturnType<typeof cityFinder>
interface Metro {
  code: string
  city: string
  country: string
  codes: string[]
}

function station(row: string[], find: Find, zones: Map<string, string>, metros: Metro[]): AirportRow {
  const [code, name, town, country, lat, lon] = [
    requiredCell(row, 0),
    requiredCell(row, 1),
    requiredCell(row, 2),
    requiredCell(row, 3),
    Number(requiredCell(row, 4)),
    Number(requiredCell(row, 5)),
  ]
  const city = find(town, country, lat, lon)
  return {
    iata: code,
    icao: null,
    name,
    cityName: town,
    cityId: city?.id ?? null,
    cityCode: metros.find((metro) => metro.city === town && metro.country === country)?.code ?? code,
    adminCode: city?.adminCode ?? null,
    country,
    lat,
    lon,
    zone: zones.get(code) ?? city?.zone ?? null,
    type: 'station',
  }
}

/** `Paris (Roissy-en-France, Val-d'Oise)` and `Dallas/Fort Worth` to the town's own name. */
function townOf(text: string): string | null {
  const town = text
    .replace(/\s*\(.*$/, '')
    .split(/[/,;]/)[0]
    ?.trim()
  return town === undefined || town === '' ? null : town
}

/** A metropolitan code where there is one, else the code of the city's largest airport. */
function codesOfCities(
  rows: AirportRow[],
  scheduled: Set<string>,
  metros: Metro[],
  find: Find,
): Map<string, string> {
  const codes = new Map<string, string>()
  const best = new Map<string, number>()
  for (const row of rows) {
    const weight = (WEIGHT[row.type] ?? 0) + (scheduled.has(row.iata) ? 0.5 : 0)
    if (row.cityId === null || weight < 1.5 || weight <= (best.get(row.cityId) ?? 0)) continue
    best.set(row.cityId, weight)
    codes.set(row.cityId, row.iata)
  }
  for (const metro of metros) {
    const airport = rows.find((row) => row.iata === metro.codes[0]?.slice(0, 3))
    if (airport === undefined) continue
    const city = find(metro.city, metro.country, airport.lat, airport.lon)
    if (city !== null) codes.set(city.id, metro.code)
  }
  return codes
}

/** For the order of airports of equal rank: large before small, served before not, the first of its metropolis before the others. */
export function airportSize(row: AirportRow, scheduled: Set<string>): number {
  const place = (METRO_ORDER.get(row.cityCode) ?? []).indexOf(row.iata)
  return (
    (WEIGHT[row.type] ?? 0) * 100 +
    (scheduled.has(row.iata) ? 50 : 0) +
    (place < 0 ? 0 : Math.max(0, 9 - place))
  )
}
