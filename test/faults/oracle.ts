/**
 * The oracle (workers/DESIGN.md 7): reads Postgres and the streams with its own plain statements and compares
 * them with the journal. Returns a sentence for each broken promise.
 */
import { AckPolicy, DeliverPolicy, jetstream } from '@nats-io/jetstream'
import pg from 'pg'
import { until } from '../support/until.js'
import { withClient } from '../support/with-client.js'
import { decodeMessage } from '../../schemas/stream/message.js'
import type { NatsConnection } from '../../workers/stream/connection/connect.js'
import { fetchPage } from '../../workers/stream/fetch-page.js'
import { streamManager } from '../../workers/stream/setup.js'
import type { Entry } from './journal.js'

const WATCH = `
  create table fault_violation (
    at timestamptz not null default now(), what text not null, partition int, detail text);
  create table fault_commit (
    partition int not null, epoch bigint not null, at timestamptz not null default clock_timestamp());
  create function fault_watch () returns trigger language plpgsql security definer as $$
  declare
    me text := current_setting('application_name');
    holder partition_owner;
  begin
    select * into holder from partition_owner where partition = new.partition;
    if new.cursor < old.cursor then
      insert into fault_violation (what, partition, detail)
      values ('cursor moved back', new.partition, old.cursor || ' to ' || new.cursor || ' by ' || me);
    end if;
    if new.applied > old.applied and new.cursor = old.cursor then
      insert into fault_violation (what, partition, detail)
      values ('applied twice', new.partition, 'at ' || new.cursor || ' by ' || me);
    end if;
    if new.applied > old.applied then
      insert into fault_commit (partition, epoch) values (new.partition, holder.epoch);
    end if;
    -- Halted partitions are moved by an operator.
    if new.cursor <> old.cursor and me like 'worker-%' and holder.owner <> me then
      insert into fault_violation (what, partition, detail)
      values ('applied by a former owner', new.partition, me || ' while owned by ' || holder.owner);
    end if;
    return new;
  end $$;
  create trigger fault_watch after update on partition_position
    for each row execute function fault_watch();`

/** Installs a trigger that checks every change of a partition. */
export async function watch(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(WATCH)
  })
}

/**
 * Milliseconds between the last commit of an owner and the first of the next one of the same partition,
 * shortest first, of the hand-overs that ended after `since`.
 */
export async function pauses(databaseUrl: string, since: Date): Promise<number[]> {
  return await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ ms: number | null; counted: boolean }>(
      `select first > $1 as counted,
         (extract(epoch from first - lag(last) over (partition by owned.partition order by epoch)) * 1000)::float8 as ms
       from (
         select partition, epoch, min(at) as first, max(at) as last from fault_commit group by partition, epoch
       ) as owned`,
      [since],
    )
    return rows.flatMap((row) => (row.counted && row.ms !== null ? row.ms : [])).sort((a, b) => a - b)
  })
}

/** Acknowledged messages that are not in Postgres, and events still in the outbox. */
export async function backlog(
  databaseUrl: string,
  acked: Entry[],
): Promise<{ messages: number; events: number }> {
  return await withClient(databaseUrl, async (client) => {
    const {
      rows: [row],
    } = await client.query<{ missing: string; outbox: string }>(
      `select (select count(*) from unpublished_notice) as outbox, (
         select count(*) from unnest($1::bigint[], $2::bigint[]) as acked(member_id, batch_id)
         left join raw_batch r on r.member_id = acked.member_id and r.id = acked.batch_id
         where r.id is null) as missing`,
      [acked.map((one) => one.member), acked.map((one) => one.batch)],
    )
    return { messages: Number(row?.missing), events: Number(row?.outbox) }
  })
}

/** Waits until everything acknowledged is folded and relayed; null, or a sentence about what is left. */
export async function drained(databaseUrl: string, acked: Entry[], seconds: number): Promise<string | null> {
  const left = async (): Promise<string | null> => {
    const { messages, events } = await backlog(databaseUrl, acked)
    return messages + events === 0
      ? null
      : `O5 after ${seconds} s ${messages} messages are not folded, ${events} events not relayed`
  }
  const isDrained = async (): Promise<boolean> => (await left()) === null
  return await until('all is folded and relayed', isDrained, seconds * 1_000).then(() => null, left)
}

/**
 * Every broken promise, as a sentence. To be called when nothing is being sent and everything should be
 * drained. `resent`: batches that may be in the stream twice; `small`: the small rules were used, whose
 * effects can be counted; `comparable`: EVENTS holds exactly the log's notices (not after a
 * restore of Postgres, nor where delivery workers remove what they have read).
 */
export async function broken(
  databaseUrl: string,
  nc: NatsConnection,
  acked: Entry[],
  { resent = 0, small = true, comparable = true } = {},
): Promise<string[]> {
  const faults: string[] = []
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ what: string; partition: number; detail: string }>(
      'select what, partition, detail from fault_violation limit 5',
    )
    for (const { what, partition, detail } of rows)
      faults.push(`O4 partition ${partition}: ${what} (${detail})`)
    faults.push(
      ...(await lost(client, acked)),
      ...(small ? await orders(client, acked) : []),
      ...(await counts(client, small)),
      ...(comparable ? await events(client, nc) : []),
    )
  })
  faults.push(...(await stream(nc, resent)))
  return faults
}

