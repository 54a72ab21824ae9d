import type pg from 'pg'

/**
 * The stored check value of SECRET_KEY: `sealed` itself if there was none. All processes that call it at once
 * get the same value.
 */
export async function secretCheck(pool: pg.Pool, sealed: Uint8Array): Promise<Uint8Array> {
  await pool.query('insert into secret_check (sealed) values ($1) on conflict do nothing', [sealed])
  const {
    rows: [row],
  } = await pool.query<{ sealed: Buffer }>('select sealed from secret_check')
  if (row === undefined) throw new Error('the check value of SECRET_KEY was removed while it was read')
  return row.sealed
}
