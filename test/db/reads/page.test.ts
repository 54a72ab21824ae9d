import t from 'tap'
import { accountReads } from '../../../db/reads/accounts.js'
import { openDatabase } from '../../support/open-database.js'

t.test('every page of a list says how many there are in all', async (t) => {
  const { pool } = await openDatabase(t)
  await pool.query(
    `insert into account (member_id, id, status, source, account_id, classification, holder, ownership, version,
      updated, doc, state)
    select 1, n, 'Active', 'airline_dl', n, 'airline', '{}', 'Unconfirmed', 1, now(), '{}', '{}'
    from generate_series(1, 5) n`,
  )
  const { list } = accountReads(pool)
  const page = async (limit: number, offset: number, after: string | null = null): Promise<unknown> => {
    const query = { status: null, classification: null, limit, offset }
    const { rows, total } = await list('1', { ...query, after: after === null ? null : { id: after, at: 0 } })
    return [rows.map(({ id }) => id).join(' '), total]
  }
  t.same(await page(2, 0), ['1 2', 5])
  t.same(await page(2, 4), ['5', 5], 'the last one, which is not full')
  t.same(await page(9, 0), ['1 2 3 4 5', 5])
  t.same(await page(2, 9), ['', 5], 'beyond the end')
  t.same(await page(9, 0, '3'), ['4 5', 5], 'after a cursor')
})
