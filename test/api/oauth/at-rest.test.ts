/** Full flows leave no secret in the database, nor in the log (oauth.md 5.6). */
import t from 'tap'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PASSWORD_KIBIBYTES } from '../../../api/pages/sign-in/passwords.js'
import { readableSecret } from '../../../api/pages/sign-in/totp.js'
import { makeLog } from '../../../ops/process/log.js'
import {
  aMember,
  api,
  authorizePath,
  location,
  memberTokens,
  PASSWORD,
  signedInMember as sessionOf,
  tokenRequest,
  tokensOf,
  refreshed,
  appTokenRequest,
} from '../../support/auth/auth-fixtures.js'
import type { TestApp } from '../../support/auth/auth-fixtures.js'
import { authNode } from '../../support/auth/auth-node.js'
import { aDeveloper } from '../../support/auth/developer-fixtures.js'
import { secretCollector, shown } from '../../support/auth/secret-collector.js'
import { dumpTables, failWithout, SECRET_TABLES } from '../../support/auth/tables.js'
import { unescaped, visitor } from '../../support/auth/visitor.js'

const folder = mkdtempSync(join(tmpdir(), 'tripfold-log-'))
const logFile = join(folder, 'api.log')
t.teardown(() => {
  rmSync(folder, { recursive: true, force: true })
})
const node = await authNode(t, {
  log: makeLog({ LOG_LEVEL: 'debug', LOG_FILE: logFile }, 'api'),
  passwordKibibytes: PASSWORD_KIBIBYTES,
})
const { secrets, expect, send, linkTo, resetLinkTo } = secretCollector(node)

// A developer signs up, signs in, creates an application, rotates every secret, and resets the password.
const developer = await aDeveloper(node)
for (const [form, bytes] of [
  ['base32', readableSecret(developer.totp).replaceAll(' ', '')],
  ['base64', developer.totp.toString('base64')],
  ['hex', developer.totp.toString('hex')],
] as const)
  secrets.set(`second factor, ${form}`, bytes)
secrets.set('password', PASSWORD)
const newcomer = visitor(node)
secrets.set('password of the newcomer', 'open sesame, newcomer')
await send(
  newcomer,
  '/console/signup',
  '/console/signup',
  { name: 'New', organisation: 'Newcomers', email: 'new@mail.example', password: 'open sesame, newcomer' },
  200,
)
await send(newcomer, linkTo('new@mail.example', 'sign-up link of a developer'), '/console/confirm', {}, 200)
const dev = visitor(node)
secrets.set('wrong password', 'not the password')
await send(
  dev,
  '/console/login',
  '/console/login',
  { email: developer.email, password: 'not the password' },
  422,
)
await send(dev, '/console/login', '/console/login', { email: developer.email, password: PASSWORD })
secrets.set('half a session of a developer', dev.cookies.get('__Host-dev')!)
await send(dev, '/console/second-factor', '/console/second-factor', { code: developer.code(1) })
secrets.set('session of a developer', dev.cookies.get('__Host-dev')!)
const made = await send(
  dev,
  '/console/apps/new',
  '/console/apps/new',
  { name: 'Planner', environment: 'production', redirect_uri: 'https://partner.example/cb' },
  200,
)
const app: TestApp = {
  clientId: shown(made, /tf_[\w-]{22}/),
  clientSecret: shown(made, /tfs_[\w-]{43}/),
  redirectUri: 'https://partner.example/cb',
}
secrets.set('client secret', app.clientSecret)
const home = `/console/apps/${app.clientId}`
const second = shown(
  await send(dev, `${home}/credentials`, `${home}/rotate`, { overlap: '86400' }, 200),
  /tfs_[\w-]{43}/,
)
secrets.set('second client secret', second)
secrets.set('password in a webhook URL', 'hook-pass-word-42')
const hook = await send(
  dev,
  `${home}/webhooks`,
  `${home}/webhook`,
  { webhook_url: 'https://hooks:hook-pass-word-42@partner.example/hook' },
  200,
)
secrets.set('signing secret', shown(hook, /whsec_[^<]+/))
const hookSettings = `${/href="([^"]+\/webhooks\/\d+)"/.exec((await dev.get(`${home}/webhooks`)).text)![1]!}/settings`
secrets.set(
  'second signing secret',
  shown(await send(dev, hookSettings, `${home}/webhook/rotate`, {}, 200), /whsec_[^<]+/),
)
await resetLinkTo(developer.email, '/console', 'reset link of a developer')

