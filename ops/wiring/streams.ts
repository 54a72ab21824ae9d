/** Creates the configured streams, or looks for them; errors name the setting. */
import type { NatsConnection } from '../../workers/stream/connection/connect.js'
import { ensureStreams, missingStreams, type StreamState } from '../../workers/stream/setup.js'
import type { StreamSettings } from '../../workers/stream/stream-configs.js'
import { isNotPermitted, StreamsRefused } from '../../workers/stream/stream-refusal.js'
import { ConfigError } from '../config/config.js'
import type { Config } from '../config/config.js'
import type { Finding } from '../config/checks/setting-problem.js'
import { NotPreparedError } from '../config/not-prepared-error.js'
import { streamSettings } from '../config/stream-settings.js'

const MIB = 2 ** 20

type StreamConfig = Pick<Config, 'PARTITIONS' | 'STREAM_MAX_BYTES' | 'NATS_REPLICAS'>

/**
 * Creates the streams that are missing and returns the state of SEGMENTS. `overrides` replace configured
 * settings. Throws a ConfigError if NATS has no room for the streams or cannot hold them, and otherwise what
 * `ensureStreams` throws.
 */
export async function openStreams(
  nc: NatsConnection,
  config: StreamConfig,
  overrides: Partial<StreamSettings> = {},
): Promise<StreamState> {
  const settings = { ...streamSettings(config), ...overrides }
  try {
    return await ensureStreams(nc, settings)
  } catch (error) {
    if (!(error instanceof StreamsRefused)) throw error
    throw new ConfigError([refusalProblem(error, config, settings)])
  }
}

/**
 * Creates the streams that are missing or, with `MIGRATIONS=wait`, only looks for them: then the user of the process needs
 * no right to create any.
 * @throws NotPreparedError if one is missing and may not be created
 */
export async function prepareStreams(
  nc: NatsConnection,
  config: StreamConfig & Pick<Config, 'MIGRATIONS'>,
): Promise<void> {
  const missing = await missingStreams(nc)
  if (missing.length === 0) return
  const what = `NATS lacks ${missing.join(', ')}`
  if (config.MIGRATIONS === 'wait') throw new NotPreparedError('stream', what)
  try {
    await openStreams(nc, config)
  } catch (error) {
    if (isNotPermitted(error)) throw new NotPreparedError('stream', what)
    throw error
  }
}

function refusalProblem(error: StreamsRefused, config: StreamConfig, settings: StreamSettings): Finding {
  switch (error.reason) {
    case 'storage':
      return storageProblem(error, config, settings)
    case 'stream_size':
      return [
        'STREAM_MAX_BYTES',
        `${configured(config, settings)}, more than the NATS account allows a stream (${error.message})`,
        'set a smaller value, or raise the limit of the account',
      ]
    case 'stream_count':
      return [
        'NATS_URL',
        `names an account that may hold no more streams (${error.message})`,
        'allow it four streams: SEGMENTS, EVENTS, DLQ and ERASED',
      ]
    case 'replicas':
      return [
        'NATS_REPLICAS',
        `is ${settings.replicas}, but the NATS server is not part of a cluster (${error.message})`,
        'use 1 on a single server',
      ]
    case 'disabled':
      return [
        'NATS_URL',
        `names a server or an account without JetStream (${error.message})`,
        'enable JetStream there',
      ]
  }
}

function storageProblem(
  { bytes, replicas, account, message }: StreamsRefused,
  config: StreamConfig,
  settings: StreamSettings,
): Finding {
  const servers = replicas === 1 ? '' : ` on each of ${replicas} servers`
  const left =
    account === null
      ? 'the NATS server has left'
      : `the NATS account has left: it may store ${mebibytes(account.limit)}, ` +
        `of which ${mebibytes(account.reserved)} are taken`
  return [
    'STREAM_MAX_BYTES',
    `${configured(config, settings)}; the streams then need up to ${mebibytes(bytes)} together` +
      `${servers}, more than ${left} (${message})`,
    account === null
      ? "set three quarters of the server's max_file or less, or raise max_file"
      : 'set a smaller value, or raise the limit of the account',
  ]
}

function configured({ STREAM_MAX_BYTES: bytes }: StreamConfig, { maxBytes }: StreamSettings): string {
  return `${bytes === 0 ? 'is not set and defaults to' : 'is'} ${maxBytes}`
}

function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / MIB)} MiB`
}
