/**
 * Heartbeats of processes: each process keeps one row in the table `process` and updates it every second, so
 * that others see which processes are alive whatever a pooler does to sessions and their names (decision 45).
 */
import type pg from 'pg'
import type { Log } from '../../schemas/base/log.js'
import { repeat } from '../../schemas/work/repeat.js'
import { withQueryTimeout } from '../pg/connect.js'

export interface ProcessIdentity {
  /** Unique among all processes there ever were: `role-host-pid-suffix`. */
  name: string
  role: string
  host: string
  pid: number
  version: string
}

const INTERVAL_MS = 1_000
/** An answer that takes longer is of no use: the next heartbeat is due. */
const QUERY_TIMEOUT_MS = 4_000

/** The form of rows that this version writes. Raise it with rows that the version before would misread without an error. */
export const STORED_FORM = 1

/** No index contains `heartbeat`, and most of a page is kept free, so that updates are heap-only. */
const BEAT = `
  insert into process (name, role, host, pid, version, started, stored_form)
  values ($1, $2, $3, $4, $5, $6, ${STORED_FORM})
  on conflict (name) do update set heartbeat = clock_timestamp()`

const LEAVE = 'delete from process where name = $1'

const DELETE_OLD = "delete from process where heartbeat < clock_timestamp() - interval '1 hour'"

/**
 * Writes the first heartbeat, then one every second until `stop`, which removes the row. Also removes rows
 * that are older than an hour. Rejects if the first heartbeat cannot be written; later ones that fail are
 * retried.
 */
export async function startHeartbeat(
  pool: pg.Pool,
  identity: ProcessIdentity,
  log: Log,
): Promise<{ stop: () => Promise<void> }> {
  const { name, role, host, pid, version } = identity
  const values = [name, role, host, pid, version, new Date()]
  const beat = async (): Promise<void> => {
    await pool.query({ ...withQueryTimeout(BEAT, QUERY_TIMEOUT_MS), values })
  }
  await beat()
  await pool.query(DELETE_OLD)
  const beating = repeat(INTERVAL_MS, beat, (error) => {
    log.debug({ error }, 'heartbeat not written; will retry')
  })
  return {
    stop: async () => {
      await beating.stop()
      await pool.query(LEAVE, [name]).catch((error: unknown) => {
        log.debug({ error }, 'heartbeat not removed; it expires by itself')
      })
    },
  }
}
