/** How much of a partition is stored behind a position, asked of the broker: for partitions whose owner does not tell. */
import { AckPolicy, DeliverPolicy } from '@nats-io/jetstream'
import { nanos } from 'nats'
import type { NatsConnection } from 'nats'
import { partitionSubject, SEGMENTS_STREAM } from '../../schemas/stream/subjects.js'
import { streamManager } from './setup.js'

const CONCURRENT_QUERIES = 16
const CONSUMER_EXPIRY_MS = 2_000

/** Messages behind the cursor of each partition. Throws when the broker does not answer. */
export async function partitionBacklog(
  nc: NatsConnection,
  places: ReadonlyArray<{ partition: number; cursor: number }>,
): Promise<Map<number, number>> {
  const jsm = await streamManager(nc)
  const found = new Map<number, number>()
  const left = [...places]
  const count = async (): Promise<void> => {
    for (let place = left.pop(); place !== undefined; place = left.pop()) {
      // Nothing is read: the broker counts when it is told from where somebody would.
      const { name, num_pending: pending } = await jsm.consumers.add(SEGMENTS_STREAM, {
        filter_subject: partitionSubject(place.partition, '*'),
        ack_policy: AckPolicy.None,
        deliver_policy: DeliverPolicy.StartSequence,
        opt_start_seq: place.cursor + 1,
        mem_storage: true,
        num_replicas: 1,
        inactive_threshold: nanos(CONSUMER_EXPIRY_MS),
      })
      found.set(place.partition, pending)
      await jsm.consumers.delete(SEGMENTS_STREAM, name)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_QUERIES }, count))
  return found
}
