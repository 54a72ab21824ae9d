/**
 * The NATS cluster as the fold, publishers, `stream heal` and delivery see it: SEGMENTS on three replicas (replicated-stream.ts),
 * consumers in the memory of one of them, and EVENTS.
 */
import type { Id } from '../../schemas/base/ids.js'
import { decodeMessage } from '../../schemas/stream/message.js'
import { PublishError, type PublishAck } from '../../schemas/stream/publish-error.js'
import type { SavedMessage } from '../../schemas/stream/saved-messages.js'
import { isMarker, markerOf, memberOf, memberSubject } from '../../schemas/stream/subjects.js'
import type { RepairableStream } from '../../workers/stream/repair/raise-sequence.js'
import type { HeldMessage } from '../../workers/stream/held-messages.js'
import type { SegmentsStream } from '../../workers/stream/segments-stream.js'
import type { StreamState } from '../../workers/stream/setup.js'
import { EventStream } from './event-stream.js'
import type { Link } from './link.js'
import { openSession, type SimConsumer } from './read-sessions.js'
import { messagesFrom, ReplicatedStream, type Replica } from './replicated-stream.js'
import { EPOCH_MS, type VirtualTime } from './virtual-time.js'

export const MESSAGE_BYTES = 100

const RESEND_MS = 2_500
const RETRY_MS = 250
/** Of the reading of a repair. */
const READ_TIMEOUT_MS = 60_000
const READ_AGAIN_MS = 1_000

/** What a server that leads the stream, or believes so, answers from. */
interface StreamView {
  messages: Replica['messages']
  lastSeq: number
  slices: number
}

/** The server answers this request with an error. */
class BrokerError extends Error {}

export interface BrokerOptions {
  slices: number
  partitions: number
  /** How many messages SEGMENTS takes. */
  maxMessages: number
}

export class Broker {
  readonly segments: ReplicatedStream
  readonly events: EventStream
  readonly consumers = new Set<SimConsumer>()
  isUp = true
  /** A former leader that does not know it, until when, and which connections lead to it. */
  stale: { view: StreamView; until: number; links: Map<Link, boolean> } | null = null

  constructor(
    readonly time: VirtualTime,
    readonly options: BrokerOptions,
  ) {
    this.segments = new ReplicatedStream(time, EPOCH_MS, { takes: 'publishers', slices: options.slices })
    this.segments.onApplied = (replica) => {
      for (const consumer of this.consumers) if (consumer.replica === replica) consumer.pump()
    }
    this.events = new EventStream(time)
  }

  /** Ends the consumers on a replica that is gone: their sessions hear nothing more, and notice that. */
  endConsumers(which: (consumer: SimConsumer) => boolean): void {
    for (const consumer of [...this.consumers]) if (which(consumer)) consumer.loseLater()
  }

  /** One of the replicas that a consumer may be placed on. */
  readonly anyReplica = (): Replica => this.time.pick(this.segments.replicas.filter(({ alive }) => alive))

  /** Whether this connection leads to a server that believes to lead and does not. */
  private isMisled(link: Link): boolean {
    const { stale, time } = this
    if (stale === null || time.now >= stale.until) return false
    if (!stale.links.has(link)) stale.links.set(link, time.chance(0.4))
    return stale.links.get(link) === true
  }

  /** What the leader, or one that believes to be it, answers. */
  private view(link: Link): StreamView {
    if (this.isMisled(link)) return this.stale!.view
    const { leader } = this.segments
    if (leader === null) throw new BrokerError('simulated: no leader')
    return { messages: leader.messages, lastSeq: leader.lastSeq, slices: leader.setup.slices }
  }

  /** The present leader is frozen or cut off for `ms`: it goes on answering, of what it has now. */
  misleadFor(ms: number): void {
    const { truth } = this.segments
    const view = { messages: [...truth.messages], lastSeq: truth.lastSeq, slices: truth.setup.slices }
    this.stale = { view, until: this.time.now + ms, links: new Map() }
  }

  private state(link: Link): StreamState {
    const { messages, lastSeq, slices } = this.view(link)
    const { partitions, maxMessages } = this.options
    return {
      streamId: this.segments.streamId,
      slices,
      partitions,
      firstSeq: messages[0]?.seq ?? lastSeq + 1,
      lastSeq,
      lastStored: messages.at(-1)?.stored ?? null,
      messages: messages.length,
      bytes: messages.length * MESSAGE_BYTES,
      maxBytes: maxMessages * MESSAGE_BYTES,
    }
  }

  /** Publishes until the deadline, again and again under one id, as workers/stream/publish.ts does. */
  async publish(
    link: Link,
    message: { subject: string; bytes: Uint8Array; id: string },
    deadlineMs: number,
  ): Promise<PublishAck> {
    const { time } = this
    const deadline = time.now + deadlineMs
    let isPossiblyStored = false
    while (time.now < deadline) {
      isPossiblyStored = true
      const answer = await Promise.race([
        link.call(() => this.take(link, message)).catch(() => null),
        time.sleep(Math.min(RESEND_MS, deadline - time.now)).then(() => null),
      ])
      if (answer === 'stream full') throw new PublishError('stream_full')
      if (typeof answer === 'object' && answer !== null) return answer
      await time.sleep(RETRY_MS)
    }
    throw new PublishError(isPossiblyStored ? 'outcome_unknown' : 'broker_unavailable')
  }

