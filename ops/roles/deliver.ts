/** The deliver role: turns events into deliveries and posts them to the partners' callbacks. */
import { vault } from '../../api/oauth/vault.js'
import { databaseCheck } from '../../db/pg/readiness-check.js'
import { connect } from '../../db/pg/connect.js'
import { EVENTS_STREAM } from '../../schemas/stream/subjects.js'
import { startDeliveryWorker } from '../../workers/deliver/service.js'
import { streamCheck } from '../../workers/stream/connection/stream-check.js'
import { connectStream } from '../../workers/stream/connection/connect.js'
import { disposables } from '../process/disposables.js'
import { startHousekeeping } from './housekeeping.js'
import { attemptMetrics } from '../metrics/deliver.js'
import { serverMetrics } from '../metrics/servers.js'
import { openStreams } from '../wiring/streams.js'
import { deliverDeps } from '../wiring/webhooks.js'
import { DATABASE_TIMEOUT_MS } from './role.js'
import type { RoleContext, RunningRole } from './role.js'

/** Bytes of a slab that bodies are cut from: the usual 8 KiB hold five of them. */
const SLAB_BYTES = 512 * 1024

/** Starts the role. Throws when Postgres or NATS cannot be reached. */
export async function startDeliverRole(context: RoleContext): Promise<RunningRole> {
  const { config, log, worker, registry } = context
  Buffer.poolSize = SLAB_BYTES
  const open = disposables()
  const database = connect({
    url: config.DATABASE_URL,
    name: worker,
    log,
    queryTimeoutMs: DATABASE_TIMEOUT_MS,
  })
  open.add('database', database.close)
  open.add('housekeeping', startHousekeeping(database.knex, log).stop)
  const nc = await connectStream({ url: config.NATS_URL, name: worker })
  open.add('stream', async () => {
    await nc.close()
  })
  await openStreams(nc, config)
  serverMetrics(registry, database.pool, nc)
  const deps = deliverDeps({
    worker,
    nc,
    pool: database.pool,
    vault: vault(config.SECRET_KEY),
    dev: config.DEV,
    log,
  })
  const service = await startDeliveryWorker({ ...deps, onAttempt: attemptMetrics(registry) })
  open.add('delivery', service.stop)
  const postgres = databaseCheck(database.pool)
  const broker = streamCheck(nc, [EVENTS_STREAM])
  return {
    checks: async () => {
      const [database, stream] = await Promise.all([postgres(), broker()])
      return { database, stream }
    },
    stop: open.close,
  }
}
