/**
 * Takes out of the EVENTS stream what the delivery workers have acknowledged. The stream refuses new notices when it is full,
 * so that none is lost unread; what was read must therefore not stay until it is old.
 */
import type { NatsConnection } from 'nats'
import { EVENTS_STREAM } from '../../schemas/subjects.js'
import { manager } from './setup.js'

/**
 * Removes every message up to the newest that the consumer named has acknowledged without a gap, and answers how many they
 * were. Any number of workers may do so at once. Throws when the broker does not answer or knows no such consumer.
 */
export async function trimEvents (nc: NatsConnection, consumer: string): Promise<number> {
  const jsm = await manager(nc)
  const { ack_floor: { stream_seq: done } } = await jsm.consumers.info(EVENTS_STREAM, consumer)
  const { state } = await jsm.streams.info(EVENTS_STREAM)
  // A stream that fell back behind its reader (design.md 3.4) holds messages that were not read under these numbers.
  if (done < state.first_seq || done > state.last_seq) return 0
  return (await jsm.streams.purge(EVENTS_STREAM, { seq: done + 1 })).purged
}
