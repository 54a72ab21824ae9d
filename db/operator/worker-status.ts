import type pg from 'pg'

/** Names of workers whose lease holds; one that has just died may still be among them, for three seconds at most. */
export async function liveWorkers(pool: pg.Pool): Promise<string[]> {
  return (
    await pool.query<{ id: string }>('select id from worker where expires_at > now() order by id')
  ).rows.map((row) => row.id)
}

/**
 * Processes of the service that have a session in this database, on whatever machine, by the name they give it:
 * `role-host-pid-dice`. Behind a pooler that hides names only the fold workers are seen, by their control sessions.
 */
export async function connectedProcesses(pool: pg.Pool): Promise<Array<{ name: string; since: Date }>> {
  return (
    await pool.query<{ name: string; since: Date }>(
      `select application_name as name, min(backend_start) as since from pg_stat_activity
     where datname = current_database() and application_name ~ '^(api|fold|deliver)-.*-[0-9]+-[0-9a-f]{6}$'
     group by 1 order by 1`,
    )
  ).rows
}
