/** Creates the configured streams; errors name the setting. */
import type { NatsConnection } from '../../workers/stream/connection/connect.js'
import { ensureStreams, StreamTooLarge, type StreamState } from '../../workers/stream/setup.js'
import type { StreamSettings } from '../../workers/stream/stream-configs.js'
import { ConfigError } from '../config/config.js'
import type { Config } from '../config/config.js'
import { streamSettings } from '../config/stream-settings.js'

const MIB = 2 ** 20

/**
 * Creates the streams that are missing and returns the state of SEGMENTS. `overrides` replace configured
 * settings. Throws a ConfigError if NATS has no room for the streams, and otherwise what `ensureStreams`
 * throws.
 */
export async function openStreams(
  nc: NatsConnection,
  config: Pick<Config, 'PARTITIONS' | 'STREAM_MAX_BYTES' | 'NATS_REPLICAS'>,
  overrides: Partial<StreamSettings> = {},
): Promise<StreamState> {
  const settings = { ...streamSettings(config), ...overrides }
  try {
    return await ensureStreams(nc, settings)
  } catch (error) {
    if (!(error instanceof StreamTooLarge)) throw error
    const configured = config.STREAM_MAX_BYTES === 0 ? 'is not set and defaults to' : 'is'
    const total = `${Math.ceil(error.bytes / MIB)} MiB`
    throw new ConfigError([
      {
        name: 'STREAM_MAX_BYTES',
        problem:
          `${configured} ${settings.maxBytes}; the streams then need up to ${total} together, ` +
          `more than the NATS server has left (${error.message})`,
        fix: "set three quarters of the server's max_file or less, or raise max_file",
      },
    ])
  }
}
