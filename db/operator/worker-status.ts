/** Which workers and processes are connected. */
import type pg from 'pg'

/** Workers whose lease holds; one that has just died may be listed for up to three seconds. */
export async function liveWorkers(pool: pg.Pool): Promise<string[]> {
  return (
    await pool.query<{ id: string }>('select id from worker where expires_at > now() order by id')
  ).rows.map((row) => row.id)
}

const PROCESSES = `
  select application_name as name, min(backend_start) as since from pg_stat_activity
  where datname = current_database() and application_name ~ '^(api|fold|deliver)-.*-[0-9]+-[0-9a-f]{6}$'
  group by 1 order by 1`

/**
 * Processes of the service with a session in this database, on any machine, by name (`role-host-pid-suffix`).
 * Behind a pooler that hides names only fold workers show, by their control connections.
 */
export async function connectedProcesses(pool: pg.Pool): Promise<Array<{ name: string; since: Date }>> {
  return (await pool.query<{ name: string; since: Date }>(PROCESSES)).rows
}
