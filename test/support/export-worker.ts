import type { Knex } from 'knex'
import type { Test } from 'tap'
import { jobStore } from '../../db/jobs/job-store.js'
import { exportPerson } from '../../ops/wiring/jobs/export-person.js'
import { startJobWorker } from '../../workers/jobs/service.js'
import { asRole } from './as-role.js'
import { openDatabase } from './open-database.js'
import { silentLog } from './silent-log.js'

const DAY_MS = 86_400_000

/** A worker that makes exports in this thread, until the test ends; `refuse`: it only fails. */
export async function startExportWorker(
  t: Test,
  { knex, databaseUrl }: { knex: Knex; databaseUrl: string },
  { refuse = false } = {},
): Promise<{ stop: () => Promise<void> }> {
  const worker = `jobs-test-${process.pid}-${Math.random()}`
  const { pool } = await openDatabase(t, { url: asRole(databaseUrl, 'jobs') })
  await knex('process').insert({
    ...{ name: worker, role: 'jobs', host: 'h', pid: 1, version: 'v' },
    started: new Date(),
    heartbeat: 'infinity',
  })
  const { stop } = startJobWorker({
    store: jobStore(pool, worker),
    handlers: {
      export: {
        atOnce: 1,
        attempts: 1,
        keepMs: DAY_MS,
        run: async (job) => {
          if (refuse) throw new Error('no room')
          return await exportPerson(job, { pool, worker, authUrl: 'https://auth.example.com' })
        },
      },
    },
    log: silentLog(),
    pollMs: 20,
  })
  t.teardown(stop)
  return { stop }
}