// A member signs up through an application's link, consents, changes the password and resets it.
const who = visitor(node)
const state = 'state-of-the-client-0123456789'
const verifier = 'a-verifier.of_just~the-right-length-0123456789'
const email = 'cleo@mail.example'
for (const [what, secret] of [
  ['state', state],
  ['verifier', verifier],
  ['password of the member', 'a fine long password'],
  ['next password', 'another fine password'],
  ['last password', 'the last fine password'],
] as const)
  secrets.set(what, secret)
const path = authorizePath(app, {
  state,
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
})
const start = await who.get(path)
secrets.set('visitor cookie', who.cookies.get('__Host-visit')!)
await send(
  who,
  unescaped(/href="(\/oauth\/signup[^"]*)"/.exec(start.text)![1]!),
  '/oauth/signup',
  { first_name: 'Cleo', last_name: 'Example', email, password: 'a fine long password' },
  200,
)
const signedUp = await send(who, linkTo(email, 'sign-up link of a member'), '/oauth/confirm', {}, 200)
secrets.set('session of a member', who.cookies.get('__Host-sid')!)
const consent = await who.get(unescaped(/href="(\/oauth\/authenticate[^"]*)"/.exec(signedUp.text)![1]!))
secrets.set('consent token', /name="consent_token" value="([^"]+)"/.exec(consent.text)![1]!)
const code = location(
  await expect(303, who.submit(consent, '/oauth/authenticate', { decision: 'allow' })),
).get('code')!
secrets.set('code', code)
const first = tokensOf(
  await tokenRequest(node, app, {
    grant_type: 'authorization_code',
    redirect_uri: app.redirectUri,
    code,
    code_verifier: verifier,
  }),
)
const next = tokensOf(await refreshed(node, app, first.refreshToken))
const ofApp = tokensOf(await appTokenRequest(node, { ...app, clientSecret: second }))
for (const [name, tokens] of Object.entries({ first, next, ofApp })) {
  secrets.set(`${name} access token`, tokens.accessToken)
  secrets.set(`${name} refresh token`, tokens.refreshToken)
}
await expect(200, api(node, next.accessToken))
await expect(200, node.call('/v2/sources', { headers: { client_id: app.clientId, client_secret: second } }))
const address = async ({ accessToken }: { accessToken: string }): Promise<string> => {
  const feed = await expect(
    201,
    node.call('/v2/calendar-feeds', {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: '{"name":"Phone"}',
    }),
  )
  const secret = /cal_[\w-]{43}/.exec(feed.text)![0]
  await expect(200, node.call(`/v2/trips.ics?feed=${secret}`))
  return secret
}
secrets.set('calendar address', await address(next))
const mailAddress = await send(who, '/account/mail', '/account/mail', { name: 'Airlines' }, 200)
const mailSecret = shown(mailAddress, /(?<=trips\+)[\da-f]{40}/)
secrets.set('secret of an address for mails', mailSecret)
await send(who, '/account/security', '/account/password', {
  current: 'a fine long password',
  password: 'another fine password',
})
const forgetful = visitor(node)
await send(forgetful, await resetLinkTo(email, '/oauth', 'reset link of a member'), '/oauth/reset', {
  password: 'the last fine password',
})

