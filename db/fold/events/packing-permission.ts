/**
 * Whether events may be packed (event-packs.ts): not while a process of a version is live that reads `event` row by row and
 * would take a pack for one event.
 */
import type pg from 'pg'
import { IS_LIVE } from '../../pg/live-process.js'

const ALL_READ_PACKS = `select not exists (select from process where reads_packs is null and ${IS_LIVE}) as may`
const EVERY_MS = 1_000

/** Asks at most once a second; without an answer from Postgres it is a no. */
export function packingPermission(pool: pg.Pool): () => Promise<boolean> {
  let answer: Promise<boolean> | null = null
  let askedAt = 0
  const ask = async (): Promise<boolean> => {
    const { rows } = await pool.query<{ may: boolean }>(ALL_READ_PACKS)
    return rows[0]?.may === true
  }
  return async () => {
    if (answer === null || performance.now() - askedAt >= EVERY_MS) {
      askedAt = performance.now()
      answer = ask().catch(() => false)
    }
    return await answer
  }
}
