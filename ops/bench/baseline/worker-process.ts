/** The bare worker's process: reads the stream in order, folds, commits what came together in one statement. */
import { AckPolicy, DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import pg from 'pg'
import { decodeMessage } from '../../../schemas/stream/message.js'
import { memberOf } from '../../../schemas/stream/subjects.js'
import { replyToBench, processOptions } from '../harness/bench-process.js'
import { baselineFold, newMember } from './fold.js'
import type { BaselineMember, BaselineTrip } from './fold.js'
import { BASELINE_STREAM } from './stream.js'

export interface BaselineWorkerOptions {
  nats: string
  database: string
}

const MOST_MESSAGES = 200
const CUT = '\u0001'
const TABLES = `
  DROP TABLE IF EXISTS bare_raw, bare_trip, bare_member, bare_part;
  CREATE TABLE bare_raw (seq bigint NOT NULL, member_id bigint, batch bigint, body text NOT NULL, PRIMARY KEY (member_id, batch)) WITH (toast_tuple_target = 8160);
  CREATE TABLE bare_trip (member_id bigint, id int, start_at bigint NOT NULL, end_at bigint NOT NULL, doc text NOT NULL, PRIMARY KEY (member_id, id)) WITH (fillfactor = 80, toast_tuple_target = 8160);
  CREATE TABLE bare_member (id bigint PRIMARY KEY, last_seq bigint NOT NULL) WITH (fillfactor = 80);
  CREATE TABLE bare_part (p int PRIMARY KEY, cursor bigint NOT NULL, applied bigint NOT NULL) WITH (fillfactor = 50);
  INSERT INTO bare_part VALUES (0, 0, 0);`
const COMMIT = `
  WITH moved AS (UPDATE bare_part SET cursor = $1, applied = applied + $2 WHERE p = 0 AND cursor < $1 RETURNING 1),
  raw AS (INSERT INTO bare_raw SELECT * FROM unnest(string_to_array($3, E'\\x01')::bigint[], string_to_array($4, E'\\x01')::bigint[], string_to_array($5, E'\\x01')::bigint[], string_to_array($6, E'\\x01')) WHERE EXISTS (SELECT FROM moved)),
  heads AS (INSERT INTO bare_member SELECT * FROM unnest(string_to_array($7, E'\\x01')::bigint[], string_to_array($8, E'\\x01')::bigint[]) ON CONFLICT (id) DO UPDATE SET last_seq = excluded.last_seq)
  INSERT INTO bare_trip SELECT * FROM unnest(string_to_array($9, E'\\x01')::bigint[], string_to_array($10, E'\\x01')::int[], string_to_array($11, E'\\x01')::bigint[], string_to_array($12, E'\\x01')::bigint[], string_to_array($13, E'\\x01'))
  ON CONFLICT (member_id, id) DO UPDATE SET start_at = excluded.start_at, end_at = excluded.end_at, doc = excluded.doc`

interface Message {
  seq: number
  member: string
  bytes: Uint8Array
}

const options = await processOptions<BaselineWorkerOptions>()
const db = new pg.Client({ connectionString: options.database })
await db.connect()
await db.query(TABLES)
const nc = await connectStream({ url: options.nats, name: 'bare worker' })
const manager = await jetstreamManager(nc)
const consumer = `bare-${process.pid}`
await manager.consumers.add(BASELINE_STREAM, {
  name: consumer,
  ack_policy: AckPolicy.None,
  deliver_policy: DeliverPolicy.All,
  mem_storage: true,
  inactive_threshold: 60_000_000_000,
})
const messages = await (
  await jetstream(nc).consumers.get(BASELINE_STREAM, consumer)
).consume({ max_messages: 2_000 })
const members = new Map<string, BaselineMember>()
let queue: Message[] = []
let busy = false
replyToBench({ up: true })

for await (const message of messages) {
  queue.push({ seq: message.seq, member: memberOf(message.subject), bytes: message.data })
  if (!busy) {
    busy = true
    setImmediate(() => {
      void drain()
    })
  }
}

async function drain(): Promise<void> {
  while (queue.length > 0) {
    const taken = queue.slice(0, MOST_MESSAGES)
    queue = queue.slice(taken.length)
    await commit(taken)
  }
  busy = false
}

async function commit(letters: Message[]): Promise<void> {
  const heads = new Map<string, number>()
  const trips = new Map<string, [string, BaselineTrip]>()
  const raw = letters.map(({ seq, member, bytes }) => {
    const { envelope, body } = decodeMessage(bytes)
    const state = members.get(member) ?? newMember()
    members.set(member, state)
    const { segments } = JSON.parse(body) as { segments: Array<Record<string, unknown>> }
    for (const trip of baselineFold(state, segments, Number(envelope.first ?? 0)))
      trips.set(`${member} ${trip.id}`, [member, trip])
    heads.set(member, seq)
    return [seq, member, envelope.batch, body] as const
  })
  const changed = [...trips.values()]
  const column = <T>(rows: readonly T[], pick: (row: T) => string | number): string =>
    rows.map(pick).join(CUT)
  await db.query({
    name: 'commit',
    text: COMMIT,
    values: [
      letters.at(-1)?.seq ?? 0,
      letters.length,
      column(raw, (row) => row[0]),
      column(raw, (row) => row[1]),
      column(raw, (row) => row[2]),
      column(raw, (row) => row[3]),
      column([...heads], (head) => head[0]),
      column([...heads], (head) => head[1]),
      column(changed, ([member]) => member),
      column(changed, ([, trip]) => trip.id),
      column(changed, ([, trip]) => trip.start),
      column(changed, ([, trip]) => trip.end),
      column(changed, ([, trip]) => trip.doc),
    ],
  })
}
