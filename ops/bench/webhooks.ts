/**
 * Deliveries a second with every attempt in the log, beside a bare loop that only signs and posts; and how long events need
 * from their commit to healthy endpoints, with and without 30 % of the endpoints swallowing everything; and how long claims
 * take with 32 thousand and with a million deliveries pending.
 */
import { createHash, randomBytes } from 'node:crypto'
import { secretText } from '../../actors/delivery/sign.js'
import { vault } from '../../api/oauth/vault.js'
import type { Database } from '../../db/connect.js'
import { offsetInstant } from '../../schemas/event.js'
import { noticesOf } from '../../schemas/notice.js'
import { eventSubject } from '../../schemas/subjects.js'
import { publisher } from '../../workers/stream/publish.js'
import { SEAL } from '../webhook-desk.js'
import type { Bench, Contestant, Tools } from './frame.js'
import type { BareLoopOptions } from './hooks/bare-part.js'
import { claims } from './hooks/claims.js'
import type { SinkQuestion, SinkReport } from './hooks/sink-part.js'
import { spawnPart } from './process.js'
import type { Part } from './process.js'
import type { RolePartOptions } from './product/role-part.js'
import { openWorld } from './world.js'
import type { World } from './world.js'

const RATE = 'deliveries per s'
const CALLBACKS = 4
const CONNECTIONS = 64
/** Deliveries of a round for each of its seconds: about what this takes on two cores. */
const PER_SECOND = 4_000
const ENDPOINTS = 10
const HOLES = 3
const EVENTS_PER_SECOND = 20

export const bench: Bench = {
  name: 'webhooks',
  about: 'deliveries a second with the log kept, product / bare signed undici loop',
  goal: { atLeast: 0.6 },
  rounds: 5,
  prepare: async tools => {
    const world = await openWorld(tools)
    const { ids } = await world.members(1)
    const member = ids[0] ?? ''
    const sink = await spawnPart<{ port: number }>(new URL('./hooks/sink-part.ts', import.meta.url), {})
    tools.defer(sink.stop)
    const origin = `http://127.0.0.1:${sink.facts.port}`
    const count = PER_SECOND * tools.seconds
    await world.database.pool.query('truncate event')
    const body = await storeEvents(world.database, member, count / CALLBACKS)
    await addCallbacks(world, 1, Array.from({ length: CALLBACKS }, (_, i) => `${origin}/${i}`), CONNECTIONS / CALLBACKS)
    const bare = await spawnPart(new URL('./hooks/bare-part.ts', import.meta.url), { origin, body, connections: CONNECTIONS } satisfies BareLoopOptions)
    tools.defer(bare.stop)
    const deliver = await spawnPart(new URL('./product/role-part.ts', import.meta.url), { role: 'deliver', config: { ...world.config, DEV: true } } satisfies RolePartOptions)
    tools.defer(deliver.stop)
    tools.say(`${count} deliveries a round of ${body.length} bytes to ${CALLBACKS} callbacks, ${CONNECTIONS} connections`)
    return {
      contestants: [
        { name: 'product', round: async () => await drain(world.database, sink, deliver, count) },
        {
          name: 'bare',
          round: async () => {
            const cpu = bare.cpuMs()
            const began = performance.now()
            await bare.ask({ count })
            const ms = performance.now() - began
            return { [RATE]: count * 1_000 / ms, 'sender CPU us per delivery': (bare.cpuMs() - cpu) * 1_000 / count }
          }
        },
        await trickle('healthy', world, sink, member, 0, tools),
        await trickle('30 % black holes', world, sink, member, HOLES, tools),
        await claims('32 thousand pending', 32, world, tools),
        await claims('a million pending', 1_000, world, tools)
      ],
      ratio: medians => (medians['product']?.[RATE] ?? NaN) / (medians['bare']?.[RATE] ?? NaN)
    }
  }
}

