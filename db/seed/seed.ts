/** Loads the reference data into a database. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import type { AirlineRow, AirportRow, CityRow } from '../../schemas/itinerary/reference-rows.js'
import type { SourceRow } from '../../schemas/itinerary/source-row.js'
import { bindMessage, newMessageBuffer } from '../pg/bind-message.js'
import { connection } from '../pg/connect.js'
import { SCHEMA_LOCK } from '../pg/migrate.js'
import { airportKeys, cityKeys, KEY_INDEXES, type PlaceKey } from './place-keys.js'
import VERSION from './data/version.json' with { type: 'json' }
import { referenceData, type ReferenceData } from './reference-data.js'

const NAME = 'reference'

const SESSION_OPTIONS = [
  'statement_timeout=0',
  'lock_timeout=0',
  'idle_in_transaction_session_timeout=0',
  'jit=off',
  'maintenance_work_mem=128MB',
  'work_mem=64MB',
]
  .map((option) => `-c ${option}`)
  .join(' ')

const READ_VERSION = 'select version from seed where name = $1'

const STORE_VERSION = `
  insert into seed (name, version) values ($1, $2)
  on conflict (name) do update set version = $2, seeded = now()`

/**
 * Fills the reference tables in one transaction, unless they hold the content of this program or of a later one.
 * Writes only rows that differ and locks no table, so nothing waits for it. Sources added by others stay, and so do an
 * operator's changes to status, priority or URL of ours. Takes seconds; less with `leastPeople`, which leaves out
 * smaller cities (for tests).
 */
export async function seed(databaseUrl: string, options: { leastPeople?: number } = {}): Promise<void> {
  const leastPeople = options.leastPeople ?? 0
  // Several may seed in one process: while one parses the data, the others cannot notice that they are
  // connected.
  const client = new pg.Client({
    ...connection(databaseUrl, 'tripfold seed'),
    connectionTimeoutMillis: 60_000,
    options: SESSION_OPTIONS,
  })
  // A connection that breaks fails its statement; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [SCHEMA_LOCK])
    const version = `${contentVersion()}/${leastPeople}`
    if (await isCurrent(client, version)) return
    await client.query('begin')
    await fill(client, leastPeople)
    await client.query(STORE_VERSION, [NAME, version])
    await client.query('commit')
    // Lets searches use index-only scans.
    await client.query('vacuum city_key, airport_key')
  } finally {
    await client.end()
  }
}

/** Whether the database holds the reference data of this program, or of a later one. Changes nothing. */
export async function isSeeded(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client(connection(databaseUrl, 'tripfold seed check'))
  client.on('error', () => {})
  await client.connect()
  try {
    return await isCurrent(client, `${contentVersion()}/0`)
  } finally {
    await client.end()
  }
}

/** The version begins with its number (data/version.json): a later release has a greater one. */
async function isCurrent(client: pg.Client, version: string): Promise<boolean> {
  const { rows } = await client.query<{ version: string }>(READ_VERSION, [NAME])
  const stored = rows[0]?.version ?? ''
  return stored === version || Number(/^(\d+)\./.exec(stored)?.[1] ?? 0) > VERSION.number
}

async function fill(client: pg.Client, leastPeople: number): Promise<void> {
  const data = referenceData()
  const cities = data.cities.filter((row) => row.population >= leastPeople)
  const isNew = (await client.query('select from city limit 1')).rowCount === 0
  const put = isNew ? insert : replace
  if (isNew) for (const { name } of KEY_INDEXES) await client.query(`drop index if exists ${name}`)
  await put(client, 'city', cities, CITY_COLUMNS)
  await put(client, 'airport', data.airports, airportColumns(data))
  await put(client, 'airline', data.airlines, AIRLINE_COLUMNS)
  await put(client, 'city_key', cityKeys(cities), keyColumns('bigint'))
  await put(client, 'airport_key', airportKeys(data), keyColumns('text'))
  if (isNew) for (const { create } of KEY_INDEXES) await client.query(create)
  await insert(client, 'source', data.sources, SOURCE_COLUMNS, UPDATE_SOURCES)
}

/**
 * Replaces the rows of a table in use: readers see the old ones until the commit, and the indexes stay. A row is
 * compared with those that have the same value in the first column.
 */
async function replace<R>(
  client: pg.Client,
  table: string,
  rows: R[],
  columns: Array<Column<R>>,
): Promise<void> {
  const names = columns.map(([name]) => name)
  const next = `next_${table}`
  const row = (of: string): string => `(${names.map((name) => `${of}.${name}`).join(', ')})`
  const hasNoSame = (other: string): string => `not exists (
    select from ${other} b where b.${names[0]} = a.${names[0]} and ${row('b')} is not distinct from ${row('a')})`
  await client.query(`create temp table ${next} (like ${table}) on commit drop`)
  await insert(client, next, rows, columns)
  await client.query(`analyze ${next}`)
  await client.query(`delete from ${table} a where ${hasNoSame(next)}`)
  await client.query(`
    insert into ${table} (${names.join(', ')})
    select ${names.join(', ')} from ${next} a where ${hasNoSame(table)}`)
}

