/**
 * One reading of one partition: a throw-away consumer made for (partition, epoch), without acknowledgements. The position
 * is in Postgres and nowhere else, so whatever looks wrong (a gap in the delivery sequence, missed heartbeats, a new
 * connection, a deleted consumer) ends the session, and its owner starts another one from the position it has saved.
 */
import { AckPolicy, DeliverPolicy, jetstream } from '@nats-io/jetstream'
import type { ConsumerMessages } from '@nats-io/jetstream'
import { nanos } from 'nats'
import type { NatsConnection } from 'nats'
import { memberOf, partitionSubject, SEGMENTS_STREAM } from '../../schemas/stream/subjects.js'
import type { Id } from '../../schemas/base/ids.js'
import { streamManager } from './setup.js'

export interface ReceivedMessage {
  seq: number
  member: Id
  subject: string
  bytes: Uint8Array
  /** Epoch milliseconds at which the stream stored it. */
  stored: number
  /** Messages of the partition behind this one. */
  pending: number
}

export interface ReadSessionStart {
  partition: number
  epoch: number
  worker: string
  attempt: number
  from: number
}

export interface ReadSessionSettings {
  /** Bytes asked for ahead, per partition; twice as much may be in memory. */
  readAheadBytes?: number
  heartbeatMs?: number
}

export interface ReadSession {
  /** Every message of the partition from `from` on, none left out. Ends after `close`; throws `SessionLost` otherwise. */
  messages: AsyncIterable<ReceivedMessage>
  /** How many there were when it was opened. */
  pending: number
  /** Messages not yet delivered, and how many were: asks the broker. */
  progress: () => Promise<{ pending: number; delivered: number }>
  /** Ends the reading and deletes the consumer; never throws. */
  close: () => Promise<void>
}

/** The session can no longer be trusted to deliver everything. */
export class ReadSessionLost extends Error {
  readonly code = 'session_lost'
}

/** Opens a session at `place.from`. Throws when the broker does not answer. */
export async function openReadSession(
  nc: NatsConnection,
  place: ReadSessionStart,
  settings: ReadSessionSettings = {},
): Promise<ReadSession> {
  const { readAheadBytes: ahead = 2 * 2 ** 20, heartbeatMs: heartbeat = 2_000 } = settings
  const jsm = await streamManager(nc)
  const name = `f-p${place.partition}-e${place.epoch}-${place.worker}-${place.attempt}`
  const info = await jsm.consumers.add(SEGMENTS_STREAM, {
    name,
    filter_subject: partitionSubject(place.partition, '*'),
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: place.from,
    max_deliver: 1,
    mem_storage: true,
    num_replicas: 1,
    inactive_threshold: nanos(10_000),
  })
  const consumer = jetstream(nc).consumers.getConsumerFromInfo(info)
  const messages = await consumer.consume({
    max_bytes: ahead,
    expires: 10_000,
    idle_heartbeat: heartbeat,
    abort_on_missing_resource: true,
  })
  const watch = watchSession(nc, messages)
  return {
    messages: checkedMessages(messages, watch),
    pending: info.num_pending,
    progress: async () => {
      const now = await consumer.info()
      return { pending: now.num_pending, delivered: now.delivered.consumer_seq }
    },
    close: async () => {
      watch.stop()
      const closed = messages.close()
      // The library's promise is kept at the end of the iteration: never, when there was none.
      if (watch.read) await closed
      // A broker that cannot be reached forgets the consumer by itself after its inactive threshold.
      if (!nc.isClosed()) await jsm.consumers.delete(SEGMENTS_STREAM, name).catch(() => false)
    },
  }
}

interface SessionWatch {
  lost: string | null
  closing: boolean
  read: boolean
  stop: () => void
}

function watchSession(nc: NatsConnection, messages: ConsumerMessages): SessionWatch {
  const connection = nc.status()
  const watch: SessionWatch = {
    lost: null,
    closing: false,
    read: false,
    stop: () => {
      watch.closing = true
      end(connection)
    },
  }
  const lose = (why: string): void => {
    watch.lost ??= why
    end(connection)
    void messages.close()
  }
  void (async () => {
    for await (const status of connection) if (status.type === 'reconnect') lose('connected anew')
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

function end(statuses: AsyncIterable<unknown>): void {
  if ('stop' in statuses && typeof statuses.stop === 'function') statuses.stop()
}

async function* checkedMessages(
  messages: ConsumerMessages,
  watch: SessionWatch,
): AsyncGenerator<ReceivedMessage> {
  let expected = 1
  watch.read = true
  try {
    for await (const message of messages) {
      if (watch.lost !== null) break
      const at = message.info
      if (at.deliverySequence !== expected)
        throw new ReadSessionLost(`delivery ${at.deliverySequence} came when ${expected} was due`)
      expected += 1
      yield {
        seq: at.streamSequence,
        member: memberOf(message.subject),
        subject: message.subject,
        bytes: message.data,
        stored: Math.floor(at.timestampNanos / 1e6),
        pending: at.pending,
      }
    }
    if (watch.lost !== null || !watch.closing)
      throw new ReadSessionLost(watch.lost ?? 'the reading ended by itself')
  } catch (error) {
    throw error instanceof ReadSessionLost
      ? error
      : new ReadSessionLost(watch.lost ?? 'the consumer failed', { cause: error })
  } finally {
    watch.stop()
  }
}

/**
 * Deletes consumers that earlier epochs left on these partitions: an owner that still lives hears of it within
 * milliseconds and stops reading. Answers how many there were.
 */
export async function deleteStaleConsumers(
  nc: NatsConnection,
  owned: Array<{ partition: number; epoch: number }>,
): Promise<number> {
  const jsm = await streamManager(nc)
  const epochs = new Map(owned.map((one) => [one.partition, one.epoch]))
  const old: string[] = []
  for await (const info of jsm.consumers.list(SEGMENTS_STREAM)) {
    const match = /^f-p(\d+)-e(\d+)-/.exec(info.name)
    const mine = match === null ? undefined : epochs.get(Number(match[1]))
    if (match !== null && mine !== undefined && Number(match[2]) < mine) old.push(info.name)
  }
  await Promise.all(
    old.map(async (name) => await jsm.consumers.delete(SEGMENTS_STREAM, name).catch(() => false)),
  )
  return old.length
}
