/** A stream for the baseline with the storage, partitions, compression and window of the product's own. */
import { jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from 'nats'
import { SEGMENTS_STREAM } from '../../../schemas/stream/subjects.js'

export const BASELINE_STREAM = 'BASELINE'

/** Copies the configuration of SEGMENTS to a new, empty stream on `baseline.*`, replacing an earlier one. */
export async function createBaselineStream(nc: NatsConnection): Promise<void> {
  const manager = await jetstreamManager(nc)
  const { config } = await manager.streams.info(SEGMENTS_STREAM)
  const transform = config.subject_transform
  await manager.streams.delete(BASELINE_STREAM).catch(() => false)
  await manager.streams.add({
    storage: config.storage,
    retention: config.retention,
    discard: config.discard,
    max_age: config.max_age,
    max_bytes: config.max_bytes,
    num_replicas: config.num_replicas,
    duplicate_window: config.duplicate_window,
    compression: config.compression ?? 'none',
    allow_direct: config.allow_direct,
    name: BASELINE_STREAM,
    subjects: ['baseline.*'],
    subject_transform: {
      src: transform?.src?.replace('seg.', 'baseline.') ?? 'baseline.*',
      dest: transform?.dest.replace('seg.', 'baseline.') ?? 'baseline.0.*',
    },
  })
}
