/** The deliver role: turns events into deliveries and posts them to the partners' callbacks. */
import { vault } from '../../api/oauth/vault.js'
import { databaseCheck } from '../../db/check.js'
import { connect } from '../../db/connect.js'
import { EVENTS_STREAM } from '../../schemas/subjects.js'
import { startDeliver } from '../../workers/deliver/service.js'
import { streamCheck } from '../../workers/stream/check.js'
import { connectStream } from '../../workers/stream/connect.js'
import { closers } from '../closers.js'
import { housekeeping } from '../housekeeping.js'
import { attemptMeter } from '../metrics/deliver.js'
import { serverHealth } from '../metrics/health.js'
import { openStreams } from '../streams.js'
import { deliverDeps } from '../wire-webhooks.js'
import { ANSWER_MS } from './role.js'
import type { RoleContext, RunningRole } from './role.js'

/** Bytes of a slab that bodies are cut from: the usual 8 KiB hold five of them. */
const SLAB_BYTES = 512 * 1024

/** Starts the role. Throws when Postgres or NATS cannot be reached. */
export async function startDeliverRole(context: RoleContext): Promise<RunningRole> {
  const { config, log, worker, registry } = context
  Buffer.poolSize = SLAB_BYTES
  const open = closers()
  const database = connect({ url: config.DATABASE_URL, name: worker, log, answerMs: ANSWER_MS })
  open.add('database', database.close)
  open.add('housekeeping', housekeeping(database.knex, log).stop)
  const nc = await connectStream({ url: config.NATS_URL, name: worker })
  open.add('stream', async () => {
    await nc.close()
  })
  await openStreams(nc, config)
  serverHealth(registry, database.pool, nc)
  const deps = deliverDeps({
    worker,
    nc,
    pool: database.pool,
    vault: vault(config.SECRET_KEY),
    dev: config.DEV,
    log,
  })
  const service = await startDeliver({ ...deps, seen: attemptMeter(registry) })
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
