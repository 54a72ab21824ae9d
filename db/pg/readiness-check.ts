/** Whether Postgres can be used, for the readiness of a process. */
import type pg from 'pg'

/** Sooner than whoever asks a process for its readiness takes the process itself for silent. */
const ANSWER_MS = 2_000

/**
 * Answers `ok` or what is wrong in a few words, and never throws. One question is on its way at a time: a server that hangs
 * would otherwise be left with one more for each look.
 */
export function databaseCheck(pool: pg.Pool): () => Promise<string> {
  let asked: Promise<string> | null = null
  return async () => {
    asked ??= pool
      .query('select 1')
      .then(
        () => 'ok',
        (error: unknown) => `cannot be asked: ${String(error)}`,
      )
      .finally(() => {
        asked = null
      })
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => {
        resolve(`cannot be asked: no answer within ${ANSWER_MS} ms`)
      }, ANSWER_MS)
    })
    try {
      return await Promise.race([asked, late])
    } finally {
      clearTimeout(timer)
    }
  }
}
