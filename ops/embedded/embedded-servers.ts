/** The embedded servers of a stack: those whose address the configuration does not give. */
import { statfsSync } from 'node:fs'
import type { Log } from '../../schemas/base/log.js'
import { programPath } from '../config/config.js'
import type { Config } from '../config/config.js'
import { superviseServer } from '../supervisor/server.js'
import { startNats } from './nats.js'
import { natsBinary } from './nats-binary.js'
import { startPostgres } from './postgres.js'

export interface EmbeddedServers {
  /** The configuration with the addresses filled in. */
  config: Config
  stop: () => Promise<void>
}

const LARGEST_STORE_BYTES = 50 * 2 ** 30
/** Share of the store that the segments may take; the rest is for events and dead letters (workers/stream/setup.ts). */
const SEGMENTS_SHARE = 0.75

/** Starts what is not given, side by side. Rejects with the mend when one cannot be started; the other is stopped then. */
export async function startEmbeddedServers(config: Config, log: Log): Promise<EmbeddedServers> {
  const dir = config.DATA_DIR
  const disk = statfsSync(dir)
  const store = Math.min(LARGEST_STORE_BYTES, Math.floor((disk.bavail * disk.bsize) / 2))
  const [postgres, nats] = await Promise.allSettled([
    config.DATABASE_URL === ''
      ? superviseServer(
          'postgres',
          async (port) => await startPostgres({ dir, ...(port === undefined ? {} : { port }) }),
          log,
        )
      : null,
    config.NATS_URL === ''
      ? superviseServer(
          'nats-server',
          async (port) =>
            await startNats({
              dir,
              binary: natsBinary(config.NATS_SERVER_BIN, programPath()),
              maxStore: store,
              ...(port === undefined ? {} : { port }),
            }),
          log,
        )
      : null,
  ])
  const servers = [postgres, nats].flatMap((result) =>
    result.status === 'fulfilled' && result.value !== null ? [result.value] : [],
  )
  const stop = async (): Promise<void> => {
    await Promise.all(
      servers.map(async (server) => {
        await server.stop()
      }),
    )
  }
  if (postgres.status === 'rejected' || nats.status === 'rejected') {
    await stop()
    throw postgres.status === 'rejected' ? postgres.reason : (nats as PromiseRejectedResult).reason
  }
  return {
    config: {
      ...config,
      DATABASE_URL: postgres.value?.url ?? config.DATABASE_URL,
      NATS_URL: nats.value?.url ?? config.NATS_URL,
      STREAM_MAX_BYTES:
        nats.value !== null && config.STREAM_MAX_BYTES === 0
          ? Math.floor(store * SEGMENTS_SHARE)
          : config.STREAM_MAX_BYTES,
    },
    stop,
  }
}
