/** Table partitions are made and dropped beside commits: nobody waits for a lock that a reader keeps from housekeeping. */
import t from 'tap'
import type { Test } from 'tap'
import type pg from 'pg'
import { connect } from '../../../db/pg/connect.js'
import { runHousekeeping } from '../../../db/operator/housekeeping.js'
import { testDatabase } from '../../support/servers.js'
import { silentLog } from '../../support/silent-log.js'

const NEVER_STOPPED = new AbortController().signal
/** Far more than a busy machine takes for a row, far less than the `lock_timeout` of 3 s. */
const NOTICEABLE_MS = 1_000

interface Stack {
  /** Sessions whose statements wait without limit. */
  pool: pg.Pool
  /** Another session that has read the partitioned tables and keeps its transaction open. */
  reader: pg.PoolClient
  /** Runs housekeeping; returns what it warned of. */
  run: () => Promise<unknown[]>
  exists: (table: string) => Promise<boolean>
  /** Name of a partition by day of `table`, `days` from today. */
  named: (table: string, days: number) => Promise<string>
}

async function setup(t: Test): Promise<Stack> {
  const url = await testDatabase(t)
  const { knex, close } = connect({ url, name: 'service', log: silentLog(), direct: true })
  const { pool, close: closePool } = connect({ url, name: 'report', log: silentLog() })
  const reader = await pool.connect()
  t.teardown(async () => {
    reader.release()
    await closePool()
    await close()
  })
  const scalar = async <V>(sql: string, values: unknown[]): Promise<V> =>
    (await pool.query<{ value: V }>(`select ${sql} as value`, values)).rows[0]!.value
  return {
    pool,
    reader,
    run: async () => {
      const log = silentLog()
      await runHousekeeping(knex, log, NEVER_STOPPED)
      return log.lines.filter(({ level }) => level === 'warn').map(({ fields }) => fields)
    },
    exists: async (table) => await scalar<boolean>('to_regclass($1) is not null', [table]),
    named: async (table, days) =>
      await scalar<string>("$1 || '_' || to_char((now() at time zone 'utc')::date + $2::int, 'YYYYMMDD')", [
        table,
        days,
      ]),
  }
}

const INSERT = `
  with e as (
    insert into event (id, member_id, sequence, type, created, body) values (gen_random_uuid(), 1, 1, 'x', now(), '')
  ), d as (
    insert into past_document (member_id, id, version, updated, doc) values (1, $1, 1, clock_timestamp(), '')
  )
  insert into raw_batch (member_id, id, seq, received, partition, n, failed, refused, kind, content)
  select 1, coalesce(max(id), 0) + 1, 1, now(), 1, 0, false, true, 'edit', '' from raw_batch`

/** The longest of the inserts that were made one after the other while `work` ran, in milliseconds. */
async function longestInsert(pool: pg.Pool, work: Promise<unknown>): Promise<number> {
  let isRunning = true
  const ended = work.finally(() => {
    isRunning = false
  })
  let longest = 0
  for (let i = 0; isRunning; i++) {
    const startedAt = performance.now()
    await pool.query(INSERT, [i])
    longest = Math.max(longest, performance.now() - startedAt)
  }
  await ended
  return longest
}

const READ = `
  begin;
  select from event; select from attempt; select from request_log; select from past_document; select from raw_batch`

t.test('commits do not queue behind partitions that are made or dropped while somebody reads', async (t) => {
  const { pool, reader, run, exists, named } = await setup(t)
  const [coming, old] = [await named('event', 7), await named('event', -40)]
  const attempts = await named('attempt', 7)
  await pool.query(`
    drop table ${coming}, ${attempts};
    create table ${old} partition of event for values from (now() - interval '41 days') to (now() - interval '40 days')`)
  await reader.query(READ)
  let warned: unknown[] = []
  const longest = await longestInsert(
    pool,
    run().then((fields) => {
      warned = fields
    }),
  )
  t.ok(longest < NOTICEABLE_MS, `the longest insert took ${Math.round(longest)} ms`)
  t.same(warned, [], 'there are days enough, so that nobody needs to know')
  t.notOk(await exists(coming))
  t.ok(await exists(old))

  await reader.query('commit')
  t.same(await run(), [])
  for (const table of [coming, attempts]) t.ok(await exists(table), `${table} is made by the next run`)
  t.notOk(await exists(old), 'and the old one is dropped')
})

t.test('partitions that run short because a lock is kept are reported', async (t) => {
  const { pool, reader, run, exists, named } = await setup(t)
  const ahead = await Promise.all([3, 4, 5, 6, 7].map(async (days) => await named('event', days)))
  await pool.query(`drop table ${ahead.join()}`)
  await reader.query(READ)
  t.match(await run(), [
    { what: 'partitions', error: { message: /lock timeout/, where: new RegExp(ahead[0]!) } },
  ])
  await reader.query('commit')
  t.same(await run(), [])
  for (const table of ahead) t.ok(await exists(table))
})
