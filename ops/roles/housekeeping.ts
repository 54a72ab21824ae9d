import type { Knex } from 'knex'
import { runHousekeeping } from '../../db/operator/housekeeping.js'
import type { Log } from '../../schemas/base/log.js'

const HOUR_MS = 3_600_000

/** Deletes old rows now and every hour. `stop` waits for the running statement only. */
export function startHousekeeping(knex: Knex, log: Log): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const run = (): void => {
    running = running.then(async () => {
      const deleted = await runHousekeeping(knex, log, stopping.signal)
      if (Object.keys(deleted).length > 0) log.info({ deleted }, 'old rows deleted')
    })
  }
  const timer = setInterval(run, HOUR_MS)
  timer.unref()
  run()
  return {
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}
