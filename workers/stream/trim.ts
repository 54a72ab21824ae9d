/**
 * Removes messages from the streams that nobody needs any more. A full stream refuses new messages so that
 * none is lost unread; what was read must therefore not stay until it ages out.
 */
import type { NatsConnection } from 'nats'
import { EVENTS_STREAM } from '../../schemas/stream/subjects.js'
import { streamManager } from './setup.js'
import type { StreamState } from './setup.js'

/** SEGMENTS is trimmed when it is fuller than this share of its size, down to the other share. */
const TRIM_ABOVE = 0.8
const TRIM_TO = 0.6

/**
 * Removes every message up to the consumer's acknowledgement floor and returns how many. Several workers may
 * do so at once. Throws if the broker does not answer or has no such consumer.
 */
export async function trimEvents(nc: NatsConnection, consumer: string): Promise<number> {
  const jsm = await streamManager(nc)
  const {
    ack_floor: { stream_seq: acknowledged },
  } = await jsm.consumers.info(EVENTS_STREAM, consumer)
  const { state } = await jsm.streams.info(EVENTS_STREAM)
  // After a sequence regression (workers/DESIGN.md 3.4) these numbers belong to messages that were not read.
  if (acknowledged < state.first_seq || acknowledged > state.last_seq) return 0
  return (await jsm.streams.purge(EVENTS_STREAM, { seq: acknowledged + 1 })).purged
}

/** Whether SEGMENTS is so full that folded messages are to be removed. */
function isNearlyFull({ bytes, maxBytes }: StreamState): boolean {
  return maxBytes > 0 && bytes >= TRIM_ABOVE * maxBytes
}

/**
 * The sequence up to which, exclusively, the oldest messages of SEGMENTS are to be removed if `state` is nearly full; null
 * if none are. Never after `lowestCursor`, up to which every partition is folded.
 */
export function trimPoint(state: StreamState, lowestCursor: number): number | null {
  if (!isNearlyFull(state)) return null
  const { firstSeq, lastSeq, bytes, maxBytes } = state
  const surplus = Math.ceil((1 - (TRIM_TO * maxBytes) / bytes) * (lastSeq - firstSeq + 1))
  const seq = Math.min(firstSeq + surplus, lowestCursor + 1)
  return seq > firstSeq ? seq : null
}
