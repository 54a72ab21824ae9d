/**
 * Messages stored after a partition's cursor, as counted by the broker: for partitions whose owner reports no
 * lag.
 */
import { AckPolicy, DeliverPolicy } from '@nats-io/jetstream'
import { nanos } from 'nats'
import type { NatsConnection } from 'nats'
import { concurrencyLimit } from '../../schemas/work/concurrency-limit.js'
import { partitionSubjects, SEGMENTS_STREAM } from '../../schemas/stream/subjects.js'
import { streamManager, streamState } from './setup.js'

const CONCURRENT_QUERIES = 16
const CONSUMER_EXPIRY_MS = 2_000

/** Messages after the cursor, by partition, of `partitions` in all. Throws if the broker does not answer. */
export async function partitionBacklog(
  nc: NatsConnection,
  positions: ReadonlyArray<{ partition: number; cursor: number }>,
  partitions: number,
): Promise<Map<number, number>> {
  const jsm = await streamManager(nc)
  const { slices } = await streamState(nc)
  const limit = concurrencyLimit(CONCURRENT_QUERIES)
  const count = async (partition: number, cursor: number): Promise<[number, number]> => {
    // Nothing is read: the broker reports what is pending as soon as a consumer with that start exists.
    const { name, num_pending: pending } = await jsm.consumers.add(SEGMENTS_STREAM, {
      filter_subjects: partitionSubjects(partition, { slices, partitions }),
      ack_policy: AckPolicy.None,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: cursor + 1,
      mem_storage: true,
      num_replicas: 1,
      inactive_threshold: nanos(CONSUMER_EXPIRY_MS),
    })
    await jsm.consumers.delete(SEGMENTS_STREAM, name)
    return [partition, pending]
  }
  const counts = positions.map(
    async ({ partition, cursor }) => await limit(async () => await count(partition, cursor)),
  )
  return new Map(await Promise.all(counts))
}
