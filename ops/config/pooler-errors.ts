import type pg from 'pg'
import { preparedStatementFailure } from '../../db/pg/pooler-check.js'
import { ConfigError } from './config.js'

/**
 * Throws a ConfigError if prepared statements do not work through DATABASE_URL. Rejects if it cannot be
 * reached.
 */
export async function checkPooler(pool: pg.Pool): Promise<void> {
  const failure = await preparedStatementFailure(pool)
  if (failure === null) return
  throw new ConfigError([
    {
      name: 'DATABASE_URL',
      problem: `is a pooler that loses prepared statements between transactions (${failure})`,
      fix: 'use PgBouncer 1.21 or newer with max_prepared_statements > 0, or pool_mode = session',
    },
  ])
}
