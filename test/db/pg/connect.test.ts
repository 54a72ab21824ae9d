/** Queries that are never answered are given up (workers/DESIGN.md 3.1). */
import t from 'tap'
import { until } from '../../support/until.js'
import { connect, isQueryTimeout, openAll } from '../../../db/pg/connect.js'
import { transaction } from '../../../db/pg/transaction.js'
import { isTransientError } from '../../../api/http/transient-errors.js'
import { proxyTo, through } from '../../support/proxy.js'
import { testDatabase } from '../../support/servers.js'
import { silentLog } from '../../support/silent-log.js'
import { openDatabase } from '../../support/open-database.js'

t.test('connections to a host that vanished are discarded, and new ones opened', async (t) => {
  const url = await testDatabase(t)
  const network = await proxyTo(t, url)
  const { pool } = await openDatabase(t, { url: through(url, network), queryTimeoutMs: 1_000 })
  const failure = async (work: Promise<unknown>): Promise<unknown> =>
    await work.then(
      () => null,
      (error: unknown) => error,
    )
  await pool.query('select 1')
  network.lose()
  const startedAt = performance.now()
  const lost = await failure(pool.query('select 1'))
  t.ok(isQueryTimeout(lost), String(lost))
  t.ok(isTransientError(lost), 'the API answers with a retryable error')
  t.same((await pool.query('select 2 as n')).rows, [{ n: 2 }])
  const broken = await failure(
    transaction(pool, async (client) => {
      network.lose()
      await client.query('select 3')
    }),
  )
  t.ok(isQueryTimeout(broken), String(broken))
  t.same((await pool.query('select 4 as n')).rows, [{ n: 4 }])
  t.ok(
    performance.now() - startedAt < 10_000,
    'each waits for one query timeout, not until the kernel gives up',
  )
})

t.test('close resolves once Postgres has ended the sessions', async (t) => {
  const direct = await openDatabase(t, { name: 'observer' })
  const network = await proxyTo(t, direct.url)
  const url = through(direct.url, network)
  const { pool, close } = connect({ url, name: 'slow network', log: silentLog() })
  await Promise.all([pool.query('select pg_sleep(0.05)'), pool.query('select pg_sleep(0.05)')])
  network.stall('up')
  let isResumed = false
  setTimeout(() => {
    isResumed = true
    network.resume()
  }, 200)
  await close()
  t.ok(isResumed, 'it waited for Postgres to hear of it')
  // A busy machine lists a session for a moment after its connection has ended.
  const left = "select from pg_stat_activity where application_name = 'slow network'"
  await until('no session is left', async () => (await direct.pool.query(left)).rowCount === 0)
})

t.test('a pool that is opened whole stays open', async (t) => {
  const { pool } = await openDatabase(t, { name: 'whole', size: 5, keepOpen: true })
  await openAll(pool)
  t.equal(pool.idleCount, 5)
  const left = "select from pg_stat_activity where application_name = 'whole'"
  t.equal((await pool.query(left)).rowCount, 5)
})
