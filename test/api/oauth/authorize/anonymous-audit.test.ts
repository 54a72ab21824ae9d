/** Requests that prove nothing share rows of the audit log, so that a stranger cannot fill it (oauth.md 5.7, 115). */
import t from 'tap'
import { anApp, authorizePath, tokenRequest } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/https-site.js'
import { aDeveloper, signedInDeveloper } from '../../../support/auth/developer-fixtures.js'
import { visitor } from '../../../support/auth/visitor.js'

const REQUESTS = 100
const AT_ONCE = 10
const node = await authNode(t, {
  trustedProxies: ['127.0.0.1'],
  settings: { clientFailures: 5, signInFailures: 5 },
})
const developer = await aDeveloper(node)
const app = await anApp(node, { developerId: developer.id })

interface Row {
  event: string
  count: number
  address: string
}
const rowsOf = async (event: string): Promise<Row[]> =>
  await node.knex('audit').where({ event }).orderBy('id').select<Row[]>('event', 'count', 'address')
const total = (rows: Row[]): number => rows.reduce((sum, { count }) => sum + count, 0)
const refused = async (i: number, from: string): Promise<Answer> =>
  await node.call(authorizePath(app, { redirect_uri: `https://evil.example/${i}`, state: `s${i}` }), {
    headers: { 'x-forwarded-for': from },
  })

t.test('refused authorization requests of one network and hour are one row with a count', async (t) => {
  for (let i = 0; i < REQUESTS; i += AT_ONCE) {
    const some = Array.from(
      { length: AT_ONCE },
      async (_, at) => await refused(i + at, `2001:db8:0:1::${i + at}`),
    )
    for (const { status } of await Promise.all(some)) t.equal(status, 400)
  }
  const rows = await rowsOf('authorize_refused')
  // Two if the hour ended meanwhile.
  t.ok(rows.length <= 2, `${rows.length} rows`)
  t.equal(total(rows), REQUESTS)

  await refused(0, '2001:db8:0:2::1')
  t.equal(total(await rowsOf('authorize_refused')), REQUESTS + 1)
  t.equal((await rowsOf('authorize_refused')).length, rows.length + 1, 'another network has its own')
  await node.call(authorizePath(app, { state: null }), { headers: { 'x-forwarded-for': '2001:db8:0:2::1' } })
  t.equal((await rowsOf('authorize_refused')).length, rows.length + 2, 'and so has another reason')

  const who = await signedInDeveloper(node, developer)
  t.match((await who.get(`/console/apps/${app.clientId}`)).text, `${REQUESTS + 2} refused`)
  const page = await who.get(`/console/apps/${app.clientId}/requests`)
  if (rows.length === 1) t.match(page.text, `refused, ${REQUESTS} times within an hour`)
})

t.test('so are wrong client secrets, and what is throttled', async (t) => {
  for (let i = 0; i < 30; i++)
    await tokenRequest(
      node,
      { ...app, clientSecret: `wrong ${i}` },
      { grant_type: 'client_credentials' },
      { 'x-forwarded-for': '203.0.113.9' },
    )
  const who = visitor(node)
  const page = await who.get('/oauth/login')
  const guess = { email: 'ann@mail.example', password: 'a guess' }
  for (let i = 0; i < 30; i++)
    await who.submit(page, '/oauth/login', guess, { 'x-forwarded-for': '203.0.113.9' })
  const secrets = await rowsOf('token_refused')
  t.equal(total(secrets), 5)
  t.ok(secrets.length <= 2, `${secrets.length} rows`)
  const throttled = await rowsOf('throttled')
  t.equal(total(throttled), 50)
  t.ok(throttled.length <= 4, `${throttled.length} rows`)
})
