/** Airports and stations, each with its city, its metropolitan code and its time zone. */
import type { AirportRow, CityRow, OtherSite } from '../../schemas/itinerary/reference-rows.js'
import { airportChanges } from './airport-changes.js'
import type { AirportChange } from './airport-changes.js'
import { cityFinder, type CityFinder } from './city-finder.js'
import { readRows, requiredCell } from './data-files.js'
import { readAirports, type AirportSnapshot } from './snapshots.js'
import { airportZones } from './zones.js'

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
  const changes = airportChanges()
  const scheduled = new Set<string>()
  const rows = new Map<string, AirportRow>()
  for (const airport of readAirports()) {
    if (airport.scheduled) scheduled.add(airport.iata)
    rows.set(airport.iata, toRow(airport, find, zones))
  }
  for (const row of readRows('stations')) {
    const [iata = '', name = '', town = '', country = '', lat, lon] = row
    const place = {
      iata,
      icao: null,
      name,
      type: 'station',
      town,
      country,
      lat: Number(lat),
      lon: Number(lon),
    }
    rows.set(iata, listedRow(place, find, zones))
  }
  for (const change of changes) {
    const row = changedRow(change, rows, (place) => listedRow(place, find, zones))
    if (row === null) continue
    rows.set(row.iata, row)
    if (change.what === 'opened' || change.what === 'missing') scheduled.add(row.iata)
    else scheduled.delete(row.iata)
  }
  for (const change of changes) {
    const row = rows.get(change.code)
    if (row !== undefined) row.otherSite ??= otherSite(change, rows)
  }
  const ordered = [...rows.values()].sort((a, b) => (a.iata < b.iata ? -1 : 1))
  return { rows: ordered, scheduled, cityCodes: codesOfCities(ordered, scheduled, find) }
}

/** The row that a change makes of a code; null if there is nothing to be made. */
function changedRow(
  change: AirportChange,
  rows: ReadonlyMap<string, AirportRow>,
  toListed: (place: ListedPlace) => AirportRow,
): AirportRow | null {
  const { what, code, otherCode, icao, town, country } = change
  const known = rows.get(code)
  if (what === 'moved') return null
  if (known !== undefined && (what === 'opened' || what === 'missing'))
    return { ...known, icao: known.icao ?? icao }
  const isGone = what === 'closed' || what === 'renamed'
  const at = change.site ?? rows.get(otherCode ?? '')
  const type = isGone ? 'closed' : (change.type ?? rows.get(otherCode ?? '')?.type)
  if (at === undefined || type === undefined || town === null || country === null)
    throw new Error(`the site of ${code} is not known`)
  const name = isGone ? nameWithYears(change) : (change.name ?? code)
  return toListed({ iata: code, icao, name, type, town, country, lat: at.lat, lon: at.lon })
}

/** Where a code stood before it moved, or where its flights have gone since its airport closed. */
function otherSite(change: AirportChange, rows: ReadonlyMap<string, AirportRow>): OtherSite | null {
  const { what, otherCode, until, site } = change
  if (until === null) return null
  if (what === 'moved' && site !== null) return { from: null, until, ...site }
  const successor = what === 'closed' ? rows.get(otherCode ?? '') : undefined
  return successor === undefined ? null : { from: until, until: null, lat: successor.lat, lon: successor.lon }
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
function nameWithYears({ code, name, from, until }: AirportChange): string {
  if (until === null) return name ?? code
  return `${name ?? code} (${from === null ? '' : `${from.slice(0, 4)} `}to ${until.slice(0, 4)})`
}

/** A place of the lists that are kept by hand. */
type ListedPlace = Pick<AirportRow, 'iata' | 'icao' | 'name' | 'type' | 'country' | 'lat' | 'lon'> & {
  town: string
}

function listedRow(
  { town, ...place }: ListedPlace,
  find: CityFinder,
  zones: Map<string, string>,
): AirportRow {
  const { iata, country, lat, lon } = place
  const city = find(town, country, lat, lon)
  const ofTown = METROS.find((metro) => metro.city === town && metro.country === country)
  return {
    ...place,
    cityName: town,
    cityId: city?.id ?? null,
    cityCode: METRO_OF_AIRPORT.get(iata)?.code ?? ofTown?.code ?? iata,
    adminCode: city?.adminCode ?? null,
    zone: city?.zone ?? zones.get(iata) ?? null,
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
