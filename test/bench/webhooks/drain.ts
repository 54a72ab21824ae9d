/** Deliveries a second: the product with every attempt logged, and a loop that only signs and posts. */
import type pg from 'pg'
import type { Database } from '../../../db/pg/connect.js'
import { until } from '../../support/until.js'
import { cpuMs } from '../harness/bench-process.js'
import type { BenchProcess } from '../harness/bench-process.js'
import type { Contestant, Figures } from '../harness/harness.js'
import type { BaselineLoopOptions } from './baseline-process.js'
import type { Receiver, WebhookBench } from './context.js'
import { addCallbacks, makeEvent, storeEvents } from './events.js'
import type { ReceiverRequest } from './receiver-process.js'

/** The figure that the ratio compares. */
export const RATE = 'deliveries per s'
const CALLBACKS = 4
const CONNECTIONS = 64
/**
 * Deliveries of a round for each of its seconds: what two fast cores deliver, so that start and end weigh
 * little.
 */
const PER_SECOND = 15_000
const WARM_UP_ROUNDS = 2
const TIMEOUT_MS = 120_000

/** Product and baseline, with the same receiver, number of connections and size of requests. */
export async function deliveryContestants(bench: WebhookBench): Promise<Contestant[]> {
  const { stack, receiver, member, tools } = bench
  const origin = `http://127.0.0.1:${receiver.ready.port}`
  const count = PER_SECOND * tools.seconds
  const { pool } = stack.database
  const { body } = makeEvent(member, 1, 0)
  const urls = Array.from({ length: CALLBACKS }, (_, i) => `${origin}/${i}`)
  await addCallbacks(stack, 1, urls, { maxInFlight: CONNECTIONS / CALLBACKS })
  const loop: BaselineLoopOptions = { origin, body, connections: CONNECTIONS }
  const baseline = await stack.program('webhooks/baseline-process.ts', loop)
  const deliver = await stack.role('deliver', { DEV: true }, [])
  tools.print(
    `${count} deliveries a round of ${body.length} bytes to ${CALLBACKS} callbacks, ${CONNECTIONS} connections`,
  )
  let rounds = 0
  const runProduct = async (): Promise<Figures> => {
    // Every round has new events: none may be in the caches of the round before.
    const perCallback = count / CALLBACKS
    await storePending(stack.database, member, 1 + perCallback * rounds++, perCallback)
    await receiver.ask({ reset: true } satisfies ReceiverRequest)
    return await measure({ count, sender: deliver, receiver, pool }, async () => {
      await waitUntilDelivered(pool, receiver, count)
    })
  }
  const runBaseline = async (): Promise<Figures> =>
    await measure({ count, sender: baseline, receiver, pool }, async () => {
      await baseline.ask({ count })
    })
  return [contestant('product', runProduct), contestant('baseline', runBaseline)]
}

function contestant(name: string, round: () => Promise<Figures>): Contestant {
  return {
    name,
    warm: async () => {
      for (let i = 0; i < WARM_UP_ROUNDS; i++) await round()
    },
    round,
  }
}

async function measure(
  parts: { count: number; sender: BenchProcess<unknown>; receiver: Receiver; pool: pg.Pool },
  work: () => Promise<void>,
): Promise<Figures> {
  const { count, sender, receiver, pool } = parts
  const cpu = async (): Promise<number[]> => [sender.cpuMs(), await postgresCpuMs(pool), receiver.cpuMs()]
  const before = await cpu()
  const startedAt = performance.now()
  await work()
  const ms = performance.now() - startedAt
  const after = await cpu()
  const [senderUs = NaN, postgresUs = NaN, receiverUs = NaN] = after.map(
    (used, i) => ((used - (before[i] ?? NaN)) * 1_000) / count,
  )
  return {
    [RATE]: (count * 1_000) / ms,
    'sender CPU us per delivery': senderUs,
    'Postgres CPU us per delivery': postgresUs,
    'receiver CPU us per delivery': receiverUs,
  }
}

/** Of all Postgres processes that serve a connection; those that exited in between are missing. */
async function postgresCpuMs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity')
  return rows.reduce((sum, { pid }) => sum + (cpuMs(pid) || 0), 0)
}

/** Stores events and a pending delivery of each for every callback. */
async function storePending(database: Database, member: string, first: number, count: number): Promise<void> {
  const { pool } = database
  await storeEvents(database, member, first, count)
  await pool.query(
    `insert into delivery (callback_id, event_id, event_at, member_id, sequence, due_at, ordered)
     select c.id, e.id, e.created, e.member_id, e.sequence, now(), false
     from event e cross join callback c
     where c.id <= ${CALLBACKS} and e.member_id = $1 and e.sequence >= $2`,
    [member, first],
  )
  await pool.query('analyze delivery')
}

/** Waits until everything pending is received and recorded. */
async function waitUntilDelivered(pool: pg.Pool, receiver: Receiver, count: number): Promise<void> {
  await pool.query(`update callback_due set ready_at = now() where callback_id <= ${CALLBACKS}`)
  await receiver.ask({ until: count } satisfies ReceiverRequest)
  const isRecorded = async (): Promise<boolean> =>
    (await pool.query(`select from delivery where callback_id <= ${CALLBACKS} limit 1`)).rowCount === 0
  await until('every delivery is recorded', isRecorded, TIMEOUT_MS)
}
