import type { StreamSettings } from '../../workers/stream/stream-configs.js'
import type { Config } from './config.js'

const DEFAULT_STREAM_BYTES = 50 * 2 ** 30

/** Settings of the streams according to the configuration. */
export function streamSettings(
  config: Pick<Config, 'PARTITIONS' | 'STREAM_MAX_BYTES' | 'NATS_REPLICAS'>,
): StreamSettings {
  return {
    partitions: config.PARTITIONS,
    maxBytes: config.STREAM_MAX_BYTES === 0 ? DEFAULT_STREAM_BYTES : config.STREAM_MAX_BYTES,
    replicas: config.NATS_REPLICAS,
  }
}
