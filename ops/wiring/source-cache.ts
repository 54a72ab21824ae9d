import type pg from 'pg'
import { sourceRows } from '../../db/reads/reference-rows.js'
import type { Log } from '../../schemas/base/log.js'
import { repeat } from '../../schemas/work/repeat.js'
import { sourceIndex } from '../../schemas/hints/source-index.js'
import type { SourceIndex } from '../../schemas/hints/source-index.js'
import type { SourceRow } from '../../schemas/itinerary/source-row.js'

export interface SourceCache {
  get: (id: string) => SourceRow | undefined
  /** All by their names, the same object until the sources are reloaded. */
  index: () => SourceIndex
  /** The status of each. */
  statuses: () => Map<string, SourceRow['status']>
  close: () => void
}

const RELOAD_INTERVAL_MS = 5_000

/**
 * All sources in memory, reloaded every five seconds: every process soon knows a source that an operator has
 * added.
 */
export async function startSourceCache(pool: pg.Pool, log: Log): Promise<SourceCache> {
  const load = async (): Promise<Map<string, SourceRow>> =>
    new Map((await sourceRows(pool)).map((row) => [row.id, row]))
  let sources = await load()
  let index = sourceIndex(sources.values())
  const reload = async (): Promise<void> => {
    sources = await load()
    index = sourceIndex(sources.values())
  }
  const reloading = repeat(RELOAD_INTERVAL_MS, reload, (error) => {
    log.warn({ error }, 'sources not reloaded; will retry')
  })
  return {
    get: (id) => sources.get(id),
    index: () => index,
    statuses: () => new Map([...sources].map(([id, { status }]) => [id, status])),
    close: () => void reloading.stop(),
  }
}
