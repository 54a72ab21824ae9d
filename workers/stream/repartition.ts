/**
 * More partitions for a stream that is in use. The new count must be a multiple of the old one: then a member of the new
 * partition q was a member of the old partition q mod old, and so
 *
 *  1. the stream is told to number by the new count from its next message on (this file);
 *  2. the old owners go on: their subjects still match every message up to that point, and behind it those of members whose
 *     number stays the same, so that nothing is read twice or out of order;
 *  3. when all of them have passed that point, the new partitions are made, each from there.
 *
 * Between 1 and 3 members with a new number wait; the door takes their messages as always.
 */
import type { NatsConnection } from 'nats'
import { SEGMENTS_STREAM } from '../../schemas/stream/subjects.js'
import { streamManager, partitionTransform, streamState, withStreamId } from './setup.js'

/**
 * Renumbers from the next message on. The new partitions may start behind `from`, since no message up to there has a new
 * number, once the old ones have passed `upTo`: no message behind there has an old one. `made` is how many partitions there
 * are: when the stream numbers by `partitions` already, an earlier try is taken up where it was left. Throws `RangeError`
 * for a count that is no multiple of the one there is, and for another than that of an earlier try: what was numbered by
 * that one would be in partitions that are never made.
 */
export async function changePartitionCount(
  nc: NatsConnection,
  partitions: number,
  made: number,
): Promise<{ old: number; from: number; upTo: number }> {
  const before = await streamState(nc)
  if (before.partitions === partitions && made < partitions)
    return { old: made, from: Math.max(0, before.firstSeq - 1), upTo: before.lastSeq }
  if (before.partitions > made)
    throw new RangeError(
      `${before.partitions}, by which the stream numbers already: that change is not finished`,
    )
  if (partitions <= before.partitions || partitions % before.partitions !== 0) {
    throw new RangeError(`a multiple of the ${before.partitions} there are`)
  }
  const jsm = await streamManager(nc)
  const {
    config: { metadata },
  } = await jsm.streams.info(SEGMENTS_STREAM)
  await jsm.streams.update(SEGMENTS_STREAM, {
    subject_transform: partitionTransform(partitions),
    metadata: withStreamId(metadata, before.created),
  })
  return { old: before.partitions, from: before.lastSeq, upTo: (await streamState(nc)).lastSeq }
}
