/** The three roles in this process on servers of the test, with a webhook, and traces as the settings say. */
import type { Test } from 'tap'
import { Registry } from 'prom-client'
import { DELIVERY_POLICY } from '../../../actors/delivery/policy.js'
import { connect } from '../../../db/pg/connect.js'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import { startDeliveryWorker } from '../../../workers/deliver/service.js'
import { readConfig } from '../../../ops/config/config.js'
import { freePort } from '../../../ops/embedded/free-port.js'
import { disposables } from '../../../ops/process/disposables.js'
import { startApi } from '../../../ops/roles/api.js'
import { startFoldRole } from '../../../ops/roles/fold.js'
import type { RoleContext, RoleName } from '../../../ops/roles/role.js'
import { provideDemoCredentials } from '../../../ops/stack/demo-credentials.js'
import { firstBatch } from '../../../ops/stack/first-request.js'
import { configVault } from '../../../ops/wiring/secrets/config-vault.js'
import type { Tracing } from '../../../ops/wiring/tracing/open-telemetry.js'
import { startTracing } from '../../../ops/wiring/tracing/tracing.js'
import { deliverDeps } from '../../../ops/wiring/webhooks.js'
import { receiver } from '../delivery/receiver.js'
import type { Receiver } from '../delivery/receiver.js'
import { testDatabase, testNats } from '../servers.js'
import { silentLog } from '../silent-log.js'

export interface TracedStack {
  /** The endpoint of the partner, registered for every event. */
  webhook: Receiver
  memberId: string
  log: ReturnType<typeof silentLog>
  /** The metrics page of the fold role. */
  foldMetrics: () => Promise<string>
  /** Sends a batch of two flights; returns the status. */
  post: (headers?: Record<string, string>) => Promise<number>
  /** Sends the spans that are left, as a stop does. Milliseconds that it took. */
  flush: () => Promise<number>
}

const RETRY_MS = 50
const SECRET_KEY = 'a secret for tests, longer than thirty-two characters'
const DAY_MS = 86_400_000

/** Starts it; everything ends with the test. `settings` are those of tracing. */
export async function tracedStack(t: Test, settings: Record<string, string>): Promise<TracedStack> {
  const port = await freePort()
  const config = readConfig({
    DATABASE_URL: await testDatabase(t),
    NATS_URL: (await testNats(t)).url,
    SECRET_KEY,
    PORT: String(port),
    BASE_URL: `https://localhost:${port}`,
    TLS: 'proxy',
    TRUSTED_PROXIES: '127.0.0.1',
    DATA_DIR: t.testdir({}),
    DEV: 'true',
    FOLD_THREADS: '0',
    PARTITIONS: '4',
    STREAM_MAX_BYTES: String(64 * 2 ** 20),
    ...settings,
  })
  const log = silentLog()
  const tracings: Tracing[] = []
  const open = disposables()
  t.teardown(open.close)
  const contextOf = async (role: RoleName): Promise<RoleContext> => {
    const context = { config, log, worker: `${role}-${process.pid}-${port}`, registry: new Registry(), open }
    const tracing = await startTracing({ ...context, role })
    if (tracing === null) return context
    tracings.push(tracing)
    return { ...context, tracer: tracing.tracer }
  }
  const { memberToken, memberId, clientId, clientSecret, source } = await provideDemoCredentials(config, log)
  await startApi(await contextOf('api'))
  const fold = await contextOf('fold')
  await startFoldRole(fold)
  const nc = await connectStream({ url: config.NATS_URL, name: 'deliver' })
  const database = connect({ url: config.DATABASE_URL, name: 'deliver', log })
  open.add('deliver connections', async () => {
    await nc.close()
    await database.close()
  })
  const { worker, tracer } = await contextOf('deliver')
  const signingKeys = (): [] => []
  const wiring = { worker, nc, pool: database.pool, vault: configVault(config), signingKeys, dev: true, log }
  const delivery = await startDeliveryWorker({
    ...deliverDeps({ ...wiring, baseUrl: config.BASE_URL }),
    settings: { policy: { ...DELIVERY_POLICY, retrySchedule: [RETRY_MS, RETRY_MS] }, pollMs: RETRY_MS },
    ...(tracer === undefined ? {} : { tracer }),
  })
  open.add('delivery', delivery.stop)

  let batches = 0
  const send = async (path: string, authorization: string, body: object, more = {}): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/json',
        'x-forwarded-proto': 'https',
        ...more,
      },
      body: JSON.stringify(body),
    })
    await answer.arrayBuffer()
    return answer.status
  }
  const webhook = await receiver(t)
  const issued = await fetch(`http://127.0.0.1:${port}/oauth/token`, {
    method: 'POST',
    headers: { 'x-forwarded-proto': 'https' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  })
  const { access_token: appToken } = (await issued.json()) as { access_token: string }
  const callback = { url: webhook.url, events: ['segment.created', 'trip.created'] }
  t.equal(await send('/v2/callbacks', `Bearer ${appToken}`, callback), 201, 'a webhook is registered')
  return {
    webhook,
    memberId,
    log,
    foldMetrics: async () => await fold.registry.metrics(),
    post: async (headers = {}) => {
      const batch = firstBatch(source, Date.now() + batches++ * 100 * DAY_MS)
      return await send('/v2/segments', `Bearer ${memberToken}`, batch, headers)
    },
    flush: async () => {
      const startedAt = performance.now()
      await Promise.all(tracings.map(async (tracing) => await tracing.close()))
      return performance.now() - startedAt
    },
  }
}
