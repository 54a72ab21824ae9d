/** What readiness says of a Postgres that is there, hangs, and is gone. */
import t from 'tap'
import { databaseCheck } from '../../../db/pg/readiness-check.js'
import { connect } from '../../../db/pg/connect.js'
import { proxy } from '../../support/proxy.js'
import { testDatabase } from '../../support/servers.js'
import { until } from '../../support/until.js'
import { silentLog } from '../silent-log.js'

t.test(
  'a Postgres that hangs is told of in time, by one question however often it is asked, and so is its return',
  async (t) => {
    const url = new URL(await testDatabase(t))
    const between = await proxy({ host: url.hostname, port: Number(url.port) })
    t.teardown(between.close)
    url.port = String(between.port)
    const { pool, close } = connect({ url: url.href, name: 'test', log: silentLog })
    t.teardown(close)
    const check = databaseCheck(pool)
    t.equal(await check(), 'ok')
    between.stall('both')
    const began = performance.now()
    t.same(
      new Set(await Promise.all(Array.from({ length: 10 }, check))),
      new Set(['cannot be asked: no answer within 2000 ms']),
    )
    t.ok(performance.now() - began < 2_400, 'before the supervisor has given up on the process')
    t.equal(pool.totalCount, 1)
    between.resume()
    await until('it answers again', async () => (await check()) === 'ok')
    await between.close()
    t.match(await check(), /^cannot be asked: /)
  },
)
