/** Events and callbacks of the webhooks bench. */
import { createHash, randomBytes } from 'node:crypto'
import { encodeSecret } from '../../../actors/delivery/webhook-signature.js'
import { vault } from '../../../api/oauth/vault.js'
import type { Database } from '../../../db/pg/connect.js'
import { instantText } from '../../../schemas/base/wall-time.js'
import { WEBHOOK_SEAL } from '../../../ops/wiring/console-webhooks.js'
import type { BenchStack } from '../harness/bench-stack.js'

const CHUNK = 2_000

/** Parameters: ids, member, sequences, instant, bodies. */
export const INSERT_EVENT = `
  insert into event (id, member_id, sequence, type, resource_id, created, body)
  select id, $2, sequence, 'trip.updated', '77', $4, body
  from unnest($1::uuid[], $3::bigint[], $5::text[]) as x(id, sequence, body)`

/** Stores `count` events of the member, with sequences from `first` on, as if their deliveries existed. */
export async function storeEvents(
  database: Database,
  member: string,
  first: number,
  count: number,
): Promise<void> {
  const created = new Date()
  await database.pool.query(
    `insert into fan_out_progress (member_id, sequence) values ($1, $2)
     on conflict (member_id) do update set sequence = greatest(fan_out_progress.sequence, $2)`,
    [member, first + count - 1],
  )
  for (let at = first; at < first + count; at += CHUNK) {
    const events = Array.from({ length: Math.min(CHUNK, first + count - at) }, (_, i) =>
      makeEvent(member, at + i, 0),
    )
    await database.pool.query(INSERT_EVENT, [
      events.map((one) => one.id),
      member,
      events.map((_, i) => at + i),
      created,
      events.map((one) => one.body),
    ])
  }
  await database.pool.query('analyze event')
}

/** An event of about 1.6 kB; `sent` (epoch milliseconds) is read by the receiver. */
export function makeEvent(member: string, sequence: number, sent: number): { id: string; body: string } {
  const hex = createHash('sha1').update(`${member} ${sequence} ${sent}`).digest('hex')
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  const segment = {
    type: 'Air',
    airline: 'DL',
    flight_num: '42',
    origin: 'JFK',
    destination: 'ZRH',
    departure_datetime: '2027-03-14T18:30:00',
    arrival_datetime: '2027-03-15T08:05:00',
    confirmation_no: 'QHZBT8',
  }
  const body = JSON.stringify({
    id,
    type: 'trip.updated',
    created: instantText(Date.now()),
    member_id: member,
    resource_id: '77',
    sequence,
    api_version: '2',
    sent,
    data: {
      object: {
        id: '77',
        status: 'Active',
        destination: 'Zürich',
        segments: Array.from({ length: 6 }, () => segment),
      },
      previous_attributes: null,
      changed_fields: ['end_datetime'],
      material: true,
    },
  })
  return { id, body }
}

/** Adds callbacks for all events, with ids from `first` on, each with its own secret. */
export async function addCallbacks(
  stack: BenchStack,
  first: number,
  urls: string[],
  { maxInFlight, client = stack.clientId }: { maxInFlight: number; client?: string },
): Promise<void> {
  const { pool } = stack.database
  const secrets = vault(stack.config.SECRET_KEY)
  for (const [i, url] of urls.entries()) {
    const secret = secrets.seal(WEBHOOK_SEAL, Buffer.from(encodeSecret(randomBytes(32))))
    await pool.query(
      `insert into callback (id, client_id, url, events, max_in_flight, timeout_ms, secret, created)
       values ($1, $2, $3, '{*}', $4, 5000, $5, now() - interval '1 day')`,
      [first + i, client, url, maxInFlight, secret],
    )
    await pool.query('insert into callback_due (callback_id) values ($1)', [first + i])
  }
}
