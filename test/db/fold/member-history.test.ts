import t from 'tap'
import { connect } from '../../../db/pg/connect.js'
import { readMemberHistory } from '../../../db/fold/member-history.js'
import { testDatabase } from '../../support/servers.js'
import { silentLog } from '../../support/silent-log.js'

t.test('a read that fails leaves the connections usable', async (t) => {
  const { pool, close } = connect({ url: await testDatabase(t), name: 'test', log: silentLog() })
  t.teardown(close)
  await t.rejects(readMemberHistory(pool, 'no id'), { code: '22P02' })
  t.same((await pool.query('select 1 as one')).rows, [{ one: 1 }])
})
