/** Limits of every session of our role in this database (workers/README.md 3.1): a frozen process must not hold rows for long. */
import type { Knex } from 'knex'

const LIMITS: Array<[string, string]> = [
  ['statement_timeout', '5s'],
  ['lock_timeout', '3s'],
  ['idle_in_transaction_session_timeout', '2s'],
  ['tcp_keepalives_idle', '5'],
  ['tcp_keepalives_interval', '2'],
  ['tcp_keepalives_count', '2'],
  ['synchronous_commit', 'on'],
]

const NOT_PERMITTED = '42501'

/** Sets the limits for sessions to come. A role that may not change itself keeps its own: its owner has decided. */
export async function setRoleLimits(knex: Knex): Promise<void> {
  const {
    rows: [me],
  } = (await knex.raw(
    'select quote_ident(current_user) as role, quote_ident(current_database()) as base',
  )) as {
    rows: Array<{ role: string; base: string }>
  }
  if (me === undefined) throw new Error('a select without from has one row')
  for (const [name, value] of LIMITS) {
    try {
      await knex.raw(`alter role ${me.role} in database ${me.base} set ${name} = '${value}'`)
    } catch (error) {
      if (!isNotPermitted(error)) throw error
      return
    }
  }
}

function isNotPermitted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === NOT_PERMITTED
}
