/** No migration stops readers or writers of a big table while it reads or rewrites one (db/README.md). */
import t from 'tap'
import type { Test } from 'tap'
import makeKnex, { type Knex } from 'knex'
import { MIGRATIONS } from '../../../db/pg/migrate.js'
import { testDatabase } from '../../support/servers.js'

/** Those before are the baseline, which only runs on an empty database. */
const FIRST = '1000'
/** Tables that grow with traffic or with members. */
const BIG = [
  ...['raw_batch', 'member', 'segment', 'trip', 'account', 'event', 'past_document', 'delivery', 'attempt'],
  ...[
    'request_log',
    'idempotency',
    'held_line',
    'audit',
    'oauth_grant',
    'oauth_refresh',
    'member_login',
    'outbox',
  ],
]

type Migration = (knex: Knex) => Promise<void>

/** Big tables and their partitions as they are, with their files. */
const TABLES = `
  select c.oid::int, c.relname as name, pg_relation_filenode(c.oid)::int as file from pg_class c
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    and coalesce((select inhparent from pg_inherits where inhrelid = c.oid), c.oid)::regclass::text = any(?)`

/** What this transaction has locked against readers or writers. */
const LOCKED = `
  select relation::int as oid from pg_locks where pid = pg_backend_pid() and granted
    and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`
/** How often tables were read as a whole; those of earlier transactions of the session count as well. */
const SCANS = 'select relid::int as oid, seq_scan::int as scans from pg_stat_xact_all_tables'

interface Table {
  oid: number
  name: string
  file: number | null
}

async function rows<R>(knex: Knex, sql: string, values: unknown[] = []): Promise<R[]> {
  return ((await knex.raw(sql, values as string[])) as { rows: R[] }).rows
}

async function scansByTable(knex: Knex): Promise<Map<number, number>> {
  return new Map(
    (await rows<{ oid: number; scans: number }>(knex, SCANS)).map(({ oid, scans }) => [oid, scans]),
  )
}

/** What is wrong with a migration's locks: empty if none is held while rows are read or written again. */
async function longLocks(knex: Knex, up: Migration): Promise<string[]> {
  return await knex.transaction(async (trx) => {
    const before = await rows<Table>(trx, TABLES, [BIG])
    const scansBefore = await scansByTable(trx)
    await up(trx)
    const after = new Map((await rows<Table>(trx, TABLES, [BIG])).map((table) => [table.oid, table]))
    const locked = new Set((await rows<Table>(trx, LOCKED)).map(({ oid }) => oid))
    const scans = await scansByTable(trx)
    const held = before.filter(({ oid }) => locked.has(oid)).map(({ name }) => name)
    if (held.length === 0) return []
    return before.flatMap(({ oid, name, file }) => {
      const now = after.get(oid)
      if (now !== undefined && now.file !== file)
        return [`${name} is rewritten while ${held.join()} is locked`]
      return (scans.get(oid) ?? 0) > (scansBefore.get(oid) ?? 0)
        ? [`${name} is read while ${held.join()} is locked`]
        : []
    })
  })
}

async function openDatabase(t: Test): Promise<Knex> {
  const knex = makeKnex({ client: 'pg', connection: await testDatabase(t), pool: { min: 1, max: 1 } })
  t.teardown(async () => {
    await knex.destroy()
  })
  return knex
}

t.test('migrations hold no long lock on a big table', async (t) => {
  const knex = await openDatabase(t)
  await knex.raw('drop schema public cascade; create schema public')
  const found: string[] = []
  for (const [name, { up }] of MIGRATIONS) {
    if (name < FIRST) await knex.transaction(up)
    else found.push(...(await longLocks(knex, up)).map((lock) => `${name}: ${lock}`))
  }
  t.same(found, [])
})

t.test('what would hold one is found', async (t) => {
  const knex = await openDatabase(t)
  const found = async (sql: string): Promise<string[]> =>
    await longLocks(knex, async (trx) => {
      await trx.raw(sql)
    })
  t.same(await found('alter table trip add note text'), [], 'a nullable column is instant')
  t.same(await found('alter table trip add constraint a check (version > 0) not valid'), [])
  t.same(await found('alter table trip validate constraint a'), [], 'beside readers and writers')
  t.match(await found('alter table trip alter version type bigint'), [/trip is rewritten/])
  t.match(await found('alter table trip add constraint b check (version > 1)'), [/trip is read/])
  t.match(await found('create index on segment (updated)'), [/segment is read while segment is locked/])
  t.match(
    await found('alter table trip add other text; select count(*) from member'),
    [/member is read while trip is locked/],
    'a lock lasts until the transaction ends',
  )
})
