/** How long events need from their commit to healthy endpoints, when some of the endpoints swallow everything. */
import type { Database } from '../../../db/connect.js'
import { noticesOf } from '../../../schemas/notice.js'
import { eventSubject } from '../../../schemas/subjects.js'
import { publisher } from '../../../workers/stream/publish.js'
import type { Contestant, Tools } from '../frame.js'
import type { Part } from '../process.js'
import type { World } from '../world.js'
import { INSERT_EVENT, addCallbacks, makeEvent } from './events.js'
import type { SinkQuestion, SinkReport } from './sink-part.js'

const ENDPOINTS = 10
const EVENTS_PER_SECOND = 20

/** Events at a steady rate to ten endpoints of another application, some of which swallow everything. */
export async function trickle(
  name: string,
  world: World,
  sink: Part<{ port: number }>,
  member: string,
  holes: number,
  tools: Tools,
): Promise<Contestant> {
  const origin = `http://127.0.0.1:${sink.facts.port}`
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
      await sink.ask({ reset: true } satisfies SinkQuestion)
      const count = EVENTS_PER_SECOND * tools.seconds
      const began = performance.now()
      for (let i = 0; i < count; i++) {
        sequence += 1
        const created = Date.now()
        const event = makeEvent(traveller, sequence, created)
        await pool.query(INSERT_EVENT, [[event.id], traveller, [sequence], new Date(created), [event.body]])
        for (const notice of noticesOf(traveller, [{ id: event.id, created }]))
          await stream.publish(new TextEncoder().encode(notice.body), eventSubject(0), notice.id)
        await new Promise((resolve) =>
          setTimeout(resolve, Math.max(0, began + ((i + 1) * 1_000) / EVENTS_PER_SECOND - performance.now())),
        )
      }
      await sink.ask({ until: count * (ENDPOINTS - holes) } satisfies SinkQuestion)
      const report = await sink.ask<SinkReport>({ report: true } satisfies SinkQuestion)
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
