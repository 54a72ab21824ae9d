import type { Knex } from 'knex'
import { runHousekeeping } from '../../db/operator/housekeeping.js'
import type { Log } from '../../schemas/base/log.js'

const HOUR_MS = 3_600_000

/** Throws old things away now and every hour from now on. `stop` waits for the statement that is running, no longer. */
export function startHousekeeping(knex: Knex, log: Log): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const run = (): void => {
    running = running.then(async () => {
      const gone = await runHousekeeping(knex, log, stopping.signal)
      if (Object.keys(gone).length > 0) log.info({ gone }, 'old rows were thrown away')
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
