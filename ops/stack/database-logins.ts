/**
 * The database of each process of a stack on the embedded Postgres, with a login that has the rights of its role. Passwords
 * are new at every start; a role that joins the stack finds them in a file of the data directory.
 */
import { existsSync, readFileSync } from 'node:fs'
import { connect } from '../../db/pg/connect.js'
import { createLogins } from '../../db/roles/logins.js'
import type { Log } from '../../schemas/base/log.js'
import { dataFiles } from '../config/paths.js'
import type { RoleName } from '../roles/role.js'
import { writePrivateJson } from './ready-file.js'

type DatabaseUrls = Record<RoleName, string>

/** Creates the logins, as the superuser of `url`, and writes them to the file for roles that join. */
export async function provideLogins(dataDir: string, url: string, log: Log): Promise<DatabaseUrls> {
  const { knex, close } = connect({ url, name: 'tripfold start', log })
  try {
    const logins = await createLogins(knex)
    const urls = Object.entries(logins).map(([role, { user, password }]) => [
      role,
      Object.assign(new URL(url), { username: user, password }).href,
    ])
    const made = Object.fromEntries(urls) as DatabaseUrls
    writePrivateJson(dataFiles(dataDir).logins, made)
    return made
  } finally {
    await close()
  }
}

/** The database as the login of a role; null if all processes of the stack share one user. */
export function loginOf(role: RoleName, dataDir: string): string | null {
  const file = dataFiles(dataDir).logins
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DatabaseUrls)[role] : null
}
