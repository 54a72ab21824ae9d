/** Readiness while Postgres answers, hangs, and is gone. */
import t from 'tap'
import { databaseCheck } from '../../../db/pg/readiness-check.js'
import { openDatabase } from '../../support/open-database.js'
import { proxyTo, through } from '../../support/proxy.js'
import { testDatabase } from '../../support/servers.js'
import { until } from '../../support/until.js'

t.test(
  'a Postgres that hangs is reported in time, with one query however often it is checked, and so is its return',
  async (t) => {
    const url = await testDatabase(t)
    const network = await proxyTo(t, url)
    const { pool } = await openDatabase(t, { url: through(url, network) })
    const check = databaseCheck(pool)
    t.equal(await check(), 'ok')
    network.stall('both')
    const startedAt = performance.now()
    t.same(
      new Set(await Promise.all(Array.from({ length: 10 }, check))),
      new Set(['query failed: no answer within 2000 ms']),
    )
    t.ok(performance.now() - startedAt < 2_400, 'before the supervisor gives up on the process')
    t.equal(pool.totalCount, 1)
    network.resume()
    await until('an answer', async () => (await check()) === 'ok')
    await network.close()
    t.match(await check(), /^query failed: /)
  },
)
