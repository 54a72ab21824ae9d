/**
 * Whether prepared statements work through DATABASE_URL. A pooler in transaction mode gives each transaction
 * some free server connection, so a statement prepared in one is missing in the next, unless the pooler
 * prepares it there (PgBouncer since 1.21, with max_prepared_statements above 0). Hot paths prepare every
 * statement.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The statement is missing, or exists already. */
const PREPARED_STATEMENT_ERRORS = new Set(['26000', '42P05'])
/** Whether the pooler hands out the server connection that was freed last or first, three rounds suffice. */
const ROUNDS = 4
/** With only one free server connection the second client has to wait for the first. */
const WAIT_MS = 500

/**
 * Runs one prepared statement in several transactions, while another client holds a second server connection,
 * until it has run on both. Resolves with null, or with the error of Postgres if prepared statements do not
 * work. Rejects if Postgres cannot be reached.
 */
export async function preparedStatementFailure(pool: pg.Pool): Promise<string | null> {
  const client = await pool.connect()
  const other = await pool.connect().catch((error: unknown) => {
    client.release()
    throw error
  })
  let broken = true
  try {
    const failure = await runOnTwoConnections(client, other)
    broken = failure !== null
    return failure
  } finally {
    client.release(broken)
    other.release(broken)
  }
}

async function runOnTwoConnections(client: pg.PoolClient, other: pg.PoolClient): Promise<string | null> {
  const name = `check_${randomBytes(6).toString('hex')}`
  const statement = { name, text: 'select pg_backend_pid() as pid' }
  const backends = new Set<number>()
  try {
    for (let round = 0; round < ROUNDS && backends.size < 2; round++) {
      await other.query('begin')
      const begun = client.query('begin').then(() => true)
      const areBothHeld = await Promise.race([begun, sleep(WAIT_MS, false)])
      if (!areBothHeld) await other.query('commit')
      await begun
      const { rows } = await client.query<{ pid: number }>(statement)
      for (const { pid } of rows) backends.add(pid)
      if (!areBothHeld) {
        await client.query('commit')
        return null
      }
      // The order in which connections are freed decides which client gets which in the next round.
      const [first, second] = round % 2 === 0 ? [client, other] : [other, client]
      await first.query('commit')
      await second.query('commit')
    }
    return null
  } catch (error) {
    if (error instanceof pg.DatabaseError && PREPARED_STATEMENT_ERRORS.has(error.code ?? ''))
      return error.message
    throw error
  }
}
