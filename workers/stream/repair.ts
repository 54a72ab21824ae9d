/** Repairs of SEGMENTS after it and the cursors have fallen apart (workers/README.md 4.4). Operators run them; workers never do. */
import { AckPolicy, DeliverPolicy, jetstream, StorageType } from '@nats-io/jetstream'
import type { JetStreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from 'nats'
import { decodeMessage } from '../../schemas/stream/message.js'
import { memberOf, memberSubject, SEGMENTS_STREAM } from '../../schemas/stream/subjects.js'
import type { Id } from '../../schemas/base/ids.js'
import type { MemberStore } from '../ports.js'
import { publisher } from './publish.js'
import { ensureStream, streamManager, streamState } from './setup.js'

export interface RepairResult {
  nextSeq: number
  salvaged: number
  unreadable: number
}

interface SalvagedMessage {
  member: Id
  batch: Id
  bytes: Uint8Array
}
interface Unfolded {
  kept: SalvagedMessage[]
  unreadable: number
}

const PAGE_SIZE = 500

/** Keeps what SEGMENTS is about to lose until it is there again; gone when all of it is. */
const SAVED_STREAM = 'SEGMENTS_SAVED'
const savedSubject = (member: Id): string => `saved.${member}`

/**
 * Makes the stream go on behind `cursor`, the highest position any partition has. What the stream still holds below it and
 * Postgres has not folded (accepted after the stream fell back) is copied into a stream of its own first and published again
 * behind it, so nothing that was acknowledged and still exists is lost. Nobody may publish or fold meanwhile: the partitions
 * are halted, and the door refuses. Throws when the broker does not answer or takes no more; run again, it goes on.
 */
export async function raiseSequence(
  nc: NatsConnection,
  cursor: number,
  known: MemberStore['known'],
): Promise<RepairResult> {
  const jsm = await streamManager(nc)
  const { config } = await jsm.streams.info(SEGMENTS_STREAM)
  await ensureStream(jsm, {
    name: SAVED_STREAM,
    subjects: [savedSubject('*')],
    storage: StorageType.File,
    num_replicas: config.num_replicas,
  })
  const before = await collectUnfolded(nc, jsm, SAVED_STREAM, Infinity, known)
  const now = await collectUnfolded(nc, jsm, SEGMENTS_STREAM, cursor, known)
  const there = new Set(before.kept.map((one) => one.batch))
  const added = now.kept.filter((one) => !there.has(one.batch))
  const door = publisher(nc, { deadlineMs: 30_000 })
  try {
    for (const { member, batch, bytes } of added) await door.publish(bytes, savedSubject(member), batch)
    if ((await streamState(nc)).lastSeq <= cursor)
      await jsm.streams.purge(SEGMENTS_STREAM, { seq: cursor + 1 })
    // The stream may remember the old message ids as stored, though the messages are gone: these get new ones.
    for (const { member, batch, bytes } of [...before.kept, ...added])
      await door.publish(bytes, memberSubject(member), `healed-${cursor}-${batch}`)
  } finally {
    door.close()
  }
  await jsm.streams.delete(SAVED_STREAM)
  return { nextSeq: cursor + 1, salvaged: before.kept.length + added.length, unreadable: now.unreadable }
}

/** What a stream holds up to a position and Postgres has not folded. */
async function collectUnfolded(
  nc: NatsConnection,
  jsm: JetStreamManager,
  stream: string,
  upTo: number,
  known: MemberStore['known'],
): Promise<Unfolded> {
  const kept: SalvagedMessage[] = []
  let unreadable = 0
  const made = await jsm.consumers.add(stream, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.All,
    mem_storage: true,
  })
  const consumer = jetstream(nc).consumers.getConsumerFromInfo(made)
  try {
    let received = 0
    for (let left = made.num_pending; left > 0;) {
      const page: SalvagedMessage[] = []
      for await (const message of await consumer.fetch({
        max_messages: Math.min(PAGE_SIZE, left),
        expires: 5_000,
      })) {
        received += 1
        if (message.seq > upTo) continue
        try {
          page.push({
            member: memberOf(message.subject),
            batch: decodeMessage(message.data).envelope.batch,
            bytes: message.data,
          })
        } catch (error) {
          if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
          unreadable += 1
        }
      }
      const seen = await known(page)
      kept.push(...page.filter((one) => !seen.has(one.batch)))
      // The broker's word: what ages out meanwhile is no longer to come, and what it sent may not have come.
      const { num_pending: pending, delivered } = await consumer.info()
      if (delivered.consumer_seq !== received)
        throw new Error('the broker was lost while the stream was read; it is as it was')
      left = pending
    }
  } finally {
    await jsm.consumers.delete(stream, made.name)
  }
  return { kept, unreadable }
}
