/** Developers with a session, for tests of the console. */
import { newTotpSecret, totpCode, totpStep } from '../../../api/pages/sign-in/totp.js'
import { developerAccounts } from '../../../db/sign-in/developer-accounts.js'
import { findOrCreateDeveloper } from '../../../ops/wiring/provision.js'
import { PASSWORD, provisioning, withSession } from './auth-fixtures.js'
import type { AuthNode } from './auth-node.js'
import type { Visitor } from './visitor.js'

let people = 0

export interface TestDeveloper {
  id: string
  email: string
  totp: Buffer
  code: (steps?: number) => string
}

/** A developer with PASSWORD and a second factor. */
export async function aDeveloper(node: AuthNode): Promise<TestDeveloper> {
  const email = `dev${++people}@mail.example`
  const id = await findOrCreateDeveloper(provisioning(node), {
    email,
    name: 'Dev Example',
    organisation: 'Example Travel',
    password: PASSWORD,
  })
  const totp = newTotpSecret()
  await developerAccounts(node.knex).setTotp(id, node.auth.vault.seal('second factor', totp), 0)
  return { id, email, totp, code: (steps = 0) => totpCode(totp, totpStep(node.auth.keys.now()) + steps) }
}

/** A visitor with a full session of the developer; signing in is tested elsewhere. */
export async function signedInDeveloper(node: AuthNode, developer: TestDeveloper): Promise<Visitor> {
  return await withSession(node, 'developer', developer.id)
}
