import t from 'tap'
import { readMemberHistory } from '../../../db/fold/member-history.js'
import { openDatabase } from '../../support/open-database.js'

t.test('a read that fails leaves the connections usable', async (t) => {
  const { pool } = await openDatabase(t)
  await t.rejects(readMemberHistory(pool, 'no id'), { code: '22P02' })
  t.same((await pool.query('select 1 as one')).rows, [{ one: 1 }])
})
