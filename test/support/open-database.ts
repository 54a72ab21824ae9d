import type { Test } from 'tap'
import { connect, type ConnectOptions, type Database } from '../../db/pg/connect.js'
import type { DatabaseRole } from '../../db/roles/grants.js'
import { asRole } from './as-role.js'
import { testDatabase } from './servers.js'
import { silentLog } from './silent-log.js'

export interface OpenDatabase extends Database {
  url: string
}

/** Connections to a database of the test's own, or to the one at `url`; closed when the test ends. */
export async function openDatabase(t: Test, options: Partial<ConnectOptions> = {}): Promise<OpenDatabase> {
  const url = options.url ?? (await testDatabase(t))
  const database = connect({ name: 'test', log: silentLog(), ...options, url })
  t.teardown(database.close)
  return { ...database, url }
}

/** A pool for the test itself, and a knex with the rights of a role. */
export async function openAsRole(t: Test, role: DatabaseRole): Promise<Pick<Database, 'pool' | 'knex'>> {
  const { url, pool } = await openDatabase(t)
  return { pool, knex: (await openDatabase(t, { url: asRole(url, role) })).knex }
}
