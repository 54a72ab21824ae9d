import pg from 'pg'
import { isQueryTimeout } from './connect.js'

/**
 * For statements over a month of events or millions of deliveries, which exceed the usual limit
 * (session-limits.ts).
 */
export const LONG_STATEMENT_TIMEOUT = "set local statement_timeout = '60s'"

/** Postgres rolled this transaction back to resolve a deadlock: nothing was done, and it can be repeated. */
const DEADLOCK_DETECTED = '40P01'
const MAX_TRIES = 4

/**
 * Runs `work` in one transaction: commits when it resolves, rolls back when it rejects. After a deadlock
 * `work` runs again from its beginning, so it must change nothing but the database.
 */
export async function transaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await runOnce(pool, work)
    } catch (error) {
      if (tries === MAX_TRIES || !(error instanceof pg.DatabaseError) || error.code !== DEADLOCK_DETECTED)
        throw error
    }
  }
}

/**
 * Runs `work` in a transaction. Transactions of one member run one after the other, so that each counts what the
 * others created.
 */
export async function memberTurn<T>(
  pool: pg.Pool,
  member: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return await transaction(pool, async (client) => {
    await client.query('select from member where id = $1 for no key update', [member])
    return await work(client)
  })
}

async function runOnce<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    if (isQueryTimeout(error)) broken = error as Error
    else
      await client.query('rollback').catch((failure: unknown) => {
        broken = failure instanceof Error ? failure : new Error(String(failure))
      })
    throw error
  } finally {
    // A connection that could not roll back is in an unknown state and must not return to the pool.
    client.release(broken)
  }
}
