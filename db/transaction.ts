import type pg from 'pg'

/** Runs the work in one transaction: committed when it returns, rolled back when it throws. */
export async function transaction<T> (pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: unknown) => { broken = failure instanceof Error ? failure : new Error(String(failure)) })
    throw error
  } finally {
    // A connection that could not roll back is in an unknown state: it is not given to anybody else.
    client.release(broken)
  }
}