// Clients that send secrets in the wrong place, a replay, and internal failures, which are logged.
await node.call(`/v2/me?access_token=${next.accessToken}`)
await node.post(`/oauth/token?client_secret=${app.clientSecret}&code=${code}`, {})
await tokenRequest(node, app, {
  grant_type: 'authorization_code',
  redirect_uri: app.redirectUri,
  code,
  code_verifier: verifier,
})
// The replay ended the calendar address with its grant; this one stays.
const feedSecret = await address(await memberTokens(node, app, await sessionOf(node, await aMember(node))))
secrets.set('another calendar address', feedSecret)
for (const [table, ask] of [
  ['oauth_refresh', async () => await refreshed(node, { ...app, clientSecret: second }, ofApp.refreshToken)],
  [
    'oauth_code',
    async () =>
      await tokenRequest(node, app, {
        grant_type: 'authorization_code',
        redirect_uri: app.redirectUri,
        code,
        code_verifier: verifier,
      }),
  ],
  [
    'app_secret',
    async () =>
      await node.call('/v2/sources', {
        headers: { client_id: app.clientId, client_secret: app.clientSecret },
      }),
  ],
  ['web_session', async () => await who.get(`/account/trips?state=${state}`)],
  [
    'mail_link',
    async () => await forgetful.get(`/oauth/reset?token=${secrets.get('reset link of a developer')!}`),
  ],
  ['calendar_feed', async () => await node.call(`/v2/trips.ics?feed=${feedSecret}`)],
] as const)
  await failWithout(node.knex, table, ask)

for (const table of ['signing_key', 'webhook_key'])
  for (const row of await node.knex(table).select<Array<{ private: Buffer }>>('private')) {
    secrets.set(
      `private half, ${table}`,
      (JSON.parse(node.auth.vault.open('signing key', row.private).toString()) as { d: string }).d,
    )
  }

const dump = await dumpTables(node.knex)

t.test('94 and 99 no table holds a secret in clear', async (t) => {
  t.ok(dump.includes(email) && dump.includes(app.clientId), 'the dump is complete')
  for (const table of SECRET_TABLES)
    t.match(dump, new RegExp(`^public\\.${table} `, 'm'), `${table} is in it`)
  t.ok(secrets.size > 30, `${secrets.size} secrets`)
  for (const [what, secret] of secrets) {
    t.ok(secret.length >= 12, `${what} is one`)
    // The client's state is kept with a mailed link, so that sign-up returns to the request; it is no secret.
    if (what === 'state') continue
    t.notOk(dump.includes(secret), what)
    t.notOk(dump.includes(Buffer.from(secret).toString('hex')), `${what} as bytes`)
  }
  t.notMatch(dump, /"d":/, 'no private key')
})

t.test('95 random values are stored as their SHA-256', async (t) => {
  const values = [
    ['oauth_refresh', next.refreshToken],
    ['oauth_code', code],
    ['app_secret', app.clientSecret],
    ['web_session', dev.cookies.get('__Host-dev')!],
    ['mail_link', secrets.get('reset link of a developer')!],
    ['calendar_feed', feedSecret],
    ['mail_address', mailSecret],
  ] as const
  for (const [table, value] of values) {
    t.ok(
      await node
        .knex(table)
        .where({ hash: createHash('sha256').update(value).digest() })
        .first(node.knex.raw('1')),
      table,
    )
    const { rows } = (await node.knex.raw(`select distinct octet_length(hash) as bytes from ${table}`)) as {
      rows: Array<{ bytes: number }>
    }
    t.same(rows, [{ bytes: 32 }], table)
  }
})

t.test('96 passwords are stored as argon2id', async (t) => {
  for (const table of ['member_login', 'developer']) {
    const rows = await node.knex(table).select<Array<{ password_hash: string }>>('password_hash')
    t.ok(rows.length > 0)
    for (const row of rows) t.match(row.password_hash, /^\$argon2id\$v=19\$m=47104,t=1,p=1\$/, table)
  }
})

t.test('100 the log holds no secret and no query', async (t) => {
  const log = readFileSync(logFile, 'utf8')
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: number; msg: string })
  t.ok(lines.filter((line) => line.level >= 40).length >= 6, 'each failure was logged')
  for (const [what, secret] of secrets) {
    t.notOk(log.includes(secret), what)
    t.notOk(log.includes(encodeURIComponent(secret)), `${what}, encoded`)
  }
  t.notMatch(log, /[?&](token|code|state|feed|access_token|client_secret)=/, 'no query')
})
