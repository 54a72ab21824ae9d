/** The streams as workers/README.md 3.1 has them. A stream that exists is checked, never changed behind the operator's back. */
import {
  jetstreamManager,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  StoreCompression,
} from '@nats-io/jetstream'
import type { JetStreamManager, StreamConfig, StreamInfo } from '@nats-io/jetstream'
import { randomUUID } from 'node:crypto'
import { nanos } from 'nats'
import type { NatsConnection } from 'nats'
import { DLQ_STREAM, EVENTS_STREAM, SEGMENTS_STREAM } from '../../schemas/stream/subjects.js'

const DAY_MS = 86_400_000
/** The account's or the server's storage is used up, by what the streams there may hold (nats-server/server/errors.json). */
const NO_STORAGE_CODES = new Set<number>([10_002, 10_023, 10_047])

export interface StreamSettings {
  /** For a stream that is not there yet; one that is keeps those it has. */
  partitions: number
  /** Largest size of SEGMENTS, bytes: when it is reached, the door answers 503 until messages have aged out. */
  maxBytes: number
  /** Copies of each stream: 1 on one server, 3 in a cluster. */
  replicas: number
}

/**
 * How SEGMENTS stands. `created` tells one life of it from another (workers/README.md 4.4): a name given when it is made, or of one
 * made without, when that was. A nats-server (2.14) that has been started anew writes the time of that start there with the
 * next change of a stream, and tells it from its next start on.
 */
export interface StreamState {
  created: string
  partitions: number
  firstSeq: number
  lastSeq: number
  messages: number
  bytes: number
  maxBytes: number
}

/** The broker's stream was made with other settings than ours, and cannot be used with them. */
export class StreamMismatch extends Error {
  readonly code = 'stream_mismatch'
}

/** The broker has no room for streams of the size asked for. */
export class StreamTooLarge extends Error {
  readonly code = 'stream_too_large'
  /** Of all streams together. */
  readonly bytes: number
  constructor(bytes: number, cause: JetStreamApiError) {
    super(cause.message, { cause })
    this.bytes = bytes
  }
}

const STREAM_ID_KEY = 'tripfold_life'

/** What is to be kept with the stream, so that it is known whatever is changed in it. */
export function withStreamId(
  metadata: Record<string, string> | undefined,
  life: string,
): Record<string, string> {
  return { ...metadata, [STREAM_ID_KEY]: life }
}

/** Adds the partition to a member's subject, on the server. */
export function partitionTransform(partitions: number): { src: string; dest: string } {
  return { src: 'seg.*', dest: `seg.{{partition(${partitions},1)}}.{{wildcard(1)}}` }
}

function segmentsConfig(settings: StreamSettings): Partial<StreamConfig> & { name: string } {
  return {
    name: SEGMENTS_STREAM,
    subjects: ['seg.*'],
    subject_transform: partitionTransform(settings.partitions),
    storage: StorageType.File,
    num_replicas: settings.replicas,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    max_bytes: settings.maxBytes,
    max_age: nanos(7 * DAY_MS),
    max_msg_size: 1536 * 1024,
    duplicate_window: nanos(120_000),
    compression: StoreCompression.S2,
    allow_direct: true,
    deny_delete: true,
    metadata: withStreamId(undefined, randomUUID()),
  }
}

/** Refuses new events when full, so that the outbox keeps them: an event nobody has read yet is never thrown away. */
function eventsConfig(settings: StreamSettings): Partial<StreamConfig> & { name: string } {
  return {
    name: EVENTS_STREAM,
    subjects: ['events.*'],
    storage: StorageType.File,
    num_replicas: settings.replicas,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    max_bytes: Math.floor(settings.maxBytes / 4),
    max_age: nanos(3 * DAY_MS),
    duplicate_window: nanos(600_000),
    compression: StoreCompression.S2,
    allow_direct: true,
  }
}

function deadLettersConfig(settings: StreamSettings): Partial<StreamConfig> & { name: string } {
  return {
    name: DLQ_STREAM,
    subjects: ['dlq.>'],
    storage: StorageType.File,
    num_replicas: settings.replicas,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    max_bytes: Math.floor(settings.maxBytes / 16),
    max_age: nanos(30 * DAY_MS),
    duplicate_window: nanos(600_000),
    compression: StoreCompression.S2,
    allow_direct: true,
  }
}

/**
 * Makes the three streams where they are missing and answers how SEGMENTS stands. Throws `StreamMismatch` when there is a
 * SEGMENTS without partitions: it is not the stream meant. Throws `StreamTooLarge` when there is no room for them; none is
 * left behind then that would keep the size it was made with.
 */
export async function ensureStreams(nc: NatsConnection, settings: StreamSettings): Promise<StreamState> {
  const jsm = await streamManager(nc)
  const wanted = [segmentsConfig(settings), eventsConfig(settings), deadLettersConfig(settings)]
  const made: string[] = []
  try {
    const state = toStreamState(await ensureStream(jsm, wanted[0]!, made))
    if (state.partitions === 0)
      throw new StreamMismatch(`the stream ${SEGMENTS_STREAM} has no partitions: another program has made it`)
    for (const config of wanted.slice(1)) await ensureStream(jsm, config, made)
    return state
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || !NO_STORAGE_CODES.has(error.code)) throw error
    for (const name of made)
      if ((await jsm.streams.info(name)).state.messages === 0) await jsm.streams.delete(name)
    throw new StreamTooLarge(
      wanted.reduce((sum, { max_bytes: bytes = 0 }) => sum + bytes, 0),
      error,
    )
  }
}

/** How SEGMENTS stands now. Throws when the broker does not answer. */
export async function streamState(nc: NatsConnection): Promise<StreamState> {
  return toStreamState(await (await streamManager(nc)).streams.info(SEGMENTS_STREAM))
}

/** The same; null when the broker has no such stream: it has lost it, or is another one than meant. */
export async function findStreamState(nc: NatsConnection): Promise<StreamState | null> {
  return await orNullIfMissing(streamState(nc))
}

/** What the broker says of a stream; null when it says that there is none. Throws what else went wrong. */
export async function orNullIfMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== JetStreamApiCodes.StreamNotFound) throw error
    return null
  }
}

/** Without the library's account query, which fails while a cluster elects its leader (workers/README.md 3.5, trap 18). */
export async function streamManager(nc: NatsConnection, timeout = 5_000): Promise<JetStreamManager> {
  return await jetstreamManager(nc, { checkAPI: false, timeout })
}

/** A stream as it is, or made when there is none of its name; then its name goes to `made`. */
export async function ensureStream(
  jsm: JetStreamManager,
  config: Partial<StreamConfig> & { name: string },
  made: string[] = [],
): Promise<StreamInfo> {
  const there = await orNullIfMissing(jsm.streams.info(config.name))
  if (there !== null) return there
  try {
    const info = await jsm.streams.add(config)
    made.push(config.name)
    return info
  } catch (error) {
    // Another process has made it meanwhile, under another name of its life.
    const others = await orNullIfMissing(jsm.streams.info(config.name))
    if (others === null) throw error
    return others
  }
}

function toStreamState(info: StreamInfo): StreamState {
  const partitions = /partition\((\d+),1\)/.exec(info.config.subject_transform?.dest ?? '')?.[1]
  return {
    created: info.config.metadata?.[STREAM_ID_KEY] ?? info.created,
    partitions: Number(partitions ?? 0),
    firstSeq: info.state.first_seq,
    lastSeq: info.state.last_seq,
    messages: info.state.messages,
    bytes: info.state.bytes,
    maxBytes: info.config.max_bytes,
  }
}
