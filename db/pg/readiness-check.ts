/** Whether Postgres answers, for the readiness of a process. */
import type pg from 'pg'

/** Prepared, as hot paths are: a pooler that cannot do that makes the process useless. */
const QUERY = { name: 'readiness', text: 'select 1' }

/** Shorter than the time after which a readiness probe gives up on the process itself. */
const TIMEOUT_MS = 2_000

/**
 * Returns a check that resolves to `ok` or to a short reason, and never rejects. Only one query runs at a
 * time: a server that hangs would otherwise collect one more with every probe.
 */
export function databaseCheck(pool: pg.Pool): () => Promise<string> {
  let running: Promise<string> | null = null
  return async () => {
    running ??= pool
      .query(QUERY)
      .then(
        () => 'ok',
        (error: unknown) => `query failed: ${String(error)}`,
      )
      .finally(() => {
        running = null
      })
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<string>((resolve) => {
      timer = setTimeout(() => {
        resolve(`query failed: no answer within ${TIMEOUT_MS} ms`)
      }, TIMEOUT_MS)
    })
    try {
      return await Promise.race([running, timeout])
    } finally {
      clearTimeout(timer)
    }
  }
}
