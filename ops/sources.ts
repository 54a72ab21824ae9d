import type pg from 'pg'
import { sourceRows } from '../db/reference.js'
import type { Log } from '../schemas/log.js'
import type { SourceRow } from '../schemas/source-row.js'

export interface SourceBook {
  get: (id: string) => SourceRow | undefined
  close: () => void
}

const EVERY_MS = 5_000

/** The sources in memory, read again every five seconds: what an operator adds is known to every process soon after. */
export async function sourceBook(pool: pg.Pool, log: Log): Promise<SourceBook> {
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
  }, EVERY_MS)
  timer.unref()
  return {
    get: (id) => book.get(id),
    close: () => {
      clearInterval(timer)
    },
  }
}
