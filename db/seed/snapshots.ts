/** The snapshots of public reference data (data/NOTICE.md), as make-reference.mjs writes them. */
import { cell, readSnapshot } from './data-files.js'

/** A city of GeoNames. */
export interface CitySnapshot {
  id: number
  name: string
  country: string
  /** GeoNames feature code. */
  feature: string
  /** First-order administrative division; may be empty. */
  division: string
  population: number
  lat: number
  lon: number
}

export function readCities(): CitySnapshot[] {
  return readSnapshot('cities', (row) => ({
    id: Number(row[0]),
    name: row[1]!,
    country: row[2]!,
    feature: row[3]!,
    division: row[4]!,
    population: Number(row[5]),
    lat: Number(row[6]),
    lon: Number(row[7]),
  }))
}

/** An airport of OurAirports that has an IATA code. */
export interface AirportSnapshot {
  iata: string
  icao: string | null
  name: string
  type: string
  city: string | null
  country: string
  /** ISO 3166-2 code. */
  division: string | null
  lat: number
  lon: number
  scheduled: boolean
}

/** One per code. */
export function readAirports(): AirportSnapshot[] {
  return readSnapshot('airports', (row) => ({
    iata: row[0]!,
    icao: cell(row, 1),
    name: row[2]!,
    type: row[3]!,
    city: cell(row, 4),
    country: row[5]!,
    division: cell(row, 6),
    lat: Number(row[7]),
    lon: Number(row[8]),
    scheduled: row[9] === 'yes',
  }))
}

/** An airline of OpenFlights that has an IATA code. */
export interface AirlineSnapshot {
  iata: string
  icao: string
  name: string
  /** English name. */
  country: string
  active: boolean
}

/** Several may share a code; the one that should win comes first. */
export function readAirlines(): AirlineSnapshot[] {
  return readSnapshot('airlines', (row) => ({
    iata: row[0]!,
    icao: row[1]!,
    name: row[2]!,
    country: row[3]!,
    active: row[4] === 'Y',
  }))
}
