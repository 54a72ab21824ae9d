/** Poolers that cannot be used, or not for everything. */
import pg from 'pg'
import { connect } from '../../db/pg/connect.js'
import { preparedStatementFailure } from '../../db/pg/pooler-check.js'
import type { Log } from '../../schemas/base/log.js'
import { controlUrl } from './addresses.js'
import { ConfigError } from './config.js'
import type { Config } from './config.js'

const OPTIONS_REFUSED = /unsupported startup parameter/

/**
 * Throws a ConfigError if prepared statements do not work through DATABASE_URL. Rejects if it cannot be
 * reached.
 */
export async function checkPooler(pool: pg.Pool): Promise<void> {
  const failure = await preparedStatementFailure(pool)
  if (failure === null) return
  throw new ConfigError([
    [
      'DATABASE_URL',
      `is a pooler that loses prepared statements between transactions (${failure})`,
      'use PgBouncer 1.21 or newer with max_prepared_statements > 0, or pool_mode = session',
    ],
  ])
}

/**
 * Throws a ConfigError if the sessions that must lead to Postgres itself lead to a pooler, which refuses
 * their options. Says nothing about servers that cannot be reached.
 */
export async function checkControlUrl(
  config: Pick<Config, 'DATABASE_URL' | 'DATABASE_CONTROL_URL'>,
  log: Log,
): Promise<void> {
  const url = controlUrl(config)
  if (url === '') return
  const database = connect({ url, direct: true, name: 'tripfold start', log })
  const failure = await database.pool.query('select 1').then(
    () => null,
    (error: unknown) => error,
  )
  await database.close()
  if (!(failure instanceof pg.DatabaseError) || !OPTIONS_REFUSED.test(failure.message)) return
  throw new ConfigError([
    [
      'DATABASE_CONTROL_URL',
      `leads to a pooler (${failure.message})`,
      'set it to the address of Postgres itself; DATABASE_URL may be the pooler',
    ],
  ])
}
