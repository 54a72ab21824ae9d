/**
 * A read session on one partition: a throw-away consumer per (partition, epoch) without acknowledgements
 * (workers/DESIGN.md 3.1). The position is in Postgres only, so anything that looks wrong (a gap in the
 * delivery sequence, missed heartbeats, a reconnect, a deleted consumer) ends the session, and the owner
 * starts another one from its saved position.
 */
import { AckPolicy, DeliverPolicy, jetstream } from '@nats-io/jetstream'
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream'
import { nanos } from 'nats'
import type { NatsConnection } from 'nats'
import type { Id } from '../../schemas/base/ids.js'
import { memberOf, partitionSubjects, SEGMENTS_STREAM, type Division } from '../../schemas/stream/subjects.js'
import type { Traceparent } from '../../schemas/trace/traceparent.js'
import { streamManager } from './setup.js'

export interface ReceivedMessage {
  seq: number
  member: Id
  subject: string
  bytes: Uint8Array
  /** Epoch milliseconds at which the stream stored it. */
  stored: number
  /** Messages of the partition after this one. */
  pending: number
  /** The span that published it; absent if it is not traced. */
  traceparent?: Traceparent
}

/** One that waits to be folded. */
export interface WaitingMessage extends ReceivedMessage {
  /** Length of `bytes`, which may be a new copy each time. */
  readonly size: number
}

/** Requested ahead per partition; twice as many may be in memory. */
const READ_AHEAD_BYTES = 2 * 2 ** 20
const HEARTBEAT_MS = 2_000

export interface ReadSessionStart {
  partition: number
  division: Division
  epoch: number
  worker: string
  attempt: number
  from: number
}

export interface ReadSessionSettings {
  /** Whether to read the trace of each message from its headers, which costs as much as the rest of it. */
  readsTraces?: boolean
}

export interface ReadSession {
  /**
   * Every message of the partition from `from` on. Ends after `close`; throws `ReadSessionLost` otherwise.
   */
  messages: AsyncIterable<WaitingMessage>
  /** Messages pending when it was opened. */
  pending: number
  /** Stops reading and deletes the consumer; never throws. */
  close: () => Promise<void>
}

/** The session can no longer be trusted to deliver every message. */
export class ReadSessionLost extends Error {
  readonly code = 'session_lost'
}

/** Opens a session at `start.from`. Throws if the broker does not answer. */
export async function openReadSession(
  nc: NatsConnection,
  start: ReadSessionStart,
  settings: ReadSessionSettings = {},
): Promise<ReadSession> {
  const { readsTraces = false } = settings
  const jsm = await streamManager(nc)
  const name = `f-p${start.partition}-e${start.epoch}-${start.worker}-${start.attempt}`
  const info = await jsm.consumers.add(SEGMENTS_STREAM, {
    name,
    filter_subjects: partitionSubjects(start.partition, start.division),
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: start.from,
    max_deliver: 1,
    mem_storage: true,
    num_replicas: 1,
    inactive_threshold: nanos(10_000),
  })
  const consumer = jetstream(nc).consumers.getConsumerFromInfo(info)
  const messages = await consumer.consume({
    max_bytes: READ_AHEAD_BYTES,
    expires: 10_000,
    idle_heartbeat: HEARTBEAT_MS,
    abort_on_missing_resource: true,
  })
  const watch = watchSession(nc, messages)
  return {
    messages: checkedMessages(messages, watch, { from: start.from, readsTraces }),
    pending: info.num_pending,
    close: async () => {
      watch.stop()
      const closed = messages.close()
      // The library resolves this at the end of the iteration: never, if there was none.
      if (watch.iterating) await closed
      // A broker that cannot be reached deletes the consumer by itself after its inactivity threshold.
      if (!nc.isClosed()) await jsm.consumers.delete(SEGMENTS_STREAM, name).catch(() => false)
    },
  }
}

interface SessionWatch {
  /** Why the session is lost. */
  lost: string | null
  closing: boolean
  iterating: boolean
  stop: () => void
}

