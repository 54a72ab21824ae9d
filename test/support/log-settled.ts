import { until } from './until.js'

/**
 * Waits until the log shows every event there is: it leaves out what is younger than the oldest transaction that runs on the
 * server, and other tests run on it. `count` answers how many rows of a table meet a condition.
 */
export async function logSettled(count: (table: string, where: string) => Promise<number>): Promise<void> {
  await until(
    'older transactions end',
    async () => (await count('event', 'xid >= pg_snapshot_xmin(pg_current_snapshot())')) === 0,
    60_000,
  )
}
