/**
 * The worker of the baseline: reads the stream in order, folds, and commits what arrived together in one
 * statement.
 */
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

const MAX_MESSAGES = 200
const SEPARATOR = '\u0001'
const TABLES = `
  DROP TABLE IF EXISTS baseline_raw, baseline_trip, baseline_member, baseline_part;
  CREATE TABLE baseline_raw (
    seq bigint NOT NULL, member_id bigint, batch bigint, body text NOT NULL, PRIMARY KEY (member_id, batch)
  ) WITH (toast_tuple_target = 8160);
  CREATE TABLE baseline_trip (
    member_id bigint, id int, start_at bigint NOT NULL, end_at bigint NOT NULL, doc text NOT NULL,
    PRIMARY KEY (member_id, id)
  ) WITH (fillfactor = 80, toast_tuple_target = 8160);
  CREATE TABLE baseline_member (id bigint PRIMARY KEY, last_seq bigint NOT NULL) WITH (fillfactor = 80);
  CREATE TABLE baseline_part (p int PRIMARY KEY, cursor bigint NOT NULL, applied bigint NOT NULL)
    WITH (fillfactor = 50);
  INSERT INTO baseline_part VALUES (0, 0, 0);`
/** The values of a parameter, separated by the byte 0x01. */
const column = (parameter: number, type: string): string =>
  `string_to_array($${parameter}, E'\\x01')${type === 'text' ? '' : `::${type}[]`}`
const COMMIT = `
  WITH moved AS (
    UPDATE baseline_part SET cursor = $1, applied = applied + $2 WHERE p = 0 AND cursor < $1 RETURNING 1
  ),
  raw AS (
    INSERT INTO baseline_raw
    SELECT * FROM unnest(
      ${column(3, 'bigint')}, ${column(4, 'bigint')}, ${column(5, 'bigint')}, ${column(6, 'text')}
    ) WHERE EXISTS (SELECT FROM moved)
  ),
  heads AS (
    INSERT INTO baseline_member
    SELECT * FROM unnest(${column(7, 'bigint')}, ${column(8, 'bigint')})
    ON CONFLICT (id) DO UPDATE SET last_seq = excluded.last_seq
  )
  INSERT INTO baseline_trip
  SELECT * FROM unnest(
    ${column(9, 'bigint')}, ${column(10, 'int')}, ${column(11, 'bigint')}, ${column(12, 'bigint')},
    ${column(13, 'text')}
  )
  ON CONFLICT (member_id, id)
  DO UPDATE SET start_at = excluded.start_at, end_at = excluded.end_at, doc = excluded.doc`

interface Message {
  seq: number
  member: string
  bytes: Uint8Array
}

const options = await processOptions<BaselineWorkerOptions>()
const db = new pg.Client({ connectionString: options.database })
await db.connect()
await db.query(TABLES)
const nc = await connectStream({ url: options.nats, name: 'baseline worker' })
const manager = await jetstreamManager(nc)
const consumer = `baseline-${process.pid}`
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
let isBusy = false
replyToBench({ up: true })

for await (const message of messages) {
  queue.push({ seq: message.seq, member: memberOf(message.subject), bytes: message.data })
  if (!isBusy) {
    isBusy = true
    setImmediate(() => {
      void drain()
    })
  }
}

async function drain(): Promise<void> {
  while (queue.length > 0) {
    const batch = queue.slice(0, MAX_MESSAGES)
    queue = queue.slice(batch.length)
    await commit(batch)
  }
  isBusy = false
}

async function commit(batch: Message[]): Promise<void> {
  const heads = new Map<string, number>()
  const trips = new Map<string, [string, BaselineTrip]>()
  const raw = batch.map(({ seq, member, bytes }) => {
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
  const joined = <T>(rows: readonly T[], pick: (row: T) => string | number): string =>
    rows.map(pick).join(SEPARATOR)
  await db.query({
    name: 'commit',
    text: COMMIT,
    values: [
      batch.at(-1)?.seq ?? 0,
      batch.length,
      joined(raw, (row) => row[0]),
      joined(raw, (row) => row[1]),
      joined(raw, (row) => row[2]),
      joined(raw, (row) => row[3]),
      joined([...heads], (head) => head[0]),
      joined([...heads], (head) => head[1]),
      joined(changed, ([member]) => member),
      joined(changed, ([, trip]) => trip.id),
      joined(changed, ([, trip]) => trip.start),
      joined(changed, ([, trip]) => trip.end),
      joined(changed, ([, trip]) => trip.doc),
    ],
  })
}