function watchSession(nc: NatsConnection, messages: ConsumerMessages): SessionWatch {
  const connection = nc.status()
  const watch: SessionWatch = {
    lost: null,
    closing: false,
    iterating: false,
    stop: () => {
      watch.closing = true
      stopStatus(connection)
    },
  }
  const lose = (reason: string): void => {
    watch.lost ??= reason
    stopStatus(connection)
    void messages.close()
  }
  void (async () => {
    for await (const status of connection) if (status.type === 'reconnect') lose('connection was replaced')
  })()
  void (async () => {
    for await (const status of messages.status()) {
      if (
        status.type === 'heartbeats_missed' ||
        status.type === 'consumer_deleted' ||
        status.type === 'stream_not_found'
      )
        lose(status.type)
    }
  })()
  return watch
}

function stopStatus(statuses: AsyncIterable<unknown>): void {
  if ('stop' in statuses && typeof statuses.stop === 'function') statuses.stop()
}

/** The messages, as long as their delivery sequence has no gap. */
async function* checkedMessages(
  messages: ConsumerMessages,
  watch: SessionWatch,
  { from, readsTraces }: { from: number; readsTraces: boolean },
): AsyncGenerator<WaitingMessage> {
  let expected = 1
  watch.iterating = true
  try {
    for await (const message of messages) {
      if (watch.lost !== null) break
      const { info } = message
      if (info.deliverySequence !== expected)
        throw new ReadSessionLost(`received delivery ${info.deliverySequence} instead of ${expected}`)
      expected += 1
      // A replica that lags behind `from` begins a consumer at its own end.
      if (info.streamSequence < from) continue
      yield new TextMessage(message, readsTraces ? traceOf(message) : undefined)
    }
    if (watch.lost !== null || !watch.closing)
      throw new ReadSessionLost(watch.lost ?? 'the consumer ended by itself')
  } catch (error) {
    throw error instanceof ReadSessionLost
      ? error
      : new ReadSessionLost(watch.lost ?? 'the consumer failed', { cause: error })
  } finally {
    watch.stop()
  }
}

/**
 * A message whose bytes are kept as a text of one byte a character while it waits: buffers that outlive two collections of
 * young objects, as those of a queue do, count against 64 MiB, at which V8 marks the whole heap, and one message holds all
 * that came with it from the socket.
 */
export class TextMessage implements WaitingMessage {
  readonly seq: number
  readonly member: string
  readonly subject: string
  readonly stored: number
  readonly pending: number
  readonly traceparent?: Traceparent
  private readonly text: string

  /** @param traceparent absent if the message is not traced */
  constructor({ subject, data, info }: JsMsg, traceparent?: Traceparent) {
    this.seq = info.streamSequence
    this.member = memberOf(subject)
    this.subject = subject
    this.stored = Math.floor(info.timestampNanos / 1e6)
    this.pending = info.pending
    if (traceparent !== undefined) this.traceparent = traceparent
    this.text = Buffer.from(data.buffer, data.byteOffset, data.length).toString('latin1')
  }

  get size(): number {
    return this.text.length
  }

  /** A new copy at each call. */
  get bytes(): Uint8Array {
    return Buffer.from(this.text, 'latin1')
  }
}

function traceOf(message: JsMsg): Traceparent | undefined {
  return message.headers?.get('traceparent') || undefined
}

/**
 * Deletes the consumers that earlier epochs left on these partitions, and returns how many: an owner that is
 * still alive notices within milliseconds and stops reading.
 */
export async function deleteStaleConsumers(
  nc: NatsConnection,
  owned: Array<{ partition: number; epoch: number }>,
): Promise<number> {
  const jsm = await streamManager(nc)
  const epochs = new Map(owned.map(({ partition, epoch }) => [partition, epoch]))
  const stale: string[] = []
  for await (const info of jsm.consumers.list(SEGMENTS_STREAM)) {
    const match = /^f-p(\d+)-e(\d+)-/.exec(info.name)
    const epoch = match === null ? undefined : epochs.get(Number(match[1]))
    if (match !== null && epoch !== undefined && Number(match[2]) < epoch) stale.push(info.name)
  }
  await Promise.all(
    stale.map(async (name) => await jsm.consumers.delete(SEGMENTS_STREAM, name).catch(() => false)),
  )
  return stale.length
}
