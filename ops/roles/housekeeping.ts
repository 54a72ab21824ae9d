import { join } from 'node:path'
import type pg from 'pg'
import type { Knex } from 'knex'
import { runHousekeeping } from '../../db/operator/housekeeping.js'
import { FIRST_PAST_TRIP, type PastTripPosition } from '../../db/operator/past-trips.js'
import { takeSamplesAgain } from '../../db/person/planner-samples.js'
import type { Log } from '../../schemas/base/log.js'
import { repeat } from '../../schemas/work/repeat.js'
import { publisher } from '../../workers/stream/publish.js'
import type { NatsConnection } from '../../workers/stream/connection/connect.js'
import type { Config } from '../config/config.js'
import { retention } from '../config/retention.js'
import { leaseIds, shortLivedLessee } from '../wiring/id-generator.js'
import { deleteOldMailFiles, MAIL_FOLDER } from '../wiring/mail-files.js'
import { deletePastTrips } from '../wiring/past-trips.js'

const HOUR_MS = 3_600_000

export interface HousekeepingParts {
  knex: Knex
  pool: pg.Pool
  nc: NatsConnection
  log: Log
}

/**
 * Deletes what is old by the settings, now and every hour. `stop` waits for the running statement, or for the messages of
 * one trip.
 */
export function startHousekeeping(parts: HousekeepingParts, config: Config): { stop: () => Promise<void> } {
  const { knex, log } = parts
  const stopping = new AbortController()
  let position = FIRST_PAST_TRIP
  const deleteOld = async (): Promise<void> => {
    const deleted = await runHousekeeping(knex, log, stopping.signal, retention(config))
    if (Object.keys(deleted).length > 0) log.info({ deleted }, 'old rows deleted')
    try {
      await deleteOldMailFiles(join(config.DATA_DIR, MAIL_FOLDER), Date.now())
      if (!stopping.signal.aborted) await takeSamplesAgain(knex)
    } catch (error) {
      log.warn(
        { error },
        'old mails, or samples with erased values, are still there; will retry at the next run',
      )
    }
    if (stopping.signal.aborted || config.KEEP_PAST_TRIP_DAYS === 0) return
    try {
      position = await deleteWithLeasedIds(parts, stopping.signal, config.KEEP_PAST_TRIP_DAYS, position)
    } catch (error) {
      log.warn({ error }, 'past trips not deleted; will retry at the next run')
    }
  }
  const deleting = repeat(HOUR_MS, deleteOld, (error) => {
    log.warn({ error }, 'old rows not deleted; will retry at the next run')
  })
  void deleting.run()
  return {
    stop: async () => {
      stopping.abort()
      await deleting.stop()
    },
  }
}

/** A role that delivers has no id slot, so one is leased for the run. Returns where the next run goes on. */
async function deleteWithLeasedIds(
  { knex, pool, nc, log }: HousekeepingParts,
  stop: AbortSignal,
  days: number,
  after: PastTripPosition,
): Promise<PastTripPosition> {
  const { ids, release } = await leaseIds(pool, { lessee: shortLivedLessee('housekeeping'), log })
  const sender = publisher(nc)
  try {
    const { trips, next } = await deletePastTrips(knex, { ids, publish: sender.publish, stop }, days, after)
    if (trips > 0) log.info({ trips }, 'deletion of past trips requested')
    return next
  } finally {
    sender.close()
    await release()
  }
}
