/** The streams as the configuration wants them, with faults that name the setting. */
import type { NatsConnection } from '../../workers/stream/connection/connect.js'
import {
  ensureStreams,
  StreamTooLarge,
  type StreamSettings,
  type StreamState,
} from '../../workers/stream/setup.js'
import { ConfigError } from '../config/config.js'
import type { Config } from '../config/config.js'
import { streamSettings } from '../config/stream-settings.js'

const MIB = 2 ** 20

/**
 * Makes the streams that are missing, `over` before what is configured, and answers how SEGMENTS stands. Throws a ConfigFault
 * when the broker has no room for them, and what `ensureStreams` throws else.
 */
export async function openStreams(
  nc: NatsConnection,
  config: Pick<Config, 'PARTITIONS' | 'STREAM_MAX_BYTES' | 'NATS_REPLICAS'>,
  over: Partial<StreamSettings> = {},
): Promise<StreamState> {
  const settings = { ...streamSettings(config), ...over }
  try {
    return await ensureStreams(nc, settings)
  } catch (error) {
    if (!(error instanceof StreamTooLarge)) throw error
    throw new ConfigError([
      {
        name: 'STREAM_MAX_BYTES',
        problem: `${config.STREAM_MAX_BYTES === 0 ? 'is not set and therefore' : 'is'} ${settings.maxBytes}, with which the streams take up to ${Math.ceil(error.bytes / MIB)} MiB together, more than the NATS server has left (${error.message})`,
        fix: "set three quarters of that server's max_file or less, or give it a larger max_file",
      },
    ])
  }
}
