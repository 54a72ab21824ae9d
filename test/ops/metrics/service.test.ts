/** The metrics of the service while a server hangs: an alarm must not disappear with it. */
import t from 'tap'
import type { Test } from 'tap'
import { serviceStatus } from '../../../db/operator/service-status.js'
import { serverMetrics } from '../../../ops/metrics/servers.js'
import { processRegistry } from '../../../ops/metrics/registry.js'
import { serviceMetrics } from '../../../ops/metrics/service.js'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import { ensureStreams } from '../../../workers/stream/setup.js'
import { streamStats } from '../../../workers/stream/stream-stats.js'
import { asRole } from '../../support/as-role.js'
import { proxy, type Proxy } from '../../support/proxy.js'
import { testDatabase, testNats } from '../../support/servers.js'
import { openDatabase } from '../../support/open-database.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'

/** A proxy to a server that can be stalled, and its URL. */
async function stallable(t: Test, address: string): Promise<{ url: string; proxied: Proxy }> {
  const url = new URL(address)
  const proxied = await proxy({ host: url.hostname, port: Number(url.port) })
  t.teardown(proxied.close)
  url.port = String(proxied.port)
  return { url: url.href, proxied }
}

t.test('a server that hangs is counted as a problem, and all other metrics arrive in time', async (t) => {
  const postgres = await stallable(t, await testDatabase(t))
  const broker = await stallable(t, (await testNats(t)).url)
  const { pool } = await openDatabase(t, { url: asRole(postgres.url, 'api') })
  const nc = await connectStream({ url: broker.url, name: 'test' })
  t.teardown(async () => {
    await nc.close()
  })
  await ensureStreams(nc, { partitions: 4, maxBytes: 64 * 2 ** 20, replicas: 1 })
  const registry = processRegistry()
  serverMetrics(registry, pool, nc)
  const warnings: unknown[] = []
  const log = { ...silentLog(), warn: (fields: unknown) => void warnings.push(fields) }
  let isRefused = false
  serviceMetrics(
    registry,
    async () => {
      if (isRefused) await pool.query('select from no_such_table')
      return await serviceStatus(pool)
    },
    async () => await streamStats(nc),
    log,
  )
  const page = async (): Promise<{ problems: number; text: string; ms: number }> => {
    const began = performance.now()
    const text = await registry.metrics()
    return {
      problems: Number(/^tripfold_service_view_problems (\d+)$/m.exec(text)?.[1]),
      text,
      ms: performance.now() - began,
    }
  }
  t.equal((await page()).problems, 0)
  postgres.proxied.stall('both')
  await until('the status is read again', async () => (await page()).problems === 1)
  const hanging = await page()
  t.ok(hanging.ms < 2_400, `the page came after ${Math.round(hanging.ms)} ms`)
  t.match(hanging.text, /^tripfold_service_stream_messages\{stream="SEGMENTS"\} 0$/m)
  t.notMatch(hanging.text, /^tripfold_database_answer_seconds /m)
  postgres.proxied.resume()
  await until('it answers again', async () => (await page()).problems === 0)
  broker.proxied.stall('both')
  await until('NATS hangs', async () => (await page()).problems === 1)
  t.match((await page()).text, /^tripfold_service_fold_workers 0$/m)
  broker.proxied.resume()
  await until('NATS answers again', async () => (await page()).problems === 0)
  t.same(warnings, [])
  isRefused = true
  await until('a query is refused', async () => (await page()).problems === 1)
  t.match(warnings, [{ error: /no_such_table/ }])
})
