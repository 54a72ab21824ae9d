/** oauth.md 5.6: a full flow leaves no secret in the database, nor in the log. */
import t from 'tap'
import { readFileSync } from 'node:fs'
import { tokenHash } from '../../../api/oauth/random-token.js'
import { aMember, api, authorizePath, location, PASSWORD, tokenRequest, tokensOf } from '../../support/auth-fixtures.js'
import { authNode } from '../../support/auth-node.js'
import { aDeveloper, atConsole } from '../../support/developer-fixtures.js'
import { unescaped, visitor } from '../../support/visitor.js'

const node = await authNode(t)
const secrets = new Map<string, string>()
const developer = await aDeveloper(node)
const dev = await atConsole(node, developer)
secrets.set('developer session', dev.cookies.get('__Host-dev')!)
secrets.set('second factor', developer.totp.toString('base64'))
const made = await dev.submit(await dev.get('/console/apps/new'), '/console/apps/new', { name: 'Planner', environment: 'production', redirect_uri: 'https://partner.example/cb' })
const clientSecret = /tfs_[\w-]{43}/.exec(made.text)![0]
const app = { clientId: /tf_[\w-]{22}/.exec(made.text)![0], clientSecret, redirectUri: 'https://partner.example/cb' }
secrets.set('client secret', clientSecret)
const hook = await dev.submit(await dev.get(`/console/apps/${app.clientId}`), `/console/apps/${app.clientId}/webhook`, { webhook_url: 'https://partner.example/hook' })
secrets.set('signing secret', unescaped(/whsec_[^<]+/.exec(hook.text)![0]))

const member = await aMember(node)
secrets.set('password', PASSWORD)
const who = visitor(node)
const state = 'state-of-the-client-0123456789'
secrets.set('state', state)
const form = await who.get(authorizePath(app, { state }))
secrets.set('visitor cookie', who.cookies.get('__Host-visit')!)
const signedIn = await who.submit(form, '/oauth/login', { email: member.email, password: PASSWORD })
secrets.set('session', who.cookies.get('__Host-sid')!)
const allowed = await who.submit(await who.get(String(signedIn.headers['location'])), '/oauth/authenticate', { decision: 'allow' })
const code = location(allowed).get('code')!
secrets.set('code', code)
const first = tokensOf(await tokenRequest(node, app, { grant_type: 'authorization_code', redirect_uri: app.redirectUri, code }))
const second = tokensOf(await tokenRequest(node, app, { grant_type: 'refresh_token', refresh_token: first.refreshToken }))
const ofApp = tokensOf(await tokenRequest(node, app, { grant_type: 'client_credentials' }))
for (const [name, tokens] of Object.entries({ first, second, ofApp })) {
  secrets.set(`${name} access token`, tokens.accessToken)
  secrets.set(`${name} refresh token`, tokens.refreshToken)
}
await api(node, second.accessToken)
await node.call(`/v2/me?access_token=${second.accessToken}`)
await node.post(`/oauth/token?client_secret=${clientSecret}`, {})
await tokenRequest(node, app, { grant_type: 'authorization_code', redirect_uri: app.redirectUri, code })
await who.submit(await who.get('/oauth/forgot'), '/oauth/forgot', { email: member.email })
secrets.set('reset link', /token=([\w-]+)/.exec(node.mails.at(-1)!.text)![1]!)
await node.knex.raw('alter table oauth_refresh rename to gone')
await tokenRequest(node, app, { grant_type: 'refresh_token', refresh_token: second.refreshToken })
await node.knex.raw('alter table gone rename to oauth_refresh')

const dump = await (async () => {
  const { rows } = await node.knex.raw("select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ('city', 'city_name', 'place', 'airport')") as { rows: Array<{ name: string }> }
  const parts: string[] = []
  for (const { name } of rows) {
    const { rows: lines } = await node.knex.raw(`select t::text as line from ${name} t limit 5000`) as { rows: Array<{ line: string }> }
    parts.push(...lines.map(one => `${name} ${one.line}`))
  }
  return parts.join('\n')
})()

t.test('94 and 99 no table holds a secret in clear', async t => {
  t.ok(dump.includes(member.email), 'the dump is one')
  for (const [what, secret] of secrets) {
    t.notOk(dump.includes(secret), what)
    t.notOk(dump.includes(Buffer.from(secret).toString('hex')), `${what} as bytes`)
  }
  t.notMatch(dump, /"d":/, 'no private key')
})

t.test('95 random values rest as their SHA-256', async t => {
  for (const [table, value] of [['oauth_refresh', second.refreshToken], ['oauth_code', code], ['app_secret', clientSecret]] as const) {
    t.ok(await node.knex(table).where({ hash: tokenHash(value) }).first('client_id'), table)
  }
  const { rows } = await node.knex.raw('select distinct octet_length(hash) as bytes from oauth_refresh union select octet_length(hash) from app_secret') as { rows: Array<{ bytes: number }> }
  t.same(rows, [{ bytes: 32 }])
})

t.test('96 passwords rest as argon2id', async t => {
  const row = await node.knex('member_login').where({ member_id: member.id }).first('password_hash') as { password_hash: string }
  t.match(row.password_hash, /^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
})

t.test('97 and 98 secrets are compared in constant time and made by randomBytes', async t => {
  const { readdirSync } = await import('node:fs')
  const root = new URL('../../../', import.meta.url)
  for (const folder of ['api/oauth/', 'api/console/']) {
    for (const file of readdirSync(new URL(folder, root)).filter(name => name.endsWith('.ts'))) {
      const source = readFileSync(new URL(folder + file, root), 'utf8')
      t.notMatch(source, /Math\.random|randomUUID/, file)
      t.notMatch(source, /(secret|hash|mac|password|code)\w*(\.value)? ===? (?!null|undefined|''|0|1|2)\w*(secret|hash|mac|password)/i, file)
    }
  }
})

t.test('100 the log holds no secret and no query', async t => {
  const lines = JSON.stringify(node.log.lines.map(line => ({ ...line, fields: Object.fromEntries(Object.entries(line.fields).map(([key, value]) => [key, value instanceof Error ? `${value.stack ?? ''} ${JSON.stringify(value)}` : value])) })))
  t.ok(node.log.lines.some(line => line.level === 'error'), 'something was logged')
  for (const [what, secret] of secrets) t.notOk(lines.includes(secret), what)
})
