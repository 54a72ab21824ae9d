import t from 'tap'
import { connect } from '../../../db/pg/connect.js'
import { controlConnection } from '../../../db/pg/control-connection.js'
import { testDatabase } from '../../support/servers.js'
import { until } from '../../support/until.js'
import { silentLog } from '../silent-log.js'

const SESSIONS =
  "select from pg_stat_activity where datname = current_database() and application_name = 'test control'"

t.test('a session that could not begin to listen ends', async (t) => {
  const url = await testDatabase(t)
  const { pool, close } = connect({ url, name: 'test', log: silentLog })
  t.teardown(close)
  const session = controlConnection({ url, name: 'test control', log: silentLog })
  t.teardown(session.close)
  session.listen('', () => {})
  await t.rejects(session.query('select'), { code: '42601' }, 'Postgres refuses a channel without a name')
  await until('no session is left', async () => (await pool.query(SESSIONS)).rowCount === 0)
})

t.test('what a session failed to listen to is heard of by the next one', async (t) => {
  const url = await testDatabase(t)
  const { pool, close } = connect({ url, name: 'test', log: silentLog })
  t.teardown(close)
  const session = controlConnection({ url, name: 'test control', log: silentLog })
  t.teardown(session.close)
  await session.query('begin')
  await t.rejects(session.query('select 1 / 0'))
  const heard: string[] = []
  session.listen('news', (payload) => {
    heard.push(payload)
  })
  await session.query('rollback')
  await until('the notification is heard', async () => {
    await pool.query("notify news, 'hello'")
    return heard.includes('hello')
  })
  t.equal((await pool.query(SESSIONS)).rowCount, 1)
})
