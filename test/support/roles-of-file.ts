import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { ROOT } from '../../ops/config/paths.js'
import { ROLES, type RoleName } from '../../ops/roles/role.js'
import { withClient } from './with-client.js'

const NAMES = ['owner', ...ROLES] as const

/** URLs of a database as the users that ops/deploy/postgres/roles.sql makes there, under names of their own. */
export async function rolesOfFile(t: Test, url: string): Promise<Record<'owner' | RoleName, string>> {
  const suffix = randomBytes(4).toString('hex')
  const names = NAMES.map((role) => `tripfold_${role}_${suffix}`)
  const sql = readFileSync(join(ROOT, 'ops/deploy/postgres/roles.sql'), 'utf8')
  await withClient(url, async (admin) => {
    await admin.query(sql.replace(new RegExp(`\\btripfold_(${NAMES.join('|')})\\b`, 'g'), `$&_${suffix}`))
    for (const name of names) await admin.query(`alter role ${name} password 'a-password'`)
  })
  t.teardown(async () => {
    await withClient(url, async (admin) => {
      await admin.query(`drop owned by ${names.join()} cascade; drop role ${names.join()}`)
    })
  })
  const as = (username: string): string =>
    Object.assign(new URL(url), { username, password: 'a-password' }).href
  return Object.fromEntries(NAMES.map((role, at) => [role, as(names[at]!)])) as Record<
    'owner' | RoleName,
    string
  >
}
