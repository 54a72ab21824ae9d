/** Repairs of SEGMENTS after it and the cursors have fallen apart (design.md 4.4). Operators run them; workers never do. */
import { AckPolicy, DeliverPolicy, jetstream } from '@nats-io/jetstream'
import type { NatsConnection } from 'nats'
import { decodeMessage } from '../../schemas/message.js'
import { memberOf, memberSubject, SEGMENTS_STREAM } from '../../schemas/subjects.js'
import type { Id } from '../../schemas/ids.js'
import type { MemberStore } from '../ports.js'
import { publisher } from './publish.js'
import { manager, streamState } from './setup.js'

export interface Healed { nextSeq: number, salvaged: number, unreadable: number }

interface Saved { member: Id, batch: Id, bytes: Uint8Array }

const AT_ONCE = 500

/**
 * Makes the stream go on behind `cursor`, the highest position any partition has. What the stream still holds below it and
 * Postgres has not folded (accepted after the stream fell back) is read first and published again behind it, so nothing
 * that was acknowledged and still exists is lost. Nobody may publish or fold meanwhile: the partitions are halted, and the
 * door refuses. Throws when the broker does not answer; it may be run again.
 */
export async function raiseSequence (nc: NatsConnection, cursor: number, known: MemberStore['known']): Promise<Healed> {
  const { kept, unreadable } = await unfolded(nc, cursor, known)
  const jsm = await manager(nc)
  if ((await streamState(nc)).lastSeq <= cursor) await jsm.streams.purge(SEGMENTS_STREAM, { seq: cursor + 1 })
  const door = publisher(nc, { deadline: 30_000 })
  try {
    // The stream may remember the old message ids as stored, though the messages are gone: these get new ones.
    for (const { member, batch, bytes } of kept) await door.publish(bytes, memberSubject(member), `healed-${cursor}-${batch}`)
  } finally {
    door.close()
  }
  return { nextSeq: cursor + 1, salvaged: kept.length, unreadable }
}

async function unfolded (nc: NatsConnection, cursor: number, known: MemberStore['known']): Promise<{ kept: Saved[], unreadable: number }> {
  const state = await streamState(nc)
  const kept: Saved[] = []
  let unreadable = 0
  if (state.messages === 0) return { kept, unreadable }
  const jsm = await manager(nc)
  const info = await jsm.consumers.add(SEGMENTS_STREAM, { ack_policy: AckPolicy.None, deliver_policy: DeliverPolicy.All, mem_storage: true })
  const consumer = jetstream(nc).consumers.getConsumerFromInfo(info)
  try {
    for (let left = info.num_pending; left > 0;) {
      const page: Saved[] = []
      for await (const message of await consumer.fetch({ max_messages: Math.min(AT_ONCE, left), expires: 5_000 })) {
        left = message.info.pending
        if (message.seq > cursor) continue
        try {
          page.push({ member: memberOf(message.subject), batch: decodeMessage(message.data).envelope.batch, bytes: message.data })
        } catch (error) {
          if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
          unreadable += 1
        }
      }
      const seen = await known(page)
      kept.push(...page.filter(one => !seen.has(one.batch)))
    }
  } finally {
    await jsm.consumers.delete(SEGMENTS_STREAM, info.name)
  }
  return { kept, unreadable }
}
