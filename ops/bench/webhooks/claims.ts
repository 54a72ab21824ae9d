/** How long a worker needs to claim callbacks and read what goes first, with few and with many deliveries pending. */
import { randomBytes } from 'node:crypto'
import { connect } from '../../../db/pg/connect.js'
import { deliveryStore } from '../../../db/webhooks/delivery-store.js'
import { migrate } from '../../../db/pg/migrate.js'
import type { Contestant, BenchTools } from '../harness/harness.js'
import { quantile } from '../harness/statistics.js'
import { quietLog } from '../harness/bench-stack.js'
import type { BenchStack } from '../harness/bench-stack.js'

export const ENDPOINTS = 1_000
const CLAIM_AT_ONCE = 100
const FIRST_HEADS = 32
const LEASE_MS = 6_000
const HOUR_MS = 3_600_000

/** `each` deliveries pending for each of a thousand endpoints, one of them dead: its breaker is open. On a database of its own. */
export async function claimContestant(
  name: string,
  each: number,
  world: BenchStack,
  tools: BenchTools,
): Promise<Contestant> {
  const url = new URL(world.config.DATABASE_URL)
  const base = `claims_${each}`
  await world.database.pool.query(`create database ${base}`)
  url.pathname = `/${base}`
  await migrate(url.href)
  const database = connect({ url: url.href, name: base, log: quietLog, size: 1 })
  tools.defer(database.close)
  const { pool } = database
  tools.print(`${each * ENDPOINTS} pending deliveries for ${ENDPOINTS} endpoints`)
  await pool.query("set statement_timeout = 0; insert into app (client_id, name) values ('bench', 'Bench')")
  await pool.query(
    "insert into oauth_grant (client_id, member_id, created_at) values ('bench', 1, now() - interval '1 day')",
  )
  await pool.query(
    `
    insert into callback (id, client_id, url, events, max_in_flight, timeout_ms, secret)
    select n, 'bench', 'https://partner.example/' || n, '{*}', 10, 5000, $2 from generate_series(1, $1::int) n`,
    [ENDPOINTS, randomBytes(32)],
  )
  await pool.query(
    'insert into callback_due (callback_id, ready_at) select n, now() from generate_series(1, $1::int) n',
    [ENDPOINTS],
  )
  await pool.query(
    "update callback_due set ready_at = now() + interval '1 hour', not_before = now() + interval '1 hour' where callback_id = 1",
  )
  await pool.query(
    `
    insert into event (id, member_id, sequence, type, resource_id, created, body)
    select gen_random_uuid(), 1, n, 'trip.updated', '77', now(), repeat('x', 1600) from generate_series(1, $1::int) n`,
    [each],
  )
  for (let first = 1; first <= ENDPOINTS; first += CLAIM_AT_ONCE) {
    await pool.query(
      `
      insert into delivery (callback_id, event_id, event_at, member_id, sequence, due_at, ordered)
      select n, e.id, e.created, e.member_id, e.sequence, now(), false from generate_series($1::int, $1 + $2 - 1) n cross join event e`,
      [first, CLAIM_AT_ONCE],
    )
  }
  await pool.query('vacuum analyze delivery')
  await pool.query('analyze')
  const store = deliveryStore(pool)
  return {
    name,
    round: async () => {
      const claiming: number[] = []
      const returning: number[] = []
      const end = performance.now() + tools.seconds * 1_000
      let last = 0
      while (performance.now() < end) {
        const began = performance.now()
        const held = await store.claim('bench', CLAIM_AT_ONCE, LEASE_MS)
        await store.first(
          held.map((one) => one.settings.callback),
          Math.min(FIRST_HEADS, each),
        )
        const claimed = performance.now()
        claiming.push(claimed - began)
        last = held.length
        await store.record(
          {
            attempts: [],
            deferred: [],
            missing: [],
            disabled: [],
            claims: held.map(({ settings: { callback }, claim }) => ({
              callback,
              claim,
              keep: false,
              saved: '{}',
              failures: 0,
              lastAt: null,
              lastStatus: null,
              notBefore: Date.now() - HOUR_MS,
            })),
          },
          false,
        )
        returning.push(performance.now() - claimed)
      }
      if (last !== CLAIM_AT_ONCE) throw new Error(`${last} callbacks were claimed`)
      return {
        'claim of 100 p50 ms': quantile(claiming, 0.5),
        'claim of 100 p99 ms': quantile(claiming, 0.99),
        'giving back p50 ms': quantile(returning, 0.5),
      }
    },
  }
}
