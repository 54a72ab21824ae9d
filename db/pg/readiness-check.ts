/** Whether Postgres answers, for the readiness and the log of a process. */
import pg from 'pg'
import { connection } from './connect.js'
import { prepared } from './prepared-statements.js'

/** Prepared, as hot paths are: a pooler that cannot do that makes the process useless. */
const QUERY = prepared('select 1', 'readiness')

/** Shorter than the time after which a readiness probe gives up on the process itself. */
const TIMEOUT_MS = 2_000

/**
 * Resolves once Postgres has answered on a connection of its own: those of a pool may still wait for a server
 * that is gone. Rejects after two seconds at the latest.
 */
export async function pingDatabase(url: string): Promise<void> {
  const client = new pg.Client({
    ...connection(url, 'tripfold probe'),
    connectionTimeoutMillis: TIMEOUT_MS / 2,
    query_timeout: TIMEOUT_MS / 2,
  })
  // Errors that come after the answer, or after the timeout, say nothing more.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    // Not awaited: a server that hangs does not close the connection either.
    client.end().catch(() => {})
  }
}

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