  private take(link: Link, { subject, bytes, id }: { subject: string; bytes: Uint8Array; id: string }) {
    if (this.isMisled(link)) return 'no leader'
    if (subject.startsWith('events.'))
      return this.segments.leader === null ? 'no leader' : this.events.publish(bytes, id)
    if (subject.startsWith('dlq.')) return { seq: 1, duplicate: false }
    const { leader } = this.segments
    // Markers of idle partitions are let in, which the server would not do (README.md).
    const isFull = (leader?.messages.length ?? 0) >= this.options.maxMessages
    if (isFull && !isMarker(memberOf(subject))) return 'stream full'
    return this.segments.publish(subject, bytes, { id: `${subject} ${id}` })
  }

  segmentsStream(link: Link): SegmentsStream {
    return {
      state: async () => await link.call(() => this.state(link)),
      storedTimes: async (sequences) => {
        const asked = [...sequences]
        const found = await Promise.all(
          asked.map(async (seq) => await link.call(() => messagesFrom(this.view(link).messages, seq)[0])),
        )
        return new Map(
          found.flatMap((message, i) => (message?.seq === asked[i] ? [[message!.seq, message!.stored]] : [])),
        )
      },
      held: async (sequences) =>
        await link.call(() => {
          const held = new Map<number, HeldMessage>()
          for (const { messages } of this.segments.replicas)
            for (const { seq, subject, bytes } of messages.filter((message) =>
              sequences.includes(message.seq),
            ))
              held.set(seq, { bytes, batch: isMarker(memberOf(subject)) ? null : parse(subject, bytes) })
          return held
        }),
      openSession: async (start) => await openSession(this, link, start),
      deleteStaleConsumers: async (owned) =>
        await link.call(() => {
          const epochs = new Map(owned.map(({ partition, epoch }) => [partition, epoch]))
          const stale = [...this.consumers].filter(
            ({ partition, epoch }) => epoch < (epochs.get(partition) ?? 0),
          )
          for (const consumer of stale) consumer.lose('consumer_deleted')
          return stale.length
        }),
      purge: async (seq) =>
        await link.call(() => {
          const before = this.segments.truth.messages.length
          if (!this.segments.purge(seq)) throw new BrokerError('simulated: no leader')
          return before - this.segments.truth.messages.length
        }),
      mark: async (division, id) => {
        const marks = Array.from({ length: division.partitions }, async (_, partition) => {
          const subject = memberSubject(markerOf(partition, division))
          return (await this.publish(link, { subject, bytes: new Uint8Array(), id }, 10_000)).seq
        })
        const sequences = await Promise.all(marks)
        return [Math.min(...sequences), Math.max(...sequences)]
      },
      publish: async (bytes, subject, id, deadlineMs = 10_000) =>
        await this.publish(link, { subject, bytes, id }, deadlineMs),
      ping: async () => {
        await link.call(() => undefined)
      },
      close: () => undefined,
    }
  }

  repairableStream(link: Link): RepairableStream {
    const configure = async (takes: 'publishers' | 'repair'): Promise<void> => {
      await link.call(() => {
        if (!this.segments.configure({ takes })) throw new BrokerError('simulated: no leader')
      })
    }
    return {
      close: async () => {
        await configure('repair')
      },
      open: async () => {
        await configure('publishers')
      },
      mark: async () => {
        const id = `heal-${this.time.now}`
        const answer = await link.call(() =>
          this.segments.publish('heal.idle-heal', new Uint8Array(), { id }),
        )
        if (typeof answer === 'string') throw new BrokerError(`simulated: ${answer}`)
        return answer.seq
      },
      read: async (upTo, onPage) => {
        // A consumer on the replica that leads it, which need not be the one that leads the stream.
        const replica = await link.call(() => this.anyReplica())
        for (const deadline = this.time.now + READ_TIMEOUT_MS; replica.lastSeq < upTo;) {
          if (this.time.now > deadline) throw new BrokerError('simulated: the replica does not get there')
          await this.time.sleep(READ_AGAIN_MS)
        }
        const read = replica.messages.filter(({ seq, subject }) => seq < upTo && !isMarker(memberOf(subject)))
        await onPage(await link.call(() => read.map(({ subject, bytes }) => parse(subject, bytes))))
      },
      continueAfter: async (seq) => {
        await link.call(() => {
          if (!this.segments.purge(seq + 1)) throw new BrokerError('simulated: no leader')
        })
      },
      append: async (messages, after) => {
        const answers = await Promise.all(
          messages.map(
            async ({ member, bytes, id }, i) =>
              await link.call(() => this.segments.publish(`heal.${member}`, bytes, { id, after: after + i })),
          ),
        )
        const other = answers.find((answer) => answer === 'no leader' || answer === 'not taken')
        if (other !== undefined) throw new BrokerError(`simulated: ${String(other)}`)
        return !answers.includes('wrong sequence')
      },
    }
  }
}

function parse(subject: string, bytes: Uint8Array): SavedMessage {
  const member: Id = memberOf(subject)
  return { member, batch: decodeMessage(bytes).envelope.batch, bytes }
}
