/** An answer that never comes is not waited for for ever (workers/README.md 3.1: a worker gives up when it is sick). */
import t from 'tap'
import { connect, isQueryTimeout } from '../../../db/pg/connect.js'
import { transaction } from '../../../db/pg/transaction.js'
import { isTransientError } from '../../../api/http/transient-errors.js'
import { proxy } from '../../support/proxy.js'
import { testDatabase } from '../../support/servers.js'
import { silentLog } from '../../support/silent-log.js'

t.test('connections to a host that is gone without a word are thrown away, others are made', async (t) => {
  const url = new URL(await testDatabase(t))
  const between = await proxy({ host: url.hostname, port: Number(url.port) })
  t.teardown(between.close)
  url.port = String(between.port)
  const { pool, close } = connect({ url: url.href, name: 'test', log: silentLog(), queryTimeoutMs: 1_000 })
  t.teardown(close)
  const failure = async (work: Promise<unknown>): Promise<unknown> =>
    await work.then(
      () => null,
      (error: unknown) => error,
    )
  await pool.query('select 1')
  between.lose()
  const begun = performance.now()
  const lost = await failure(pool.query('select 1'))
  t.ok(isQueryTimeout(lost), String(lost))
  t.ok(isTransientError(lost), 'whoever asked the door may ask again')
  t.same((await pool.query('select 2 as n')).rows, [{ n: 2 }])
  const broken = await failure(
    transaction(pool, async (client) => {
      between.lose()
      await client.query('select 3')
    }),
  )
  t.ok(isQueryTimeout(broken), String(broken))
  t.same((await pool.query('select 4 as n')).rows, [{ n: 4 }])
  t.ok(
    performance.now() - begun < 10_000,
    "one answer is waited for in each, not the end of the kernel's patience",
  )
})
