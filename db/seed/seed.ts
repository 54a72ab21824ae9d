/** Brings the reference data into a database. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { bindMessage, newMessageBuffer } from '../pg/bind-message.js'
import { connection } from '../pg/connect.js'
import { SCHEMA_LOCK } from '../pg/migrate.js'
import { packageVersions } from './snapshots.js'
import { airportKeys, cityKeys, KEY_INDEXES, type PlaceKey } from './place-keys.js'
import { referenceData } from './reference-data.js'

const NAME = 'reference'
const UNLIMITED =
  '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0 -c jit=off -c maintenance_work_mem=128MB -c work_mem=64MB'

/**
 * Fills the reference tables, all or nothing, when their content differs from what this program holds; else it only looks.
 * Sources that somebody else added, and what an operator changed in status, rank or url of ours, stay. Takes seconds, and
 * less with `leastPeople`: cities below it are left out (tests that search for none of them).
 */
export async function seed(databaseUrl: string, options: { leastPeople?: number } = {}): Promise<void> {
  const leastPeople = options.leastPeople ?? 0
  // Several may seed in one process, and whoever is reading the data leaves the others no time to see that they are connected.
  const client = new pg.Client({
    ...connection(databaseUrl, 'tripfold seed'),
    connectionTimeoutMillis: 60_000,
    options: UNLIMITED,
  })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [SCHEMA_LOCK])
    const version = `${contentVersion()}/${leastPeople}`
    const {
      rows: [known],
    } = await client.query<{ version: string }>('select version from seed where name = $1', [NAME])
    if (known?.version === version) return
    await client.query('begin')
    await fill(client, leastPeople)
    await client.query(
      'insert into seed (name, version) values ($1, $2) on conflict (name) do update set version = $2, seeded = now()',
      [NAME, version],
    )
    await client.query('commit')
    // So that searches read the indexes alone.
    await client.query('vacuum city_key, airport_key')
  } finally {
    await client.end()
  }
}

async function fill(client: pg.Client, leastPeople: number): Promise<void> {
  const data = referenceData()
  const cities = data.cities.filter((row) => row.population >= leastPeople)
  for (const { name } of KEY_INDEXES) await client.query(`drop index if exists ${name}`)
  await client.query('truncate city, airport, airline, city_key, airport_key')
  await insert(client, 'city', cities, [
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
    ['alternates', 'text[]', (row) => array(row.alternates)],
  ])
  await insert(client, 'airport', data.airports, [
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
    ['size', 'int', (row) => data.sizeOf(row)],
  ])
  await insert(client, 'airline', data.airlines, [
    ['iata', 'text', (row) => row.iata],
    ['icao', 'text', (row) => row.icao],
    ['name', 'text', (row) => row.name],
    ['alternates', 'text[]', (row) => array(row.alternates)],
    ['country', 'text', (row) => row.country],
    ['active', 'boolean', (row) => row.active],
  ])
  await insert(
    client,
    'source',
    data.sources,
    [
      ['id', 'text', (row) => row.id],
      ['name', 'text', (row) => row.name],
      ['classification', 'text', (row) => row.classification],
      ['segment_types', 'text[]', (row) => array(row.segmentTypes)],
      ['vendor_code', 'text', (row) => row.vendorCode],
      ['priority', 'int', (row) => row.priority],
    ],
    `on conflict (id) do update set name = excluded.name, segment_types = excluded.segment_types, vendor_code = excluded.vendor_code,
      updated = now()
    where (source.name, source.segment_types, source.vendor_code) is distinct from (excluded.name, excluded.segment_types, excluded.vendor_code)`,
  )
  await insert(client, 'city_key', cityKeys(cities), KEY_CELLS('bigint'))
  await insert(client, 'airport_key', airportKeys(data), KEY_CELLS('text'))
  for (const { make } of KEY_INDEXES) await client.query(make)
}

type Cell<R> = [name: string, type: string, value: (row: R) => string | number | boolean | null]

const KEY_CELLS = (ref: 'bigint' | 'text'): Array<Cell<PlaceKey>> => [
  ['key', 'text', (row) => row.key],
  ['kind', 'smallint', (row) => row.kind],
  ['weight', 'int', (row) => row.weight],
  ['ref', ref, (row) => row.ref],
]

async function insert<R>(
  client: pg.Client,
  table: string,
  rows: R[],
  cells: Array<Cell<R>>,
  conflict = '',
): Promise<void> {
  const names = cells.map(([name]) => name)
  const text = `
    insert into ${table} (${names.join(', ')})
    select ${cells.map(([name, type]) => `u.${name}::${type}`).join(', ')}
    from unnest(${cells.map((_, i) => `$${i + 1}::text[]`).join(', ')}) as u(${names.join(', ')})
    ${conflict}`
  const message = bindMessage(
    newMessageBuffer(),
    { name: `seed_${table}`, text },
    { values: 0, columns: cells.length },
  )
  for (const [, , value] of cells) message.column(rows, value)
  await message.query(client)
}

function array(values: string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}

/** Of everything the content is made from: our files, and the versions of the packages that are installed. */
function contentVersion(): string {
  const hash = createHash('sha256')
  for (const folder of [new URL('./', import.meta.url), new URL('./data/', import.meta.url)]) {
    for (const name of readdirSync(folder)
      .filter((one) => /\.(ts|txt)$/.test(one))
      .sort())
      hash.update(name).update(readFileSync(new URL(name, folder)))
  }
  for (const [name, version] of packageVersions()) hash.update(`${name} ${version}`)
  return hash.digest('hex').slice(0, 32)
}
