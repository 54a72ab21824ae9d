/**
 * Raises the number of partitions of a stream in use. The new count must be a multiple of the old one: then a
 * member of the new partition q belonged to the old partition q mod old, and so
 *
 * 1. the stream numbers by the new count from its next message on (this file);
 * 2. the old owners go on: their subjects still match every message before that point and, after it, those of
 *   members whose partition stays the same, so nothing is read twice or out of order;
 * 3. when all of them have passed that point, the new partitions are created, each starting from there.
 *
 * Between 1 and 3 members with a new partition wait; their messages are accepted as always.
 */
import type { NatsConnection } from 'nats'
import { SEGMENTS_STREAM } from '../../schemas/stream/subjects.js'
import { partitionTransform, withStreamId } from './stream-configs.js'
import { streamManager, streamState } from './setup.js'

/**
 * Numbers by `partitions` from the next message on. The new partitions may start after `from`, since no
 * message up to there has a new number, once the old ones have passed `upTo`, since no message after it has
 * an old one. `existing` is how many partitions there are: if the stream already numbers by `partitions`, an
 * earlier attempt is continued.
 * @throws {RangeError} if the count is not a multiple of the current one, or not that of an unfinished
 *   earlier attempt: messages numbered by that one would be in partitions that are never created
 */
export async function changePartitionCount(
  nc: NatsConnection,
  partitions: number,
  existing: number,
): Promise<{ old: number; from: number; upTo: number }> {
  const before = await streamState(nc)
  if (before.partitions === partitions && existing < partitions)
    return { old: existing, from: Math.max(0, before.firstSeq - 1), upTo: before.lastSeq }
  if (before.partitions > existing)
    throw new RangeError(`finish the earlier change to ${before.partitions} partitions first`)
  if (partitions <= before.partitions || partitions % before.partitions !== 0) {
    throw new RangeError(`the count must be a multiple of the current ${before.partitions}, and larger`)
  }
  const jsm = await streamManager(nc)
  const {
    config: { metadata },
  } = await jsm.streams.info(SEGMENTS_STREAM)
  await jsm.streams.update(SEGMENTS_STREAM, {
    subject_transform: partitionTransform(partitions),
    metadata: withStreamId(metadata, before.streamId),
  })
  return { old: before.partitions, from: before.lastSeq, upTo: (await streamState(nc)).lastSeq }
}
