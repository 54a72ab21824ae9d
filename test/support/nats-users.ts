/** Users of a nats-server: those of ops/deploy, and those that sign a challenge instead of sending a password. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nkeys } from 'nats'
import { ROOT } from '../../ops/config/paths.js'

/** The users as ops/deploy/nats/users.conf has them; the password of each is its name and `-password`. */
export function roleUsers(): string {
  return readFileSync(join(ROOT, 'ops/deploy/nats/users.conf'), 'utf8').replace(
    /\$NATS_([A-Z]+)_PASSWORD/g,
    (_, user: string) => `"${user.toLowerCase()}-password"`,
  )
}

type KeyPair = ReturnType<typeof nkeys.createUser>

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')

/** A user with an nkey: the configuration that admits it, and the seed. */
export function nkeyUser(): { users: string; seed: string } {
  const user = nkeys.createUser()
  return { users: `authorization { users: [{ nkey: ${user.getPublicKey()} }] }`, seed: text(user.getSeed()) }
}

/** An operator with two accounts: the configuration that trusts it, and the credentials file of a user. */
export function jwtUser(): { users: string; creds: string } {
  const operator = nkeys.createOperator()
  const system = nkeys.createAccount()
  const account = nkeys.createAccount()
  const user = nkeys.createUser()
  const unlimited = { subs: -1, conn: -1, leaf: -1, imports: -1, exports: -1, data: -1, payload: -1 }
  const storage = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 }
  const accountJwt = (pair: KeyPair, limits: object): string =>
    jwt(operator, pair, { type: 'account', version: 2, limits: { ...limits, wildcards: true } })
  const users = [
    `operator: ${jwt(operator, operator, { type: 'operator', version: 2, system_account: system.getPublicKey() })}`,
    `system_account: ${system.getPublicKey()}`,
    'resolver: MEMORY',
    'resolver_preload {',
    `  ${system.getPublicKey()}: ${accountJwt(system, unlimited)}`,
    `  ${account.getPublicKey()}: ${accountJwt(account, { ...unlimited, ...storage })}`,
    '}',
  ].join('\n')
  const userJwt = jwt(account, user, { type: 'user', version: 2, subs: -1, data: -1, payload: -1 })
  return {
    users,
    creds: [
      '-----BEGIN NATS USER JWT-----',
      userJwt,
      '------END NATS USER JWT------',
      '',
      '-----BEGIN USER NKEY SEED-----',
      text(user.getSeed()),
      '------END USER NKEY SEED------',
      '',
    ].join('\n'),
  }
}

/** A JWT as NATS signs it (nats-io/jwt): Ed25519 by an nkey. */
function jwt(issuer: KeyPair, subject: KeyPair, nats: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = {
    jti: subject.getPublicKey(),
    iat: Math.floor(Date.now() / 1000),
    iss: issuer.getPublicKey(),
    name: 'test',
    sub: subject.getPublicKey(),
    nats,
  }
  const signed = `${part({ typ: 'JWT', alg: 'ed25519-nkey' })}.${part(claims)}`
  return `${signed}.${Buffer.from(issuer.sign(Buffer.from(signed))).toString('base64url')}`
}
