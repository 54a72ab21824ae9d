/** The deliver role: turns events into deliveries and posts them to the callbacks of applications. */
import { databaseCheck } from '../../db/pg/readiness-check.js'
import { EVENTS_STREAM } from '../../schemas/stream/subjects.js'
import { startDeliveryWorker } from '../../workers/deliver/service.js'
import { streamCheck } from '../../workers/stream/connection/stream-check.js'
import { addresses } from '../config/addresses.js'
import { attemptMetrics } from '../metrics/deliver.js'
import { serverMetrics } from '../metrics/servers.js'
import { startErasures } from '../wiring/members/erasures.js'
import { configVault } from '../wiring/secrets/config-vault.js'
import { openWebhookKeys, reloadKeys } from '../wiring/secrets/signing-keys.js'
import { deliverDeps, sendCallbackMails } from '../wiring/webhooks.js'
import { connectServers } from './connections.js'
import { failingCheck } from './failing-check.js'
import { startHousekeeping } from './housekeeping.js'
import type { RoleContext, RunningRole } from './role.js'

/** Size of the slabs that buffers are cut from; the default of 8 KiB holds only five webhook bodies. */
const SLAB_BYTES = 512 * 1024

/** Starts the role. Throws if Postgres or NATS cannot be reached. */
export async function startDeliverRole(context: RoleContext): Promise<RunningRole> {
  const { config, log, worker, registry, tracer, open } = context
  Buffer.poolSize = SLAB_BYTES
  const { database, nc } = await connectServers(context, { keyPlans: true })
  open.add('housekeeping', startHousekeeping({ ...database, nc, log }, config).stop)
  open.add('erasures', startErasures({ pool: database.pool, nc, config }, log).stop)
  serverMetrics(registry, database.pool, nc)
  const keys = await openWebhookKeys(database.knex, config)
  open.add('signing keys', reloadKeys([keys], log))
  const deps = deliverDeps({
    worker,
    nc,
    pool: database.pool,
    vault: configVault(config),
    signingKeys: keys.signers,
    dev: config.DEV,
    baseUrl: addresses(config).baseUrl,
    log,
  })
  const service = await startDeliveryWorker({
    ...deps,
    onAttempt: attemptMetrics(registry),
    ...(tracer === undefined ? {} : { tracer }),
  })
  open.add('delivery', service.stop)
  open.add('mails about webhooks', sendCallbackMails(config, database.pool, log).stop)
  const checkDatabase = databaseCheck(database.pool)
  const checkStream = streamCheck(nc, [EVENTS_STREAM])
  return {
    checks: async () => {
      const [database, stream] = await Promise.all([checkDatabase(), checkStream()])
      return {
        database,
        stream,
        secrets: secretsCheck(service.unopenedCallbacks()),
        deliveries: failingCheck(service.failing(), (failure) => failure),
      }
    },
  }
}

function secretsCheck(unopened: number): string {
  return unopened === 0 ? 'ok' : `${unopened} callbacks have secrets that this SECRET_KEY does not open`
}
