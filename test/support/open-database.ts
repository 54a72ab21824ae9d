import type { Test } from 'tap'
import { connect, type ConnectOptions, type Database } from '../../db/pg/connect.js'
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
