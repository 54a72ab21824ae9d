import t from 'tap'
import { controlConnection } from '../../../db/pg/control-connection.js'
import { until } from '../../support/until.js'
import { silentLog } from '../../support/silent-log.js'
import { openDatabase } from '../../support/open-database.js'

const SESSIONS =
  "select from pg_stat_activity where datname = current_database() and application_name = 'test control'"

t.test('a session that fails to listen is closed', async (t) => {
  const { url, pool } = await openDatabase(t)
  const session = controlConnection({ url, name: 'test control', log: silentLog() })
  t.teardown(session.close)
  session.listen('', () => {})
  await t.rejects(session.query('select'), { code: '42601' }, 'Postgres rejects a channel without a name')
  await until('the session to close', async () => (await pool.query(SESSIONS)).rowCount === 0)
})

t.test('the next session listens to a channel that the last one could not', async (t) => {
  const { url, pool } = await openDatabase(t)
  const session = controlConnection({ url, name: 'test control', log: silentLog() })
  t.teardown(session.close)
  await session.query('begin')
  await t.rejects(session.query('select 1 / 0'))
  const received: string[] = []
  session.listen('updates', (payload) => {
    received.push(payload)
  })
  await session.query('rollback')
  await until('the notification', async () => {
    await pool.query("notify updates, 'hello'")
    return received.includes('hello')
  })
  t.equal((await pool.query(SESSIONS)).rowCount, 1)
})
