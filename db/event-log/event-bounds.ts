/** Where the event log ends for readers now, and how much of its beginning is gone (webhooks.md 1.1). */
import type pg from 'pg'
import type { EventPlace } from '../../schemas/webhooks/event-query.js'

/** Before every event of its transaction. */
const FIRST_OF_TRANSACTION = { sequence: 0, id: '00000000-0000-0000-0000-000000000000' }

/**
 * The position behind every event that reads show from now on: those of transactions that run, or begin later, follow it.
 */
export async function endOfLog(pool: pg.Pool): Promise<EventPlace> {
  const { rows } = await pool.query<{ xid: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as xid',
  )
  if (rows[0] === undefined) throw new Error('a select without from returned no row')
  return { xid: rows[0].xid, ...FIRST_OF_TRANSACTION }
}

/**
 * Whether the log goes on after the position without a gap, but for events of persons who were erased. Not if retention has
 * dropped such events, nor if the position is ahead of the log, which a restore has taken back. To be asked after a read:
 * what is dropped later, the read has seen.
 */
export async function goesOnAfter(pool: pg.Pool, { xid }: EventPlace): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from fan_out_sweep
    where dropped_to < $1::xid8 and $1::xid8 <= pg_snapshot_xmin(pg_current_snapshot())`,
    [xid],
  )
  return rowCount === 1
}
