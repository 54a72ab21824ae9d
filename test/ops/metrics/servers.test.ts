import { Registry } from 'prom-client'
import t from 'tap'
import { openAll } from '../../../db/pg/connect.js'
import { serverMetrics } from '../../../ops/metrics/servers.js'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import { openDatabase } from '../../support/open-database.js'
import { testNats } from '../../support/servers.js'

t.test('a query waits for a connection while all are in use, and not because of the scrape', async (t) => {
  const { pool } = await openDatabase(t, { size: 4 })
  const nc = await connectStream({ url: (await testNats(t)).url, name: 'test' })
  t.teardown(async () => {
    await nc.close()
  })
  const registry = new Registry()
  serverMetrics(registry, pool, nc)
  const waiting = async (): Promise<string | undefined> =>
    /^tripfold_pool_connections\{state="waiting"\} (\d+)$/m.exec(await registry.metrics())?.[1]
  await openAll(pool)
  t.equal(await waiting(), '0')
  const held = await Promise.all(Array.from({ length: 4 }, async () => await pool.connect()))
  const query = pool.query('select 1')
  // The query, and that of the scrape.
  const found = waiting()
  setTimeout(() => {
    for (const client of held) client.release()
  }, 200)
  t.equal(await found, '2')
  await query
  t.equal(await waiting(), '0')
})
