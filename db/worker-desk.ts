import type pg from 'pg'

/** Names of workers whose lease holds; one that has just died may still be among them, for three seconds at most. */
export async function liveWorkers (pool: pg.Pool): Promise<string[]> {
  return (await pool.query<{ id: string }>('select id from worker where expires_at > now() order by id')).rows.map(row => row.id)
}
