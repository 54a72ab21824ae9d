/** Which workers and processes are alive. */
import type pg from 'pg'
import { IS_LIVE } from '../pg/live-process.js'
import { STORED_FORM } from './process-heartbeat.js'

/** Workers whose lease holds; one that has just died may be listed for up to three seconds. */
export async function liveWorkers(pool: pg.Pool): Promise<string[]> {
  return (
    await pool.query<{ id: string }>('select id from worker where expires_at > now() order by id')
  ).rows.map((row) => row.id)
}

export interface LiveProcess {
  /** `role-host-pid-suffix` */
  name: string
  version: string
  started: Date
}

const PROCESSES = `select name, version, started from process where ${IS_LIVE} order by name`

/**
 * Processes of the service on any machine, by their heartbeats; one that has just died may be listed for up
 * to five seconds.
 */
export async function liveProcesses(pool: pg.Pool): Promise<LiveProcess[]> {
  return (await pool.query<LiveProcess>(PROCESSES)).rows
}

const EARLIER = `select name, version from process where ${IS_LIVE} and stored_form < $1 order by name`

/** Live processes of versions that would misread rows of this one. */
export async function processesOfEarlierForms(
  pool: pg.Pool,
): Promise<Array<Pick<LiveProcess, 'name' | 'version'>>> {
  return (await pool.query<LiveProcess>(EARLIER, [STORED_FORM])).rows
}
