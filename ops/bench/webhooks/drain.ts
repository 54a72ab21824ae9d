/** Deliveries a second: the product with every attempt in the log, and a bare loop that only signs and posts. */
import type pg from 'pg'
import type { Database } from '../../../db/pg/connect.js'
import type { Contestant, Figures, BenchTools } from '../harness/harness.js'
import { cpuMs, spawnBenchProcess } from '../harness/bench-process.js'
import type { BenchProcess } from '../harness/bench-process.js'
import type { RoleProcessOptions } from '../product/role-process.js'
import type { BenchStack } from '../harness/bench-stack.js'
import type { BaselineLoopOptions } from './baseline-process.js'
import { addCallbacks, makeEvent, storeEvents } from './events.js'
import type { ReceiverRequest } from './receiver-process.js'

/** What the ratio is made of. */
export const RATE = 'deliveries per s'
const CALLBACKS = 4
const CONNECTIONS = 64
/** Deliveries of a round for each of its seconds: about what two fast cores take; what it takes to begin and to end would weigh in a shorter one. */
const PER_SECOND = 15_000
const WARM_ROUNDS = 2

export type Receiver = BenchProcess<{ port: number }>

/** Product and bare, for the same sink, with as many connections and requests of the same size. */
export async function deliveryContestants(
  world: BenchStack,
  sink: Receiver,
  member: string,
  tools: BenchTools,
  execArgv: string[] = [],
): Promise<Contestant[]> {
  const origin = `http://127.0.0.1:${sink.ready.port}`
  const count = PER_SECOND * tools.seconds
  const { pool } = world.database
  const { body } = makeEvent(member, 1, 0)
  await addCallbacks(
    world,
    1,
    Array.from({ length: CALLBACKS }, (_, i) => `${origin}/${i}`),
    CONNECTIONS / CALLBACKS,
  )
  const bare = await spawnBenchProcess(new URL('./baseline-process.ts', import.meta.url), {
    origin,
    body,
    connections: CONNECTIONS,
  } satisfies BaselineLoopOptions)
  tools.defer(bare.stop)
  const role: RoleProcessOptions = { role: 'deliver', config: { ...world.config, DEV: true } }
  const deliver = await spawnBenchProcess(
    new URL('../product/role-process.ts', import.meta.url),
    role,
    execArgv,
  )
  tools.defer(deliver.stop)
  tools.print(
    `${count} deliveries a round of ${body.length} bytes to ${CALLBACKS} callbacks, ${CONNECTIONS} connections`,
  )
  let rounds = 0
  const product = async (): Promise<Figures> => {
    // Events of its own for every round: nobody delivers what is in memory from the round before.
    await makePending(world.database, member, 1 + (count / CALLBACKS) * rounds++, count / CALLBACKS)
    await sink.ask({ reset: true } satisfies ReceiverRequest)
    return await measured(count, deliver, sink, pool, async () => {
      await drained(pool, sink, count)
    })
  }
  const loop = async (): Promise<Figures> =>
    await measured(count, bare, sink, pool, async () => {
      await bare.ask({ count })
    })
  return [
    {
      name: 'product',
      warm: async () => {
        await repeat(WARM_ROUNDS, product)
      },
      round: product,
    },
    {
      name: 'bare',
      warm: async () => {
        await repeat(WARM_ROUNDS, loop)
      },
      round: loop,
    },
  ]
}

async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < times; i++) await work()
}

async function measured(
  count: number,
  sender: BenchProcess<unknown>,
  sink: Receiver,
  pool: pg.Pool,
  work: () => Promise<void>,
): Promise<Figures> {
  const cpu = async (): Promise<number[]> => [sender.cpuMs(), await databaseMs(pool), sink.cpuMs()]
  const before = await cpu()
  const began = performance.now()
  await work()
  const ms = performance.now() - began
  const [ours = NaN, database = NaN, theirs = NaN] = (await cpu()).map(
    (after, i) => ((after - (before[i] ?? NaN)) * 1_000) / count,
  )
  return {
    [RATE]: (count * 1_000) / ms,
    'sender CPU us per delivery': ours,
    'Postgres CPU us per delivery': database,
    'sink CPU us per delivery': theirs,
  }
}

/** Of all processes of a server on this machine that have to do with us; what ended between two looks is not in it. */
async function databaseMs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity')
  return rows.reduce((sum, { pid }) => sum + (cpuMs(pid) || 0), 0)
}

/** Events pending for every callback at once. */
async function makePending(database: Database, member: string, first: number, count: number): Promise<void> {
  const { pool } = database
  await storeEvents(database, member, first, count)
  await pool.query(
    `
    insert into delivery (callback_id, event_id, event_at, member_id, sequence, due_at, ordered)
    select c.id, e.id, e.created, e.member_id, e.sequence, now(), false from event e cross join callback c
    where c.id <= ${CALLBACKS} and e.member_id = $1 and e.sequence >= $2`,
    [member, first],
  )
  await pool.query('analyze delivery')
}

/** Everything pending is received and written down. */
async function drained(pool: pg.Pool, sink: Receiver, count: number): Promise<void> {
  await pool.query(`update callback_due set ready_at = now() where callback_id <= ${CALLBACKS}`)
  await sink.ask({ until: count } satisfies ReceiverRequest)
  for (;;) {
    const {
      rows: [row],
    } = await pool.query<{ left: boolean }>(
      `select exists (select from delivery where callback_id <= ${CALLBACKS}) as left`,
    )
    if (row?.left === false) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
