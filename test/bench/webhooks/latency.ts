/** Time from the commit of an event to healthy endpoints, while some of the endpoints never answer. */
import type { Database } from '../../../db/pg/connect.js'
import { eventNotices } from '../../../schemas/stream/event-notice.js'
import { eventSubject } from '../../../schemas/stream/subjects.js'
import { publisher } from '../../../workers/stream/publish.js'
import type { Publisher } from '../../../workers/stream/publish.js'
import { until } from '../../support/until.js'
import type { Contestant } from '../harness/harness.js'
import type { WebhookBench } from './context.js'
import { addCallbacks, INSERT_EVENT, makeEvent } from './events.js'
import type { ReceiverReport, ReceiverRequest } from './receiver-process.js'

const ENDPOINTS = 10
const MAX_IN_FLIGHT = 10
const EVENTS_PER_SECOND = 20

/** Events at a steady rate to ten endpoints of another application; `silent` of them never answer. */
export async function latencyContestant(
  name: string,
  silent: number,
  { stack, receiver, member, tools }: WebhookBench,
): Promise<Contestant> {
  const { pool } = stack.database
  const origin = `http://127.0.0.1:${receiver.ready.port}`
  const client = `latency ${silent}`
  const firstCallback = 100 * (silent + 1)
  const stream = publisher(stack.nc)
  tools.defer(() => {
    stream.close()
  })
  await pool.query('insert into app (client_id, name) values ($1, $1)', [client])
  const urls = Array.from({ length: ENDPOINTS }, (_, i) => `${origin}/${i < silent ? 'hole' : 'fine'}/${i}`)
  await addCallbacks(stack, firstCallback, urls, { maxInFlight: MAX_IN_FLIGHT, client })
  const traveller = String(Number(member) + 1_000 + silent)
  await pool.query(
    "insert into oauth_grant (client_id, member_id, created_at) values ($1, $2, now() - interval '1 day')",
    [client, traveller],
  )
  let sequence = 0
  return {
    name,
    round: async () => {
      await forgetResults(stack.database, firstCallback)
      await receiver.ask({ reset: true } satisfies ReceiverRequest)
      const count = EVENTS_PER_SECOND * tools.seconds
      const startedAt = performance.now()
      for (let i = 0; i < count; i++) {
        await commitEvent(stack.database, stream, traveller, ++sequence)
        const next = startedAt + ((i + 1) * 1_000) / EVENTS_PER_SECOND
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())))
      }
      await receiver.ask({ until: count * (ENDPOINTS - silent) } satisfies ReceiverRequest)
      const report = await receiver.ask<ReceiverReport>({ report: true } satisfies ReceiverRequest)
      return { 'commit to receipt p50 ms': report.p50, 'commit to receipt p99 ms': report.p99 }
    },
  }
}

/** Stores an event and publishes its notice. */
async function commitEvent(
  { pool }: Database,
  stream: Publisher,
  member: string,
  sequence: number,
): Promise<void> {
  const created = Date.now()
  const event = makeEvent(member, sequence, created)
  await pool.query(INSERT_EVENT, [[event.id], member, [sequence], new Date(created), [event.body]])
  for (const notice of eventNotices(member, [{ id: event.id, created }]))
    await stream.publish(new TextEncoder().encode(notice.body), eventSubject(0), notice.id)
}

/**
 * Deletes what the last round learned about the endpoints: each round begins with closed circuit breakers.
 */
async function forgetResults({ pool }: Database, firstCallback: number): Promise<void> {
  const range = [firstCallback, firstCallback + ENDPOINTS - 1]
  await until('no callback is claimed', async () => {
    await pool.query('delete from delivery where callback_id between $1 and $2', range)
    const claimed = await pool.query(
      'select from callback_due where worker is not null and callback_id between $1 and $2',
      range,
    )
    return claimed.rowCount === 0
  })
  await pool.query(
    `update callback_due set state = '{}', not_before = '-infinity', ready_at = null
     where callback_id between $1 and $2`,
    range,
  )
}
