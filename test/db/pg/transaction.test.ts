import t from 'tap'
import type pg from 'pg'
import { transaction } from '../../../db/pg/transaction.js'
import { openDatabase } from '../../support/open-database.js'

t.test('of two deadlocked transactions the one that Postgres rolls back is repeated', async (t) => {
  const { pool } = await openDatabase(t)
  await pool.query('create table pair (id int primary key, n int not null)')
  await pool.query('insert into pair values (1, 0), (2, 0)')
  let waiting = 0
  let release = (): void => {}
  const bothWait = new Promise<void>((resolve) => {
    release = resolve
  })
  const add = async (trx: pg.PoolClient, id: number): Promise<void> => {
    await trx.query('update pair set n = n + 1 where id = $1', [id])
  }
  let runs = 0
  const crossing = async (first: number, second: number): Promise<void> => {
    await transaction(pool, async (trx) => {
      // The other one still waits for the row that was rolled back: taking that first would be a deadlock again.
      if (++runs > 2) await Promise.race(both)
      await add(trx, first)
      if (++waiting === 2) release()
      await bothWait
      await add(trx, second)
    })
  }
  const both = [crossing(1, 2), crossing(2, 1)]
  await Promise.all(both)
  t.equal(runs, 3)
  t.same(
    (await pool.query('select n from pair')).rows,
    [{ n: 2 }, { n: 2 }],
    'work that was rolled back is not applied twice',
  )
})
