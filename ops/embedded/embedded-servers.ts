/** The embedded servers of a stack: those whose URL the configuration does not give. */
import { statfsSync } from 'node:fs'
import type { Log } from '../../schemas/base/log.js'
import { programPath } from '../config/config.js'
import type { Config } from '../config/config.js'
import { superviseServer } from './supervise-server.js'
import type { SupervisedServer } from './supervise-server.js'
import { startNats } from './nats.js'
import { natsBinary } from './nats-binary.js'
import { startPostgres } from './postgres.js'

export interface EmbeddedServers {
  /** The configuration with the URLs filled in. */
  config: Config
  stop: () => Promise<void>
}

const MAX_STORE_BYTES = 50 * 2 ** 30
/** Share of the store for SEGMENTS; the rest is for events and dead letters (workers/stream/setup.ts). */
const SEGMENTS_SHARE = 0.75

/**
 * Starts the missing servers in parallel. If one cannot be started, the other is stopped and the error is
 * thrown.
 */
export async function startEmbeddedServers(config: Config, log: Log): Promise<EmbeddedServers> {
  const disk = statfsSync(config.DATA_DIR)
  const maxStore = Math.min(MAX_STORE_BYTES, Math.floor((disk.bavail * disk.bsize) / 2))
  const [postgres, nats] = await Promise.allSettled([
    config.DATABASE_URL === '' ? startSupervisedPostgres(config, log) : null,
    config.NATS_URL === '' ? startSupervisedNats(config, maxStore, log) : null,
  ])
  const started = [postgres, nats].flatMap((result) =>
    result.status === 'fulfilled' && result.value !== null ? [result.value] : [],
  )
  const stop = async (): Promise<void> => {
    await Promise.all(
      started.map(async (server) => {
        await server.stop()
      }),
    )
  }
  if (postgres.status === 'rejected' || nats.status === 'rejected') {
    await stop()
    throw postgres.status === 'rejected' ? postgres.reason : (nats as PromiseRejectedResult).reason
  }
  const isStreamSizeOpen = nats.value !== null && config.STREAM_MAX_BYTES === 0
  return {
    config: {
      ...config,
      DATABASE_URL: postgres.value?.url ?? config.DATABASE_URL,
      NATS_URL: nats.value?.url ?? config.NATS_URL,
      STREAM_MAX_BYTES: isStreamSizeOpen ? Math.floor(maxStore * SEGMENTS_SHARE) : config.STREAM_MAX_BYTES,
    },
    stop,
  }
}

async function startSupervisedPostgres({ DATA_DIR: dir }: Config, log: Log): Promise<SupervisedServer> {
  return await superviseServer(
    'postgres',
    async (port) => await startPostgres({ dir, ...(port === undefined ? {} : { port }) }),
    log,
  )
}

async function startSupervisedNats(config: Config, maxStore: number, log: Log): Promise<SupervisedServer> {
  return await superviseServer(
    'nats-server',
    async (port) =>
      await startNats({
        dir: config.DATA_DIR,
        binary: natsBinary(config.NATS_SERVER_BIN, programPath()),
        maxStore,
        ...(port === undefined ? {} : { port }),
      }),
    log,
  )
}
