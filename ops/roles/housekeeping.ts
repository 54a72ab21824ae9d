import type pg from 'pg'
import type { Knex } from 'knex'
import { runHousekeeping } from '../../db/operator/housekeeping.js'
import type { Log } from '../../schemas/base/log.js'
import { publisher } from '../../workers/stream/publish.js'
import type { NatsConnection } from '../../workers/stream/connection/connect.js'
import type { Config } from '../config/config.js'
import { retention } from '../config/retention.js'
import { leaseIds, shortLivedOwner } from '../wiring/id-generator.js'
import { deletePastTrips } from '../wiring/past-trips.js'

const HOUR_MS = 3_600_000

export interface HousekeepingParts {
  knex: Knex
  pool: pg.Pool
  nc: NatsConnection
  log: Log
}

/** Deletes what is old by the settings, now and every hour. `stop` waits for the running statement only. */
export function startHousekeeping(parts: HousekeepingParts, config: Config): { stop: () => Promise<void> } {
  const { knex, log } = parts
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const run = (): void => {
    running = running.then(async () => {
      const deleted = await runHousekeeping(knex, log, stopping.signal, retention(config))
      if (Object.keys(deleted).length > 0) log.info({ deleted }, 'old rows deleted')
      if (stopping.signal.aborted || config.KEEP_PAST_TRIP_DAYS === 0) return
      await endPastTrips(parts, config.KEEP_PAST_TRIP_DAYS).catch((error: unknown) => {
        log.warn({ error }, 'past trips not deleted; will retry at the next run')
      })
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

/** A role that delivers has no id slot, so one is leased for the run. */
async function endPastTrips({ knex, pool, nc, log }: HousekeepingParts, days: number): Promise<void> {
  const { ids, release } = await leaseIds(pool, { owner: shortLivedOwner('housekeeping'), log })
  const sender = publisher(nc)
  try {
    const trips = await deletePastTrips(knex, { ids, publish: sender.publish }, days)
    if (trips > 0) log.info({ trips }, 'deletion of past trips requested')
  } finally {
    sender.close()
    await release()
  }
}