type Column<R> = [name: string, type: string, value: (row: R) => string | number | boolean | null]

const CITY_COLUMNS: Array<Column<CityRow>> = [
  ['id', 'bigint', (row) => row.id],
  ['name', 'text', (row) => row.name],
  ['ascii_name', 'text', (row) => row.asciiName],
  ['city_code', 'text', (row) => row.cityCode],
  ['admin_code', 'text', (row) => row.adminCode],
  ['admin_name', 'text', (row) => row.adminName],
  ['country', 'text', (row) => row.country],
  ['lat', 'float8', (row) => row.lat],
  ['lon', 'float8', (row) => row.lon],
  ['zone', 'text', (row) => row.zone],
  ['population', 'int', (row) => row.population],
  ['alternates', 'text[]', (row) => textArray(row.alternates)],
]

function airportColumns({ sizeOf }: ReferenceData): Array<Column<AirportRow>> {
  return [
    ['iata', 'text', (row) => row.iata],
    ['icao', 'text', (row) => row.icao],
    ['name', 'text', (row) => row.name],
    ['city_name', 'text', (row) => row.cityName],
    ['city_id', 'bigint', (row) => row.cityId],
    ['city_code', 'text', (row) => row.cityCode],
    ['admin_code', 'text', (row) => row.adminCode],
    ['country', 'text', (row) => row.country],
    ['lat', 'float8', (row) => row.lat],
    ['lon', 'float8', (row) => row.lon],
    ['zone', 'text', (row) => row.zone],
    ['type', 'text', (row) => row.type],
    ['other_site', 'jsonb', ({ otherSite }) => (otherSite == null ? null : JSON.stringify(otherSite))],
    ['size', 'int', sizeOf],
  ]
}

const AIRLINE_COLUMNS: Array<Column<AirlineRow>> = [
  ['iata', 'text', (row) => row.iata],
  ['icao', 'text', (row) => row.icao],
  ['name', 'text', (row) => row.name],
  ['alternates', 'text[]', (row) => textArray(row.alternates)],
  ['country', 'text', (row) => row.country],
  ['active', 'boolean', (row) => row.active],
]

const SOURCE_COLUMNS: Array<Column<SourceRow>> = [
  ['id', 'text', (row) => row.id],
  ['name', 'text', (row) => row.name],
  ['classification', 'text', (row) => row.classification],
  ['segment_types', 'text[]', (row) => textArray(row.segmentTypes)],
  ['vendor_code', 'text', (row) => row.vendorCode],
  ['priority', 'int', (row) => row.priority],
]

const UPDATE_SOURCES = `
  on conflict (id) do update set name = excluded.name, segment_types = excluded.segment_types,
    vendor_code = excluded.vendor_code, updated = now()
  where (source.name, source.segment_types, source.vendor_code)
    is distinct from (excluded.name, excluded.segment_types, excluded.vendor_code)`

const keyColumns = (ref: 'bigint' | 'text'): Array<Column<PlaceKey>> => [
  ['ref', ref, (row) => row.ref],
  ['key', 'text', (row) => row.key],
  ['kind', 'smallint', (row) => row.kind],
  ['weight', 'int', (row) => row.weight],
]

async function insert<R>(
  client: pg.Client,
  table: string,
  rows: R[],
  columns: Array<Column<R>>,
  onConflict = '',
): Promise<void> {
  const names = columns.map(([name]) => name).join(', ')
  const text = `
    insert into ${table} (${names})
    select ${columns.map(([name, type]) => `u.${name}::${type}`).join(', ')}
    from unnest(${columns.map((_, i) => `$${i + 1}::text[]`).join(', ')}) as u(${names})
    ${onConflict}`
  const statement = { name: `seed_${table}`, text }
  const message = bindMessage(newMessageBuffer(), statement, { values: 0, columns: columns.length })
  for (const [, , value] of columns) message.column(rows, value)
  await message.query(client)
}

function textArray(values: string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}

/** Modules of other folders that the content depends on as well. */
const OTHER_SOURCES = [
  '../reads/normalise-name.ts',
  '../../schemas/itinerary/reference-rows.ts',
  '../../schemas/itinerary/source-row.ts',
  '../../schemas/data/enumerations.json',
  '../../schemas/segment/fields/segment-types.ts',
].map((path) => new URL(path, import.meta.url))

/**
 * The number of the content, and a hash of everything that determines it: the modules of this folder, the files in
 * `data/`, and OTHER_SOURCES.
 */
function contentVersion(): string {
  const hash = createHash('sha256')
  for (const source of OTHER_SOURCES) hash.update(readFileSync(source))
  for (const folder of [new URL('./', import.meta.url), new URL('./data/', import.meta.url)]) {
    const names = readdirSync(folder).filter((name) => /\.(ts|txt|gz)$/.test(name))
    for (const name of names.sort()) hash.update(name).update(readFileSync(new URL(name, folder)))
  }
  return `${VERSION.number}.${hash.digest('hex').slice(0, 32)}`
}
