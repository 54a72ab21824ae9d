/** The clock of the database. */
import type pg from 'pg'
import { prepared } from '../pg/prepared-statements.js'

const CLOCK = prepared('select extract(epoch from clock_timestamp())::float8 * 1000 as now', 'database-time')

/** Its time in epoch milliseconds. */
export async function databaseTime(pool: pg.Pool): Promise<number> {
  const {
    rows: [row],
  } = await pool.query<{ now: number }>(CLOCK)
  if (row === undefined) throw new Error('a select without from returned no row')
  return row.now
}
