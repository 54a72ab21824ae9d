/**
 * Repairs SEGMENTS after stream and cursors have diverged (workers/DESIGN.md 4.4). Run by operators, never by
 * workers.
 */
import { AckPolicy, DeliverPolicy, jetstream, StorageType } from '@nats-io/jetstream'
import type { JetStreamManager, JsMsg } from '@nats-io/jetstream'
import type { NatsConnection } from 'nats'
import type { Id } from '../../schemas/base/ids.js'
import { decodeMessage } from '../../schemas/stream/message.js'
import {
  memberOf,
  memberSubject,
  SAVED_STREAM,
  savedSubject,
  SEGMENTS_STREAM,
} from '../../schemas/stream/subjects.js'
import type { MemberStore } from '../../schemas/stream/member-store.js'
import { publisher } from './publish.js'
import { ensureStream, streamManager } from './setup.js'

export interface RepairResult {
  nextSeq: number
  salvaged: number
  unreadable: number
}

interface UnfoldedMessage {
  member: Id
  batch: Id
  bytes: Uint8Array
}
interface UnfoldedMessages {
  messages: UnfoldedMessage[]
  unreadable: number
}

const PAGE_SIZE = 500

/**
 * Makes the stream continue after `cursor`, the highest cursor of any partition, and after its own end.
 * Messages that it holds up to there and that are not folded (accepted after it lost its end or was recreated)
 * are first copied into a stream of their own and then published again, in order, so that nothing that was
 * acknowledged and still exists is lost. Nobody may publish or fold meanwhile: the partitions are halted and
 * the ingress refuses. Throws if the broker does not answer or is full; a second run continues.
 */
export async function raiseSequence(
  nc: NatsConnection,
  cursor: number,
  known: MemberStore['appliedBatches'],
): Promise<RepairResult> {
  const jsm = await streamManager(nc)
  const { config, state } = await jsm.streams.info(SEGMENTS_STREAM)
  // Beyond the highest cursor too: later messages of a member must not be folded before those published again.
  const end = Math.max(cursor, state.last_seq)
  // Holds the unfolded messages, which the purge deletes, until they are published again; then deleted.
  await ensureStream(jsm, {
    name: SAVED_STREAM,
    subjects: [savedSubject('*')],
    storage: StorageType.File,
    num_replicas: config.num_replicas,
  })
  // Those that an interrupted run has saved, and those still in SEGMENTS.
  const { messages: savedBefore } = await collectUnfolded(nc, jsm, SAVED_STREAM, Infinity, known)
  const { messages: unfolded, unreadable } = await collectUnfolded(nc, jsm, SEGMENTS_STREAM, end, known)
  const savedBatches = new Set(savedBefore.map((message) => message.batch))
  const unsaved = unfolded.filter((message) => !savedBatches.has(message.batch))
  const publishing = publisher(nc, { deadlineMs: 30_000 })
  try {
    for (const { member, batch, bytes } of unsaved)
      await publishing.publish(bytes, savedSubject(member), batch)
    // Purging up to a sequence beyond the end makes the stream continue after it. What the purge deletes is
    // folded, in SEGMENTS_SAVED by now, or unreadable (which the result counts).
    await jsm.streams.purge(SEGMENTS_STREAM, { seq: end + 1 })
    // The stream may remember the old message ids as stored although the messages are gone: these get new
    // ones.
    for (const { member, batch, bytes } of [...savedBefore, ...unsaved])
      await publishing.publish(bytes, memberSubject(member), `healed-${end}-${batch}`)
  } finally {
    publishing.close()
  }
  await jsm.streams.delete(SAVED_STREAM)
  return { nextSeq: end + 1, salvaged: savedBefore.length + unsaved.length, unreadable }
}

/** Messages of a stream up to a sequence whose batches are not folded. */
async function collectUnfolded(
  nc: NatsConnection,
  jsm: JetStreamManager,
  stream: string,
  upTo: number,
  known: MemberStore['appliedBatches'],
): Promise<UnfoldedMessages> {
  const unfolded: UnfoldedMessages = { messages: [], unreadable: 0 }
  const info = await jsm.consumers.add(stream, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.All,
    mem_storage: true,
  })
  const consumer = jetstream(nc).consumers.getConsumerFromInfo(info)
  try {
    let received = 0
    for (let left = info.num_pending; left > 0;) {
      const page: UnfoldedMessage[] = []
      const batch = await consumer.fetch({ max_messages: Math.min(PAGE_SIZE, left), expires: 5_000 })
      for await (const message of batch) {
        received += 1
        if (message.seq > upTo) continue
        const parsed = parseMessage(message)
        if (parsed === null) unfolded.unreadable += 1
        else page.push(parsed)
      }
      const folded = await known(page)
      unfolded.messages.push(...page.filter((message) => !folded.has(message.batch)))
      // What ages out meanwhile is no longer pending, and what was sent may not have arrived: the broker
      // knows both.
      const { num_pending: pending, delivered } = await consumer.info()
      if (delivered.consumer_seq !== received)
        throw new Error('the connection to the broker failed while the stream was read; nothing was changed')
      left = pending
    }
  } finally {
    await jsm.consumers.delete(stream, info.name)
  }
  return unfolded
}

/** Null if the bytes are not a message. */
function parseMessage(message: JsMsg): UnfoldedMessage | null {
  try {
    return {
      member: memberOf(message.subject),
      batch: decodeMessage(message.data).envelope.batch,
      bytes: message.data,
    }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null
    throw error
  }
}