/** A round of the product: everything is pending, the clock runs until it is received and written down. */
async function drain (database: Database, sink: Part<unknown>, deliver: Part<unknown>, count: number): Promise<Record<string, number>> {
  await sink.ask({ reset: true } satisfies SinkQuestion)
  const { pool } = database
  await pool.query(`
    insert into delivery (callback_id, event_id, event_at, member_id, sequence, due_at, ordered)
    select c.id, e.id, e.created, e.member_id, e.sequence, now(), false from event e cross join callback c where c.id <= ${CALLBACKS} and e.sequence > 0`)
  await pool.query('analyze delivery')
  const cpu = deliver.cpuMs()
  const began = performance.now()
  await pool.query(`update callback_due set ready_at = now() where callback_id <= ${CALLBACKS}`)
  await sink.ask({ until: count } satisfies SinkQuestion)
  for (;;) {
    const { rows: [row] } = await pool.query<{ left: boolean }>(`select exists (select from delivery where callback_id <= ${CALLBACKS}) as left`)
    if (row?.left === false) break
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  const ms = performance.now() - began
  return { [RATE]: count * 1_000 / ms, 'sender CPU us per delivery': (deliver.cpuMs() - cpu) * 1_000 / count }
}

/** Events at a steady rate to ten endpoints of another application, some of which swallow everything. */
async function trickle (name: string, world: World, sink: Part<{ port: number }>, member: string, holes: number, tools: Tools): Promise<Contestant> {
  const origin = `http://127.0.0.1:${sink.facts.port}`
  const client = `trickle ${holes}`
  const first = 100 * (holes + 1)
  const { pool } = world.database
  const stream = publisher(world.nc)
  tools.defer(() => { stream.close() })
  await pool.query('insert into app (client_id, name) values ($1, $1)', [client])
  await addCallbacks(world, first, Array.from({ length: ENDPOINTS }, (_, i) => `${origin}/${i < holes ? 'hole' : 'fine'}/${i}`), 10, client)
  const traveller = String(Number(member) + 1_000 + holes)
  await pool.query("insert into oauth_grant (client_id, member_id, created_at) values ($1, $2, now() - interval '1 day')", [client, traveller])
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
        for (const notice of noticesOf(traveller, [{ id: event.id, created }])) await stream.publish(new TextEncoder().encode(notice.body), eventSubject(traveller), notice.id)
        await new Promise(resolve => setTimeout(resolve, Math.max(0, began + (i + 1) * 1_000 / EVENTS_PER_SECOND - performance.now())))
      }
      await sink.ask({ until: count * (ENDPOINTS - holes) } satisfies SinkQuestion)
      const report = await sink.ask<SinkReport>({ report: true } satisfies SinkQuestion)
      return { 'commit to receipt p50 ms': report.p50, 'commit to receipt p99 ms': report.p99 }
    }
  }
}

/** What was learnt of the endpoints in the last round: each round meets its black holes anew, with closed breakers. */
async function forget ({ pool }: Database, first: number): Promise<void> {
  const range = [first, first + ENDPOINTS - 1]
  for (;;) {
    await pool.query('delete from delivery where callback_id between $1 and $2', range)
    const { rows: [row] } = await pool.query<{ held: boolean }>('select exists (select from callback_due where worker is not null and callback_id between $1 and $2) as held', range)
    if (row?.held === false) break
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  await pool.query("update callback_due set state = '{}', not_before = '-infinity', ready_at = null where callback_id between $1 and $2", range)
}

const INSERT_EVENT = `
  insert into event (id, member_id, sequence, type, resource_id, created, body)
  select id, $2, sequence, 'trip.updated', '77', $4, body from unnest($1::uuid[], $3::bigint[], $5::text[]) as x(id, sequence, body)`

async function storeEvents (database: Database, member: string, count: number): Promise<string> {
  const events = Array.from({ length: count }, (_, i) => makeEvent(member, i + 1, 0))
  const created = new Date()
  for (let at = 0; at < count; at += 2_000) {
    const part = events.slice(at, at + 2_000)
    await database.pool.query(INSERT_EVENT, [part.map(one => one.id), member, part.map((_, i) => at + i + 1), created, part.map(one => one.body)])
  }
  await database.pool.query('analyze event')
  return events[0]?.body ?? ''
}

/** An event of about 1.6 kB; `sent` is read by the sink. */
function makeEvent (member: string, sequence: number, sent: number): { id: string, body: string } {
  const hex = createHash('sha1').update(`${member} ${sequence} ${sent}`).digest('hex')
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  const segment = { type: 'Air', airline: 'DL', flight_num: '42', origin: 'JFK', destination: 'ZRH', departure_datetime: '2027-03-14T18:30:00', arrival_datetime: '2027-03-15T08:05:00', confirmation_no: 'QHZBT8' }
  const body = JSON.stringify({
    id, type: 'trip.updated', created: offsetInstant(new Date()), member_id: member, resource_id: '77', sequence, api_version: '2', sent,
    data: { object: { id: '77', status: 'Active', destination: 'Zürich', segments: Array.from({ length: 6 }, () => segment) }, previous_attributes: null, changed_fields: ['end_datetime'], material: true }
  })
  return { id, body }
}

async function addCallbacks (world: World, first: number, urls: string[], maxInFlight: number, client = world.clientId): Promise<void> {
  const safe = vault(world.config.SECRET_KEY)
  for (const [i, url] of urls.entries()) {
    await world.database.pool.query(`
      insert into callback (id, client_id, url, events, max_in_flight, timeout_ms, secret, created) values ($1, $2, $3, '{*}', $4, 5000, $5, now() - interval '1 day')`,
    [first + i, client, url, maxInFlight, safe.seal(SEAL, Buffer.from(secretText(randomBytes(32))))])
    await world.database.pool.query('insert into callback_due (callback_id) values ($1)', [first + i])
  }
}
