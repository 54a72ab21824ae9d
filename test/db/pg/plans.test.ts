/**
 * The plan that Postgres keeps for each prepared statement of the product: made without parameters, on a
 * database just installed or on one with many rows, it looks rows up in an index. A table that grows is never
 * read as a whole. Statements are found by themselves (db/pg/prepared-statements.ts).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import t from 'tap'
import { connect } from '../../../db/pg/connect.js'
import { preparedStatements, type PreparedStatement } from '../../../db/pg/prepared-statements.js'
import { sessionOptions } from '../../../db/pg/session-limits.js'
import { ROOT } from '../../../ops/config/paths.js'
import '../../../ops/roles/api.js'
import '../../../ops/roles/deliver.js'
import '../../../ops/roles/fold.js'
import { testDatabase } from '../../support/servers.js'
import { silentLog } from '../../support/silent-log.js'
import { composeLists, planOf, valueOf } from './statement-plans.js'

/** Tables that do not grow with use: a row for each partition, process, slot, key, parked member or loss; reference data. */
const BOUNDED = new Set([
  'partition_owner',
  'partition_position',
  'worker',
  'stream_identity',
  'id_slot',
  'parked_member',
  'parked_message',
  'account_registration',
  'signing_key',
  'webhook_key',
  'source',
  'airline',
  'city',
  'airport',
  'seed',
  'fan_out_sweep',
  'lost_run',
])

const ROWS = 5_000
/** Joining all of a table of so many rows looks cheaper than looking one up. */
const FEW_ROWS = [1, 2, 3, 20]

interface Table {
  name: string
  columns: Array<{ name: string; type: string; nullable: boolean; allowed: string | null }>
}

/** All tables but partitions; of a column with a list of allowed values, the first of them. */
const TABLES = `
  select c.relname as name, (
    select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, -1),
      'nullable', not a.attnotnull, 'allowed', (
        select (regexp_match(pg_get_constraintdef(k.oid), 'ARRAY\\[''([^'']*)'''))[1]
        from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
      )))
    from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and not a.atthasdef
  ) as columns
  from pg_class c join pg_namespace s on s.oid = c.relnamespace
  where s.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`

/** Fills every table that grows with so many rows, and lets Postgres look at them. */
async function fill(client: pg.Client, count: number): Promise<void> {
  const { rows } = await client.query<Table>(TABLES)
  await client.query('set session_replication_role = replica')
  for (const { name, columns } of rows.filter(({ name }) => grows(name) || REPLACED.has(name))) {
    const values = columns.map(({ type, nullable, allowed }) => {
      const value = allowed === null ? valueOf(type) : `'${allowed}'`
      return nullable ? `case when n % 2 = 0 then ${value} end` : value
    })
    await client.query(
      `insert into ${name} (${columns.map((column) => column.name).join(', ')})
      select ${values.join(', ')} from generate_series(1, ${count}) n on conflict do nothing`,
    )
  }
  await client.query('set session_replication_role = origin')
  const { rows: filled } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0",
  )
  // An empty table is never analyzed in operation: nothing has changed in it.
  for (const { name } of filled) await client.query(`vacuum analyze ${name}`)
}

function grows(table: string): boolean {
  return !BOUNDED.has(table) && !table.endsWith('_key') && !table.startsWith('knex_')
}

const SCANS = new Set(['Seq Scan', 'Index Scan', 'Index Only Scan', 'Bitmap Heap Scan'])

/** A key, or a range with two ends, of an index. A range with one end is nearly all of it, if it is not read to a limit. */
function isBounded(condition: string): boolean {
  return (
    / = /.test(condition) ||
    (/ >=? /.test(condition) && / <=? /.test(condition)) ||
    condition === FIRST_FILTER
  )
}

/** The first callback with a filter. */
const FIRST_FILTER = "(client_id > ''::text)"

/** Tables that grow and are read as a whole, by how; and statements that name a place and do not go there. */
async function wholeTableScans(
  client: pg.Client,
  statements: PreparedStatement[],
  matters: (table: string, statement: string) => boolean = grows,
): Promise<string[]> {
  const found = new Set<string>()
  for (const { name, text } of statements) {
    const plan = await planOf(client, name)
    if (text.includes('.ctid = ') && !plan.some((node) => node['Node Type'] === 'Tid Scan'))
      found.add(`${name}: not by its place`)
    for (const node of plan) {
      const table = node['Relation Name']?.replace(/_(\d{8}|default)$/, '')
      const condition = node['Index Cond'] ?? node['Recheck Cond'] ?? ''
      if (
        table !== undefined &&
        matters(table, name) &&
        SCANS.has(node['Node Type']) &&
        !isBounded(condition)
      )
        found.add(`${name}: ${node['Node Type']} of ${table}`)
    }
  }
  return [...found]
}

/** However few rows there are, a snapshot may keep many versions of them: workers replace or delete them all the time. */
const REPLACED = new Set([
  'partition_position',
  'callback_due',
  'delivery',
  'fan_out_progress',
  'callback_mail',
])

t.test('no prepared statement reads a table that grows as a whole', async (t) => {
  const url = await testDatabase(t)
  const { pool, close } = connect({ url, name: 'test', log: silentLog() })
  t.teardown(close)
  await composeLists(pool)
  const statements = preparedStatements()
  t.ok(statements.length > 60, `${statements.length} statements`)
  const connected = async (options: string): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url, options })
    await client.connect()
    t.teardown(async () => {
      await client.end()
    })
    await client.query('set plan_cache_mode = force_generic_plan')
    for (const { name, text } of statements) await client.query(`prepare "${name}" as ${text}`)
    return client
  }
  const client = await connected('')
  const worker = await connected(sessionOptions(true))
  await worker.query('set statement_timeout = 0')
  t.same(await wholeTableScans(client, statements), [], 'planned on tables that were always empty')
  for (const few of FEW_ROWS) {
    await fill(client, few)
    t.same(
      await wholeTableScans(
        worker,
        statements,
        (table, name) => REPLACED.has(table) || (grows(table) && name.startsWith('commit')),
      ),
      [],
      `replaced rows, planned on tables with ${few} rows`,
    )
  }
  await fill(client, ROWS)
  t.same(await wholeTableScans(client, statements), [], 'planned on tables with many rows')
})

t.test('every prepared statement is known to this test', (t) => {
  const files = readdirSync(join(ROOT, 'db'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && file !== join('pg', 'prepared-statements.ts'),
  )
  const named = files.filter((file) =>
    /\bname: '[^']*',\s*text\b/.test(readFileSync(join(ROOT, 'db', file), 'utf8')),
  )
  t.same(named, [], 'statements get their names from prepared()')
  t.end()
})
