/** Developers with a session, for tests of the console. */
import { randomToken, tokenHash } from '../../../api/oauth/random-token.js'
import { newTotpSecret, totpCode, totpStep } from '../../../api/pages/sign-in/totp.js'
import { developerAccounts } from '../../../db/sign-in/developer-accounts.js'
import { findOrCreateDeveloper } from '../../../ops/wiring/provision.js'
import { idGenerator } from '../../../schemas/base/ids.js'
import { PASSWORD } from './auth-fixtures.js'
import type { AuthNode } from './auth-node.js'
import { visitor } from './visitor.js'
import type { Visitor } from './visitor.js'

let ids: ReturnType<typeof idGenerator> | null = null
let people = 0

export interface TestDeveloper {
  id: string
  email: string
  totp: Buffer
  code: (steps?: number) => string
}

/** A developer with PASSWORD and a second factor. */
export async function aDeveloper(node: AuthNode): Promise<TestDeveloper> {
  ids ??= idGenerator(62, Date.now)
  const email = `dev${++people}@mail.example`
  const deps = {
    knex: node.knex,
    ids,
    passwords: node.auth.deps.passwords,
    keys: node.auth.keys,
    settings: node.auth.deps.settings,
  }
  const id = await findOrCreateDeveloper(deps, {
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
  const who = visitor(node)
  const token = randomToken('')
  await node.auth.deps.sessions.open({
    kind: 'developer',
    accountId: developer.id,
    hash: tokenHash(token),
    secondFactor: true,
    address: '127.0.0.1',
    agent: 'test',
  })
  who.cookies.set('__Host-dev', token)
  return who
}
