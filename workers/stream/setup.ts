/**
 * Creates the streams that are missing and reads their state. An existing stream is checked, never altered. Creating one
 * is for operators: its configuration may copy the messages of another stream, or publish them anywhere.
 */
import { setTimeout } from 'node:timers/promises'
import { jetstreamManager, JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream'
import type { JetStreamManager, StreamInfo } from '@nats-io/jetstream'
import type { NatsConnection } from 'nats'
import { SEGMENTS_STREAM, slicesOf, STREAMS } from '../../schemas/stream/subjects.js'
import {
  deadLettersConfig,
  erasedConfig,
  eventsConfig,
  PARTITIONS_KEY,
  segmentsConfig,
  STREAM_ID_KEY,
} from './stream-configs.js'
import type { NamedStreamConfig, StreamSettings } from './stream-configs.js'
import { accountStorage, refusalReason, StreamsRefused } from './stream-refusal.js'

/**
 * The state of SEGMENTS. `streamId` identifies the stream (workers/DESIGN.md 4.4): an id given when it is
 * created, or for an older stream its creation time. That time alone is not enough: a restarted nats-server
 * (2.14) replaces it by the time of its start when the stream is next changed, and reports that from its next
 * start on.
 */
export interface StreamState {
  streamId: string
  slices: number
  /** How many partitions it was created for: only for the worker that folds it first. */
  partitions: number
  firstSeq: number
  lastSeq: number
  /** Epoch milliseconds at which the last message was stored; null if there never was one. */
  lastStored: number | null
  messages: number
  bytes: number
  maxBytes: number
}

/** How long others may take to create a stream. */
const CREATED_MEANWHILE_MS = 2_000
const RETRY_MS = 50

/** The broker's stream was created with other settings and cannot be used. */
export class StreamMismatch extends Error {
  readonly code = 'stream_mismatch'
}

/**
 * Creates the four streams where they are missing and returns the state of SEGMENTS.
 * @throws {StreamMismatch} if there is a SEGMENTS without slices: it is another program's stream
 * @throws {StreamsRefused} if the broker has no room for them, or cannot hold them at all; those created by
 *   this call are deleted, or they would keep their size
 */
export async function ensureStreams(nc: NatsConnection, settings: StreamSettings): Promise<StreamState> {
  const jsm = await streamManager(nc)
  const segments = segmentsConfig(settings)
  const others = [eventsConfig(settings), deadLettersConfig(settings), erasedConfig(settings)]
  const created: string[] = []
  try {
    const state = toStreamState(await ensureStream(jsm, segments, created))
    if (state.slices === 0)
      throw new StreamMismatch(
        `the stream ${SEGMENTS_STREAM} has no slices: it was created by another program or an earlier build`,
      )
    for (const config of others) await ensureStream(jsm, config, created)
    return state
  } catch (error) {
    const reason = refusalReason(error)
    if (reason === null || !(error instanceof JetStreamApiError)) throw error
    for (const name of created)
      if ((await jsm.streams.info(name)).state.messages === 0) await jsm.streams.delete(name)
    const account = reason === 'storage' ? await accountStorage(jsm, settings.replicas) : null
    throw new StreamsRefused(reason, settings, account, error)
  }
}

/** Which of the streams, by default of all, the broker does not have. Throws if it does not answer. */
export async function missingStreams(
  nc: NatsConnection,
  names: readonly string[] = STREAMS,
  timeoutMs?: number,
): Promise<string[]> {
  const { streams } = await streamManager(nc, timeoutMs)
  const found = await Promise.all(names.map(async (name) => await orNullIfMissing(streams.info(name))))
  return names.filter((_name, i) => found[i] === null)
}

/** Current state of SEGMENTS. Throws if the broker does not answer. */
export async function streamState(nc: NatsConnection): Promise<StreamState> {
  return toStreamState(await (await streamManager(nc)).streams.info(SEGMENTS_STREAM))
}

/**
 * Current state of SEGMENTS; null if the broker has no such stream: it lost it, or it is the wrong broker.
 */
export async function findStreamState(nc: NatsConnection): Promise<StreamState | null> {
  return await orNullIfMissing(streamState(nc))
}

/** The answer about a stream; null if the broker answers that there is none. Rethrows every other error. */
export async function orNullIfMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== JetStreamApiCodes.StreamNotFound) throw error
    return null
  }
}

/**
 * Skips the library's account query, which fails while a cluster elects its leader (workers/DESIGN.md 3.5).
 */
export async function streamManager(nc: NatsConnection, timeoutMs = 5_000): Promise<JetStreamManager> {
  return await jetstreamManager(nc, { checkAPI: false, timeout: timeoutMs })
}

/**
 * The stream of that name, created if it is missing; then its name is added to `created`. While several processes create
 * it, the broker counts its size for each of them and may refuse them all, so a refusal for lack of space is retried.
 */
async function ensureStream(
  jsm: JetStreamManager,
  config: NamedStreamConfig,
  created: string[],
): Promise<StreamInfo> {
  const until = performance.now() + CREATED_MEANWHILE_MS
  for (;;) {
    const existing = await orNullIfMissing(jsm.streams.info(config.name))
    if (existing !== null) return existing
    try {
      const info = await jsm.streams.add(config)
      created.push(config.name)
      return info
    } catch (error) {
      // Another process may have created it meanwhile, with another id.
      const theirs = await orNullIfMissing(jsm.streams.info(config.name))
      if (theirs !== null) return theirs
      if (refusalReason(error) !== 'storage' || performance.now() > until) throw error
      await setTimeout(RETRY_MS * (1 + Math.random()))
    }
  }
}

function toStreamState(info: StreamInfo): StreamState {
  const { metadata, subject_transform: transform } = info.config
  const slices = slicesOf(transform?.dest ?? '')
  return {
    streamId: metadata?.[STREAM_ID_KEY] ?? info.created,
    slices,
    partitions: Number(metadata?.[PARTITIONS_KEY] ?? slices),
    firstSeq: info.state.first_seq,
    lastSeq: info.state.last_seq,
    lastStored: storedTime(info.state.last_ts),
    messages: info.state.messages,
    bytes: info.state.bytes,
    maxBytes: info.config.max_bytes,
  }
}

/** The server reports the year 1 for a stream that never had a message. */
function storedTime(timestamp: string): number | null {
  const ms = Date.parse(timestamp)
  return ms > 0 ? ms : null
}
