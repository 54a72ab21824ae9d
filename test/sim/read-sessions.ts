/**
 * Read sessions on a consumer in the memory of one replica: it delivers what that replica has applied, in order, and is lost
 * with the replica, the connection, or when another owner deletes it.
 */
import { memberOf, partitionSubjects } from '../../schemas/stream/subjects.js'
import {
  ReadSessionLost,
  type ReadSession,
  type ReadSessionStart,
  type WaitingMessage,
} from '../../workers/stream/session.js'
import type { Link } from './link.js'
import { messagesFrom, type Replica } from './replicated-stream.js'
import type { VirtualTime } from './virtual-time.js'

/** Two heartbeats of two seconds each are missed before a session gives up. */
const HEARTBEATS_MISSED_MS = 4_000

export interface SimConsumer {
  partition: number
  epoch: number
  replica: Replica
  /** Sends what the replica has and was not sent yet. */
  pump: () => void
  lose: (why: string) => void
  loseLater: () => void
}

/** What keeps consumers. */
export interface ConsumerHost {
  time: VirtualTime
  consumers: Set<SimConsumer>
  /** One of the replicas that a consumer may be placed on. */
  anyReplica: () => Replica
}

/** A queue that one reader iterates over, until it is closed or fails. */
class Inbox implements AsyncIterable<WaitingMessage> {
  private readonly messages: WaitingMessage[] = []
  private wake: (() => void) | null = null
  private error: Error | null = null
  private isClosed = false

  put(messages: WaitingMessage[]): void {
    this.messages.push(...messages)
    this.wake?.()
  }

  end(error: Error | null): void {
    this.error ??= error
    this.isClosed = true
    this.wake?.()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<WaitingMessage> {
    for (;;) {
      while (this.messages.length > 0 && this.error === null) yield this.messages.shift()!
      if (this.error !== null) throw this.error
      if (this.isClosed) return
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    }
  }
}

export async function openSession(
  host: ConsumerHost,
  link: Link,
  start: ReadSessionStart,
): Promise<ReadSession> {
  const inbox = new Inbox()
  const { generation } = link
  const { consumer, pending } = await link.call(() => createConsumer(host, link, start, inbox))
  const watch = setInterval(() => {
    if (link.generation !== generation) consumer.lose('connection was replaced')
  }, 250)
  return {
    messages: inbox,
    pending,
    close: async () => {
      clearInterval(watch)
      inbox.end(null)
      await link
        .call(() => {
          host.consumers.delete(consumer)
        })
        .catch(() => undefined)
    },
  }
}

function createConsumer(
  { time, consumers, anyReplica }: ConsumerHost,
  link: Link,
  { partition, epoch, division, from }: ReadSessionStart,
  inbox: Inbox,
): { consumer: SimConsumer; pending: number } {
  const filter = new Set(partitionSubjects(partition, division).map((one) => one.replaceAll('.*', '')))
  const replica = anyReplica()
  const { generation } = link
  let next = from
  let sentAt = 0
  const endAfter = (ms: number, why: string): void => {
    consumers.delete(consumer)
    sentAt = Math.max(sentAt, time.now) + ms
    time.after(sentAt - time.now, link.process, () => {
      inbox.end(new ReadSessionLost(why))
    })
  }
  const consumer: SimConsumer = {
    partition,
    epoch,
    replica,
    pump: () => {
      const messages = messagesFrom(replica.messages, next).filter(({ subject }) => passes(filter, subject))
      next = Math.max(next, replica.lastSeq + 1)
      if (messages.length === 0) return
      // Nobody knows what of it arrived: the delivery sequence has a gap, or nothing follows.
      if (link.generation !== generation || link.silent) return endAfter(HEARTBEATS_MISSED_MS, 'gap')
      sentAt = Math.max(sentAt, time.now + link.latency())
      time.after(sentAt - time.now, link.process, () => {
        inbox.put(
          messages.map(({ subject, ...message }, i) => ({
            ...message,
            size: message.bytes.length,
            subject,
            member: memberOf(subject),
            pending: messages.length - 1 - i,
          })),
        )
      })
    },
    lose: (why) => {
      endAfter(0, why)
    },
    loseLater: () => {
      endAfter(HEARTBEATS_MISSED_MS, 'heartbeats_missed')
    },
  }
  const pending = messagesFrom(replica.messages, from).filter(({ subject }) => passes(filter, subject)).length
  consumers.add(consumer)
  time.after(0, null, consumer.pump)
  return { consumer, pending }
}

/** Filters are a group, or a slice of one; what a server has stored under another subject passes none. */
function passes(filter: ReadonlySet<string>, subject: string): boolean {
  const slice = subject.slice(0, subject.lastIndexOf('.'))
  return filter.has(slice) || filter.has(slice.slice(0, slice.lastIndexOf('.')))
}
