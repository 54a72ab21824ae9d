/** How long events need from their commit to healthy endpoints, when some of the endpoints swallow everything. */
import type { Database } from '../../../db/pg/connect.js'
import { eventNotices } from '../../../schemas/stream/event-notice.js'
import { eventSubject } from '../../../schemas/stream/subjects.js'
import { publisher } from '../../../workers/stream/publish.js'
import type { Contestant, BenchTools } from '../harness/harness.js'
import type { BenchProcess } from '../harness/bench-process.js'
import type { BenchStack } from '../harness/bench-stack.js'
import { INSERT_EVENT, addCallbacks, makeEvent } from './events.js'
import type { ReceiverRequest, ReceiverReport } from './receiver-process.js'

const ENDPOINTS = 10
const EVENTS_PER_SECOND = 20

/** Events at a steady rate to ten endpoints of another application, some of which swallow everything. */
export async function latencyContestant(
  name: string,
  world: BenchStack,
  sink: BenchProcess<{ port: number }>,
  member: string,
  holes: number,
  tools: BenchTools,
): Promise<Contestant> {
  const origin = `http://127.0.0.1:${sink.ready.port}`
  const client = `trickle ${holes}`
  const first = 100 * (holes + 1)
  const { pool } = world.database
  const stream = publisher(world.nc)
  tools.defer(() => {
    stream.close()
  })
  await pool.query('insert into app (client_id, name) values ($1, $1)', [client])
  await addCallbacks(
    world,
    first,
    Array.from({ length: ENDPOINTS }, (_, i) => `${origin}/${i < holes ? 'hole' : 'fine'}/${i}`),
    10,
    client,
  )
  const traveller = String(Number(member) + 1_000 + holes)
  await pool.query(
    "insert into oauth_grant (client_id, member_id, created_at) values ($1, $2, now() - interval '1 day')",
    [client, traveller],
  )
  let sequence = 0
  return {
    name,
    round: async () => {
      await forget(world.database, first)
      await sink.ask({ reset: true } satisfies ReceiverRequest)
      const count = EVENTS_PER_SECOND * tools.seconds
      const began = performance.now()
      for (let i = 0; i < count; i++) {
        sequence += 1
        const created = Date.now()
        const event = makeEvent(traveller, sequence, created)
        await pool.query(INSERT_EVENT, [[event.id], traveller, [sequence], new Date(created), [event.body]])
        for (const notice of eventNotices(traveller, [{ id: event.id, created }]))
          await stream.publish(new TextEncoder().encode(notice.body), eventSubject(0), notice.id)
        await new Promise((resolve) =>
          setTimeout(resolve, Math.max(0, began + ((i + 1) * 1_000) / EVENTS_PER_SECOND - performance.now())),
        )
      }
      await sink.ask({ until: count * (ENDPOINTS - holes) } satisfies ReceiverRequest)
      const report = await sink.ask<ReceiverReport>({ report: true } satisfies ReceiverRequest)
      return { 'commit to receipt p50 ms': report.p50, 'commit to receipt p99 ms': report.p99 }
    },
  }
}

/** What was learnt of the endpoints in the last round: each round meets its black holes anew, with closed breakers. */
async function forget({ pool }: Database, first: number): Promise<void> {
  const range = [first, first + ENDPOINTS - 1]
  for (;;) {
    await pool.query('delete from delivery where callback_id between $1 and $2', range)
    const {
      rows: [row],
    } = await pool.query<{ held: boolean }>(
      'select exists (select from callback_due where worker is not null and callback_id between $1 and $2) as held',
      range,
    )
    if (row?.held === false) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await pool.query(
    "update callback_due set state = '{}', not_before = '-infinity', ready_at = null where callback_id between $1 and $2",
    range,
  )
}
