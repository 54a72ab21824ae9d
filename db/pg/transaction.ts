import pg from 'pg'
import { isQueryTimeout } from './connect.js'

/** What goes through a month of events, or millions of deliveries, takes longer than an everyday statement may. */
export const LONG_STATEMENT_TIMEOUT = "set local statement_timeout = '60s'"

/** A deadlock ends one of those in it, whose work is begun anew: it has done nothing, and the other one was let through. */
const DEADLOCK = '40P01'
const TRIES = 4

/**
 * Runs the work in one transaction: committed when it returns, rolled back when it throws. It may be run again from its
 * beginning, so it changes nothing but the database.
 */
export async function transaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await once(pool, work)
    } catch (error) {
      if (tried === TRIES || !(error instanceof pg.DatabaseError) || error.code !== DEADLOCK) throw error
    }
  }
}

async function once<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
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
    // A connection that could not roll back is in an unknown state: it is not given to anybody else.
    client.release(broken)
  }
}
