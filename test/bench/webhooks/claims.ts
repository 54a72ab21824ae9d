/**
 * How long a worker needs to claim callbacks and read the first deliveries, with few and with many pending.
 */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { connect } from '../../../db/pg/connect.js'
import { migrate } from '../../../db/pg/migrate.js'
import { deliveryStore } from '../../../db/webhooks/delivery-store.js'
import { quietLog } from '../harness/quiet-log.js'
import type { BenchStack } from '../harness/bench-stack.js'
import type { BenchTools, Contestant, Figures } from '../harness/harness.js'
import { quantile } from '../harness/statistics.js'

const ENDPOINTS = 1_000
const CLAIMS_AT_ONCE = 100
const DELIVERIES_READ = 32
const LEASE_MS = 6_000
const HOUR_MS = 3_600_000
const WORKER = 'bench'

/**
 * A contestant with `each` deliveries pending for each of a thousand endpoints, in a database of its own. The
 * circuit breaker of one endpoint is open.
 */
export async function claimContestant(
  name: string,
  each: number,
  stack: BenchStack,
  tools: BenchTools,
): Promise<Contestant> {
  const url = new URL(stack.config.DATABASE_URL)
  const databaseName = `claims_${each}`
  await stack.database.pool.query(`create database ${databaseName}`)
  url.pathname = `/${databaseName}`
  await migrate(url.href)
  const database = connect({ url: url.href, name: databaseName, log: quietLog, size: 1 })
  tools.defer(database.close)
  tools.print(`${each * ENDPOINTS} pending deliveries for ${ENDPOINTS} endpoints`)
  await storeCallbacks(database.pool)
  await storeDeliveries(database.pool, each)
  const store = deliveryStore(database.pool)
  return {
    name,
    round: async () => await measureClaims(store, Math.min(DELIVERIES_READ, each), tools.seconds),
  }
}

async function storeCallbacks(pool: pg.Pool): Promise<void> {
  await pool.query("set statement_timeout = 0; insert into app (client_id, name) values ('bench', 'Bench')")
  await pool.query(
    `insert into oauth_grant (client_id, member_id, created_at)
     values ('bench', 1, now() - interval '1 day')`,
  )
  await pool.query(
    `insert into callback (id, client_id, url, events, max_in_flight, timeout_ms, secret)
     select n, 'bench', 'https://partner.example/' || n, '{*}', 10, 5000, $2
     from generate_series(1, $1::int) n`,
    [ENDPOINTS, randomBytes(32)],
  )
  await pool.query(
    'insert into callback_due (callback_id, ready_at) select n, now() from generate_series(1, $1::int) n',
    [ENDPOINTS],
  )
  await pool.query(
    `update callback_due set ready_at = now() + interval '1 hour', not_before = now() + interval '1 hour'
     where callback_id = 1`,
  )
}

async function storeDeliveries(pool: pg.Pool, each: number): Promise<void> {
  await pool.query(
    `insert into event (id, member_id, sequence, type, resource_id, created, body)
     select gen_random_uuid(), 1, n, 'trip.updated', '77', now(), repeat('x', 1600)
     from generate_series(1, $1::int) n`,
    [each],
  )
  // Rows and then their indexes take half the time.
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'delivery' and indexname <> 'delivery_pkey'`,
  )
  for (const { name } of indexes) await pool.query(`drop index ${name}`)
  for (let first = 1; first <= ENDPOINTS; first += CLAIMS_AT_ONCE) {
    await pool.query(
      `insert into delivery (callback_id, event_id, event_at, member_id, sequence, due_at, ordered)
       select n, e.id, e.created, e.member_id, e.sequence, now(), false
       from generate_series($1::int, $1 + $2 - 1) n cross join event e`,
      [first, CLAIMS_AT_ONCE],
    )
  }
  for (const { definition } of indexes) await pool.query(definition)
  await pool.query('vacuum analyze delivery')
  await pool.query('analyze')
}

async function measureClaims(
  store: ReturnType<typeof deliveryStore>,
  deliveriesRead: number,
  seconds: number,
): Promise<Figures> {
  const claiming: number[] = []
  const releasing: number[] = []
  const end = performance.now() + seconds * 1_000
  let lastClaimed = 0
  while (performance.now() < end) {
    const startedAt = performance.now()
    const claimed = await store.claim(WORKER, CLAIMS_AT_ONCE, LEASE_MS)
    await store.first(
      claimed.map((one) => one.settings.callback),
      deliveriesRead,
    )
    const claimedAt = performance.now()
    claiming.push(claimedAt - startedAt)
    lastClaimed = claimed.length
    const claims = claimed.map(({ settings: { callback }, claim }) => ({
      callback,
      claim,
      saved: '{}',
      failures: 0,
      lastAt: null,
      lastStatus: null,
      failingSince: null,
      notBefore: Date.now() - HOUR_MS,
    }))
    await store.record({ attempts: [], deferred: [], missing: [], disabled: [], claims }, false)
    releasing.push(performance.now() - claimedAt)
  }
  if (lastClaimed !== CLAIMS_AT_ONCE) throw new Error(`only ${lastClaimed} callbacks were claimed`)
  return {
    'claim of 100 p50 ms': quantile(claiming, 0.5),
    'claim of 100 p99 ms': quantile(claiming, 0.99),
    'release p50 ms': quantile(releasing, 0.5),
  }
}
