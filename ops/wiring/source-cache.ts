import type pg from 'pg'
import { sourceRows } from '../../db/reads/reference-rows.js'
import type { Log } from '../../schemas/base/log.js'
import type { SourceRow } from '../../schemas/itinerary/source-row.js'

export interface SourceCache {
  get: (id: string) => SourceRow | undefined
  close: () => void
}

const RELOAD_INTERVAL_MS = 5_000

/** The sources in memory, read again every five seconds: what an operator adds is known to every process soon after. */
export async function startSourceCache(pool: pg.Pool, log: Log): Promise<SourceCache> {
  const read = async (): Promise<Map<string, SourceRow>> =>
    new Map((await sourceRows(pool)).map((row) => [row.id, row]))
  let book = await read()
  const timer = setInterval(() => {
    read().then(
      (fresh) => {
        book = fresh
      },
      (error: unknown) => {
        log.warn({ error }, 'the sources could not be read again')
      },
    )
  }, RELOAD_INTERVAL_MS)
  timer.unref()
  return {
    get: (id) => book.get(id),
    close: () => {
      clearInterval(timer)
    },
  }
}
