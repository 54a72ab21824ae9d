import type { Knex } from 'knex'
import { keepHouse } from '../db/housekeeping.js'
import type { Log } from '../schemas/log.js'

const HOUR_MS = 3_600_000

/** Throws old things away now and every hour from now on; a run that fails is logged, and the next one does its work. */
export function housekeeping (knex: Knex, log: Log): { stop: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  const run = (): void => {
    running = running.then(async () => {
      const gone = await keepHouse(knex)
      if (Object.keys(gone).length > 0) log.info({ gone }, 'old rows were thrown away')
    }).catch((error: unknown) => { log.warn({ error }, 'housekeeping failed; it is tried again in an hour') })
  }
  const timer = setInterval(run, HOUR_MS)
  timer.unref()
  run()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    }
  }
}