async function lost(client: pg.Client, acked: Entry[]): Promise<string[]> {
  const { rows } = await client.query<{ member_id: string; id: string }>(
    'select member_id, id from raw_batch',
  )
  const there = new Set(rows.map((row) => `${row.member_id}/${row.id}`))
  const missing = acked.filter((one) => !there.has(`${one.member}/${one.batch}`))
  return missing.length === 0
    ? []
    : [
        `O1 ${missing.length} of ${acked.length} acknowledged messages are not in Postgres, ` +
          `such as ${JSON.stringify(missing[0])}`,
      ]
}

async function orders(client: pg.Client, acked: Entry[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string; head: string | null }>('select id, head from member')
  const faults: string[] = []
  for (const { id, head } of rows) {
    const order = head === null ? [] : (JSON.parse(head) as number[])
    const least = acked.filter((one) => one.member === id).length
    // The fault itself sends messages to other members.
    if (least === 0) continue
    const wrong = order.findIndex((n, i) => n !== i)
    if (wrong >= 0) faults.push(`O2 member ${id} folded ${order[wrong]} where ${wrong} was due`)
    if (order.length < least) faults.push(`O1 member ${id} has folded ${order.length} of ${least}`)
  }
  return faults.slice(0, 5)
}

async function counts(client: pg.Client, small: boolean): Promise<string[]> {
  const {
    rows: [row],
  } = await client.query<Record<'raw' | 'segments' | 'applied' | 'events' | 'outbox' | 'parked', string>>(
    `select (select count(*) from raw_batch) as raw,
       (select count(*) from segment) as segments,
       (select sum(applied) from partition_state) as applied,
       (select count(*) from logged_event) as events,
       (select count(*) from unpublished_notice) as outbox,
       (select count(*) from parked_message) as parked`,
  )
  const { raw, segments, applied, events, outbox, parked } = Object.fromEntries(
    Object.entries(row ?? {}).map(([name, count]) => [name, Number(count)]),
  )
  const faults: string[] = []
  if (small && segments !== 2 * Number(raw))
    faults.push(`O1 ${raw} messages of two segments made ${segments} segments`)
  if (applied !== Number(raw) + Number(parked))
    faults.push(`O1 ${applied} messages were applied for ${raw} in Postgres and ${parked} parked`)
  if (small && events !== raw) faults.push(`O3 ${raw} messages made ${events} events`)
  if (outbox !== 0) faults.push(`O3 ${outbox} event notices are still in the outbox`)
  return faults
}

/** A notice as it is in the stream, parsed by the oracle itself. */
interface Notice {
  member: string
  events: string[]
}

async function events(client: pg.Client, nc: NatsConnection): Promise<string[]> {
  const { rows } = await client.query<{ id: string; sequence: string }>(
    'select id, sequence from logged_event',
  )
  const sequences = new Map(rows.map((row) => [row.id, Number(row.sequence)]))
  const relayed = new Map<string, number>()
  const last = new Map<string, number>()
  const faults: string[] = []
  for await (const bytes of contents(nc, 'EVENTS')) {
    for (const { member, events } of [
      JSON.parse(new TextDecoder().decode(bytes)) as Notice | Notice[],
    ].flat()) {
      for (const id of events) {
        const sequence = sequences.get(id)
        if (sequence === undefined) {
          faults.push(`O3 the stream names the event ${id}, which is not in the log`)
          continue
        }
        relayed.set(id, (relayed.get(id) ?? 0) + 1)
        if (relayed.get(id) === 1 && sequence !== (last.get(member) ?? 0) + 1)
          faults.push(`O3 event ${sequence} of member ${member} came after ${last.get(member) ?? 0}`)
        last.set(member, Math.max(sequence, last.get(member) ?? 0))
      }
    }
  }
  const missing = rows.filter((row) => !relayed.has(row.id)).length
  if (missing > 0) faults.push(`O3 ${missing} of ${rows.length} events never reached the stream`)
  const twice = [...relayed.values()].filter((times) => times > 1).length
  if (twice > 0) faults.push(`O3 ${twice} events are in the stream more than once`)
  return faults.slice(0, 5)
}

/** A repeat under the same id must not be stored again within the window. */
async function stream(nc: NatsConnection, resent: number): Promise<string[]> {
  const times = new Map<string, number>()
  for await (const bytes of contents(nc, 'SEGMENTS')) {
    const batch = batchOf(bytes)
    if (batch !== null) times.set(batch, (times.get(batch) ?? 0) + 1)
  }
  const doubled = [...times.values()].filter((count) => count > 1).length
  return doubled <= resent ? [] : [`O1 ${doubled} batches are in the stream more than once`]
}

/** The batches in the stream. */
export async function stored(nc: NatsConnection): Promise<Set<string>> {
  const batches = new Set<string>()
  for await (const bytes of contents(nc, 'SEGMENTS')) batches.add(batchOf(bytes) ?? '')
  return batches
}

/** Null if the bytes are not a message; faults publish such bytes. */
function batchOf(bytes: Uint8Array): string | null {
  try {
    return decodeMessage(bytes).envelope.batch
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null
    throw error
  }
}

async function* contents(nc: NatsConnection, name: string): AsyncGenerator<Uint8Array> {
  const jsm = await streamManager(nc)
  const info = await jsm.consumers.add(name, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.All,
    mem_storage: true,
  })
  const consumer = jetstream(nc).consumers.getConsumerFromInfo(info)
  for (let left = info.num_pending; left > 0;) {
    for (const message of await fetchPage(consumer, Math.min(1_000, left), 5_000)) {
      left = message.info.pending
      yield message.data
    }
  }
  await jsm.consumers.delete(name, info.name)
}
