/**
 * Takes out of the streams what everybody is done with. They refuse new messages when they are full, so that none is lost
 * unread; what was read must therefore not stay in the way until it is old.
 */
import type { NatsConnection } from 'nats'
import { EVENTS_STREAM, SEGMENTS_STREAM } from '../../schemas/stream/subjects.js'
import { streamManager } from './setup.js'
import type { StreamState } from './setup.js'

/** From this part of its size on SEGMENTS is trimmed, down to that part. */
const TRIM_ABOVE = 0.8
const TRIM_TO = 0.6

/**
 * Removes every message up to the newest that the consumer named has acknowledged without a gap, and answers how many they
 * were. Any number of workers may do so at once. Throws when the broker does not answer or knows no such consumer.
 */
export async function trimEvents(nc: NatsConnection, consumer: string): Promise<number> {
  const jsm = await streamManager(nc)
  const {
    ack_floor: { stream_seq: done },
  } = await jsm.consumers.info(EVENTS_STREAM, consumer)
  const { state } = await jsm.streams.info(EVENTS_STREAM)
  // A stream that fell back behind its reader (workers/README.md 3.4) holds messages that were not read under these numbers.
  if (done < state.first_seq || done > state.last_seq) return 0
  return (await jsm.streams.purge(EVENTS_STREAM, { seq: done + 1 })).purged
}

/** Whether `trimSegments` would take something out. */
export function isNearlyFull({ bytes, maxBytes }: StreamState): boolean {
  return maxBytes > 0 && bytes >= TRIM_ABOVE * maxBytes
}

/**
 * Removes the oldest messages of SEGMENTS when it, as just looked at, is nearly full: never one after `folded`, the sequence
 * up to which every partition has its messages in Postgres. Answers how many they were. Throws when the broker does not answer.
 */
export async function trimSegments(nc: NatsConnection, state: StreamState, folded: number): Promise<number> {
  if (!isNearlyFull(state)) return 0
  const { firstSeq, lastSeq, bytes, maxBytes } = state
  const spare = Math.ceil((1 - (TRIM_TO * maxBytes) / bytes) * (lastSeq - firstSeq + 1))
  const seq = Math.min(firstSeq + spare, folded + 1)
  return seq <= firstSeq
    ? 0
    : (await (await streamManager(nc)).streams.purge(SEGMENTS_STREAM, { seq })).purged
}
