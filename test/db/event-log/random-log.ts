/** A random event log: commits of several members, most of whose events are packed, and events for one application. */
import { createHash } from 'node:crypto'
import type { Test } from 'tap'
import type pg from 'pg'
import { vault } from '../../../api/oauth/vault.js'
import { EVENT_TYPES, MOVED } from '../../../schemas/webhooks/event.js'
import type { EventWrite } from '../../../schemas/stream/fold-result.js'
import { testCallbacks } from '../../support/delivery/test-callbacks.js'
import { SECRET_KEY } from '../../support/delivery/webhooks.js'
import { seededRandom } from '../../support/journeys.js'
import { countRows } from '../../support/count-rows.js'
import { logSettled } from '../../support/log-settled.js'
import { commit, folded, memberStoreSetup } from '../fold/commits.js'

export type Random = (below: number) => number

/** An event as it was written; `place` counts commits. */
export interface WrittenEvent extends Omit<EventWrite, 'body'> {
  place: number
  member: string
  body: string
}

export interface RandomLog {
  pool: pg.Pool
  /** In the order of the log. */
  written: WrittenEvent[]
  callbacks: string[]
}

export const FEW = 'few'
export const MANY = 'many'
const COMMITS = 30
const MEMBERS = 6
const DAY_MS = 86_400_000
const TYPES = EVENT_TYPES.filter((type) => /^(trip|segment|batch|account)\./.test(type))

export async function randomLog(t: Test, seed: number): Promise<RandomLog> {
  const random = seededRandom(seed)
  const { pool, members } = await memberStoreSetup(t)
  const callbacks = await subscribe(pool)
  const sequences = new Map<string, number>()
  const written: WrittenEvent[] = []
  let now = Date.now() - 3 * DAY_MS
  for (let place = 0; place < COMMITS; place++) {
    now += random(3) === 0 ? 0 : random((3 * DAY_MS) / COMMITS)
    const chosen = Array.from({ length: MEMBERS }, (_, i) => String(i + 1)).filter(() => random(3) === 0)
    const steps = chosen.map((member) => {
      const count = [1, 2 + random(12), 2 + random(12), 60 + random(90)][random(4)]!
      const events = Array.from({ length: count }, () => randomEvent(random, sequences, member, now))
      written.push(...events.map((event) => ({ ...event, place, member, body: event.body.join('') })))
      return folded(member, place, { events })
    })
    await members.apply([commit(0, 1, 100 + place, 101 + place, { folded: steps })])
    if (random(4) === 0) await notify(pool, random, now)
  }
  await pool.query(SOME_ATTEMPTS, [callbacks[0]])
  await logSettled(countRows(pool))
  written.sort((a, b) => a.place - b.place || a.sequence - b.sequence || (a.id < b.id ? -1 : 1))
  return { pool, written, callbacks }
}

/** Ids begin with the time and little of the member, some with neither; two members often have the same beginning. */
function randomEvent(
  random: Random,
  sequences: Map<string, number>,
  member: string,
  now: number,
): EventWrite {
  const sequence = (sequences.get(member) ?? 0) + 1
  sequences.set(member, sequence)
  const hex = createHash('sha1').update(`${member} ${sequence}`).digest('hex')
  const time = now.toString(16).padStart(12, '0')
  const head =
    random(60) === 0
      ? `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(12, 15)}`
      : `${time.slice(0, 8)}-${time.slice(8)}-700${Number(member) % 2}`
  const id = `${head}-8${hex.slice(16, 19)}-${hex.slice(20, 32)}`
  const type = TYPES[random(TYPES.length)]!
  const resourceId = random(80) === 0 ? 'no number' : String(1 + random(20))
  const data = { object: { id: resourceId }, material: random(2) === 0, moved: [MOVED[random(MOVED.length)]] }
  const text = 'ü'.repeat(random(40) === 0 ? random(70_000) : random(50))
  return { id, sequence, type, resourceId, created: now, body: [JSON.stringify({ id, type, data, text })] }
}

async function notify(pool: pg.Pool, random: Random, now: number): Promise<void> {
  await pool.query(
    `insert into event (id, member_id, sequence, type, resource_id, created, body, client_id, test)
     values (gen_random_uuid(), $1, 0, $2, '7', to_timestamp($3 / 1000.0), '{}', $4, $5)`,
    [
      random(2) === 0 ? null : 1 + random(MEMBERS),
      ['callback.ping', 'member.deauthorized', 'callback.disabled'][random(3)],
      now,
      [FEW, MANY][random(2)],
      random(3) === 0 ? true : null,
    ],
  )
}

/** Two applications: one sees two members, another more than are looked up one by one. */
async function subscribe(pool: pg.Pool): Promise<string[]> {
  const { callback } = testCallbacks(pool, vault(SECRET_KEY))
  const made = [
    await callback({ url: 'https://a.example/', client: FEW, ordered: 'member' }),
    await callback({ url: 'https://b.example/', client: MANY }),
    await callback({ url: 'https://c.example/', client: MANY, events: ['segment.updated', 'trip.updated'] }),
  ]
  await pool.query("update callback set created = now() - interval '30 days'")
  await pool.query('update callback set filter = $1 where id = $2', [{ moved: [MOVED[0]] }, made[2]!.id])
  await pool.query(`
    insert into oauth_grant (client_id, member_id, created_at, scope)
    select '${FEW}', n, now() - n * interval '1 day' - interval '1 hour', null from generate_series(1, 2) n
    union all select '${FEW}', 3, now() - interval '9 days', array['trips:read']
    union all select '${MANY}', n, now() - interval '9 days', null from generate_series(1, 1200) n`)
  return made.map(({ id }) => id)
}

const SOME_ATTEMPTS = `
  insert into attempt (callback_id, event_at, at, resource_id, event_id, type, state, ms, no, status, signed)
  select $1, created, created + interval '1 second', 7, id, type::event_type, 'delivered', 5, 1, 200, '\\x'
  from logged_event where client_id is null and hashtext(id::text) % 5 = 0`
