/** Settings of TLS and credentials that cannot be used, or contradict each other, are named with their fix. */
import { join } from 'node:path'
import t from 'tap'
import { ConfigError, readConfig } from '../../../../ops/config/config.js'
import { testAuthority } from '../../../support/certificates.js'
import { jwtUser, nkeyUser } from '../../../support/nats-users.js'

const authority = await testAuthority('authority of a test')
const { cert, key } = await authority.issue({ name: 'client' })
const dir = t.testdir({
  'ca.crt': authority.ca,
  'client.crt': cert,
  'client.key': key,
  'other.key': (await authority.issue({ name: 'other' })).key,
  'user.creds': jwtUser().creds,
  'user.nk': nkeyUser().seed,
  junk: 'nothing of the kind',
})
const at = (name: string): string => join(dir, name)
const NATS = { NATS_URL: 'tls://nats.example:4222' }
const POSTGRES = 'postgres://tripfold@db.example/tripfold'

t.test('what cannot be used', async (t) => {
  const invalid: Array<[given: Record<string, string>, message: RegExp]> = [
    [
      { DATABASE_URL: `${POSTGRES}?sslmode=prefer` },
      /^DATABASE_URL asks for sslmode=prefer: use one of disable, require, verify-ca, verify-full$/,
    ],
    [
      { DATABASE_CONTROL_URL: `${POSTGRES}?sslmode=verify-full&sslrootcert=/no/ca` },
      /^DATABASE_CONTROL_URL names \/no\/ca as sslrootcert, which does not exist: give/,
    ],
    [
      { DATABASE_URL: `${POSTGRES}?sslrootcert=${at('ca.crt')}` },
      /^DATABASE_URL contains sslrootcert but asks for no TLS: add sslmode=verify-full$/,
    ],
    [
      { DATABASE_URL: `${POSTGRES}?sslmode=require&sslcert=${at('client.crt')}` },
      /^DATABASE_URL contains only one of sslcert and sslkey: give both/,
    ],
    [{ DATABASE_URL: `${POSTGRES}?sslmode=verify-ca` }, /^DATABASE_URL asks for sslmode=verify-ca without/],
    [
      { NATS_URL: 'nats://a:4222,tls://b:4222' },
      /^NATS_URL contains servers with tls:\/\/ and others without: write tls:\/\/ before every server/,
    ],
    [
      { NATS_URL: 'nats://a:4222', NATS_CA: at('ca.crt') },
      /^NATS_CA is set, but NATS_URL does not ask for TLS: write tls:\/\//,
    ],
    [{ ...NATS, NATS_CA: '/no/ca' }, /^NATS_CA is \/no\/ca, which does not exist: give/],
    [{ ...NATS, NATS_CA: at('junk') }, /^NATS_CA is \S+junk, which contains no certificate: give/],
    [{ ...NATS, NATS_CERT: at('client.crt') }, /^NATS_KEY is not set: set both/],
    [
      { ...NATS, NATS_CERT: at('client.crt'), NATS_KEY: at('other.key') },
      /^NATS_KEY is \S+other\.key, which is not the key of the certificate in NATS_CERT: give/,
    ],
    [{ ...NATS, NATS_CREDS: at('junk') }, /^NATS_CREDS is \S+junk, which contains no credentials: give/],
    [{ ...NATS, NATS_NKEY: at('junk') }, /^NATS_NKEY is \S+junk, which contains no nkey seed of a user/],
    [
      { ...NATS, NATS_NKEY: at('user.nk'), NATS_CREDS: at('user.creds') },
      /^NATS_NKEY is set, and so is NATS_CREDS: set only one of them$/,
    ],
    [
      { NATS_URL: 'tls://ada:pw@nats.example', NATS_CREDS: at('user.creds') },
      /^NATS_CREDS is set, but NATS_URL contains a user too: take the user out/,
    ],
    [{ NATS_NKEY: at('user.nk') }, /^NATS_NKEY is set, but NATS_URL is not: set NATS_URL/],
    [{ SMTP_TLS: 'required' }, /^SMTP_TLS is set, but SMTP_URL is not: set SMTP_URL, or unset it$/],
    [
      { SMTP_URL: 'smtp://mail.example', SMTP_TLS: 'sometimes' },
      /^SMTP_TLS is "sometimes": use one of offered, required$/,
    ],
    [
      { SMTP_URL: 'smtp://mail.example?requireTLS=false', SMTP_TLS: 'required' },
      /^SMTP_URL contains requireTLS: use SMTP_TLS and SMTP_CA instead$/,
    ],
    [{ SMTP_URL: 'smtp://mail.example', SMTP_CA: at('junk') }, /^SMTP_CA is \S+junk, which contains no/],
  ]
  for (const [given, message] of invalid) {
    let problem = ''
    try {
      readConfig(given)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      problem = error.message
    }
    t.match(problem, message, JSON.stringify(given))
  }
})

t.test('what can be used', async (t) => {
  const client = { NATS_CA: at('ca.crt'), NATS_CERT: at('client.crt'), NATS_KEY: at('client.key') }
  for (const given of [
    { ...NATS, ...client },
    { ...NATS, NATS_CREDS: at('user.creds') },
    { NATS_URL: 'nats://nats.example', NATS_NKEY: at('user.nk') },
    { DATABASE_URL: `${POSTGRES}?sslmode=verify-full&sslrootcert=${at('ca.crt')}` },
    { DATABASE_URL: `${POSTGRES}?sslmode=disable` },
    { SMTP_URL: 'smtp://mail.example', SMTP_TLS: 'required', SMTP_CA: at('ca.crt') },
  ])
    t.doesNotThrow(() => readConfig(given), JSON.stringify(given))
})
