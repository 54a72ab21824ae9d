/**
 * Everything from a committed event to a partner: database, broker, applications, callbacks, delivery
 * workers.
 */
import type { Test } from 'tap'
import { vault } from '../../../api/oauth/vault.js'
import type { Vault } from '../../../api/oauth/vault.js'
import { connect } from '../../../db/pg/connect.js'
import type { Database } from '../../../db/pg/connect.js'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import type { NatsConnection } from '../../../workers/stream/connection/connect.js'
import { publisher } from '../../../workers/stream/publish.js'
import { ensureStreams } from '../../../workers/stream/setup.js'
import { testDatabase, testNats } from '../servers.js'
import { silentLog } from '../silent-log.js'
import { testCallbacks, type TestCallbacks } from './test-callbacks.js'
import { testEvents, type TestEvents } from './test-events.js'
import { testWorkers, type StartTestWorker } from './test-worker.js'
import { countRows } from '../count-rows.js'

export const SECRET_KEY = 'webhook tests: a key of no importance'

export interface WebhookStack extends TestCallbacks, TestEvents {
  database: Database
  databaseUrl: string
  natsUrl: string
  nc: NatsConnection
  vault: Vault
  /** Starts a delivery worker that stops with the test. */
  worker: StartTestWorker
  count: (table: string, where?: string) => Promise<number>
}

export async function webhookStack(t: Test): Promise<WebhookStack> {
  const databaseUrl = await testDatabase(t)
  const nats = await testNats(t)
  const database = connect({ url: databaseUrl, name: 'webhook test', log: silentLog(), size: 10 })
  const nc = await connectStream({ url: nats.url, name: 'webhook test' })
  await ensureStreams(nc, { partitions: 4, maxBytes: 64 * 2 ** 20, replicas: 1 })
  t.teardown(async () => {
    await nc.close()
    await database.close()
  })
  return { ...webhookParts(t, database, nc), databaseUrl, natsUrl: nats.url }
}

/** The same on an existing database and broker with streams; secrets are sealed by `safe`. */
export function webhookParts(
  t: Test,
  database: Database,
  nc: NatsConnection,
  safe: Vault = vault(SECRET_KEY),
): Omit<WebhookStack, 'databaseUrl' | 'natsUrl'> {
  const { pool } = database
  const stream = publisher(nc)
  t.teardown(() => {
    stream.close()
  })
  return {
    database,
    nc,
    vault: safe,
    ...testCallbacks(pool, safe),
    ...testEvents(pool, stream),
    worker: testWorkers(t, pool, nc, safe),
    count: countRows(pool),
  }
}
