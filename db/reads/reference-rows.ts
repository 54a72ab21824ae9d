/**
 * Reference rows for actors and the API: read once per process, except sources, which are read repeatedly.
 */
import type pg from 'pg'
import type { AirlineRow, AirportRow, CityRow } from '../../schemas/itinerary/reference-rows.js'
import type { SourceRow } from '../../schemas/itinerary/source-row.js'
import { withQueryTimeout } from '../pg/connect.js'

/** Separates the elements of a joined text, which pg parses much faster than an array. */
const SEPARATOR = '\u001f'

const AIRPORTS = `
  select iata, icao, name, city_name as "cityName", city_id::text as "cityId", city_code as "cityCode",
    admin_code as "adminCode", country, lat, lon, zone, type, other_site as "otherSite"
  from airport order by iata`

const CITIES = `
  select id::text as id, name, ascii_name as "asciiName", city_code as "cityCode", admin_code as "adminCode",
    admin_name as "adminName", country, lat, lon, zone, population,
    array_to_string(alternates, '${SEPARATOR}') as alternates
  from city order by population desc, id`

const SOURCES = `
  select id, name, classification, segment_types as "segmentTypes", vendor_code as "vendorCode", priority,
    group_priority as "groupPriority", status
  from source order by id`

/** Ordered by code. */
export async function airportRows(pool: pg.Pool): Promise<AirportRow[]> {
  return await readWholeTable<AirportRow>(pool, AIRPORTS)
}

/** Ordered by population, largest first. */
export async function cityRows(pool: pg.Pool): Promise<CityRow[]> {
  const rows = await readWholeTable<Omit<CityRow, 'alternates'> & { alternates: string }>(pool, CITIES)
  return rows.map((row) => ({
    ...row,
    alternates: row.alternates === '' ? [] : row.alternates.split(SEPARATOR),
  }))
}

/** Longer than the statement timeout below. */
const QUERY_TIMEOUT_MS = 130_000

/** A start on a busy machine must not fail because of limits that are meant for requests. */
async function readWholeTable<Row extends pg.QueryResultRow>(pool: pg.Pool, sql: string): Promise<Row[]> {
  const client = await pool.connect()
  try {
    await client.query(
      "begin read only; set local statement_timeout = '120s';" +
        "set local idle_in_transaction_session_timeout = '120s'",
    )
    const { rows } = await client.query<Row>(withQueryTimeout(sql, QUERY_TIMEOUT_MS))
    await client.query('commit')
    client.release()
    return rows
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Active airlines first. */
export async function airlineRows(pool: pg.Pool): Promise<AirlineRow[]> {
  const { rows } = await pool.query<AirlineRow>(
    'select iata, icao, name, alternates, country, active from airline order by active desc, iata, name',
  )
  return rows
}

/** Ordered by id, whatever their status. */
export async function sourceRows(pool: pg.Pool): Promise<SourceRow[]> {
  return (await pool.query<SourceRow>(SOURCES)).rows
}

/** IANA time zone by airport code, of airports whose zone is known. */
export async function airportZones(pool: pg.Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ iata: string; zone: string }>(
    'select iata, zone from airport where zone is not null',
  )
  return new Map(rows.map((row) => [row.iata, row.zone]))
}
