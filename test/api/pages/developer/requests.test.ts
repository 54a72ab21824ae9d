/** The request log in the console (contract.md 11). */
import t from 'tap'
import type { RequestLog } from '../../../../api/request-log/request-log.js'
import { startRequestLog } from '../../../../api/request-log/request-log.js'
import { requestLogStore } from '../../../../db/request-log/save-requests.js'
import { connect } from '../../../../db/pg/connect.js'
import type { LoggedRequest } from '../../../../schemas/oauth/logged-request.js'
import { anApp, tokenRequest } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import { aDeveloper, signedInDeveloper } from '../../../support/auth/developer-fixtures.js'
import { silentLog } from '../../../support/silent-log.js'

const logs: RequestLog[] = []
const node = await authNode(t, {
  observeRequest: (...seen) => {
    logs[0]?.observe(...seen)
  },
})
const developer = await aDeveloper(node)
const who = await signedInDeveloper(node, developer)
const app = await anApp(node, { developerId: developer.id, name: 'Logged' })
const home = `/console/apps/${app.clientId}`
const { pool, close } = connect({ url: node.databaseUrl, name: 'test', log: silentLog() })
t.teardown(close)
const store = requestLogStore(pool)

const NOW = Date.now()
const DAY = Math.floor(NOW / 86_400_000)
const request = (at: number, more: Partial<LoggedRequest> = {}): LoggedRequest => ({
  at: NOW - 100_000 + at,
  request: `id-${at}`,
  clientId: app.clientId,
  memberId: '11',
  method: 'GET',
  route: '/v2/trips/:trip_id',
  path: `/v2/trips/${at}`,
  query: '',
  status: 200,
  ms: 12,
  error: null,
  description: null,
  errors: null,
  ...more,
})
const refused = request(60, {
  request: 'fault/1',
  memberId: null,
  path: '/v2/trips/<b>',
  status: 404,
  error: 'not_found',
  description: 'There is no <b>trip</b> with this id.',
})
await store.save(
  DAY,
  [
    ...Array.from({ length: 60 }, (_, at) => request(at)),
    refused,
    { ...refused, clientId: 'other', request: 'theirs' },
  ],
  [{ clientId: app.clientId, accepted: 60, refused: 1, unlisted: 1_234 }],
)

t.test('the newest requests are listed, in pages, with the errors of refused ones', async (t) => {
  const first = await who.get(`${home}/requests`)
  t.equal(first.status, 200)
  t.match(first.text, /aria-current="page">Requests</)
  t.match(first.text, /GET \/v2\/trips\/&lt;b&gt;/)
  t.match(first.text, /not_found/)
  t.match(first.text, /1,234 further requests/)
  t.notMatch(first.text, /theirs/)
  t.equal(first.text.match(/class="badge (good|bad)">\d/g)?.length, 50)
  const older = /href="[^"]*(\/requests\?[^"]*place=[^"]*)"/.exec(first.text)![1]!
  const second = await who.get(home + older.replaceAll('&amp;', '&'))
  t.equal(second.text.match(/class="badge (good|bad)">\d/g)?.length, 11)
  t.match(second.text, /GET \/v2\/trips\/0</)
  t.notMatch(second.text, /Older requests/)
})

t.test(
  'filters by status, path, traveller, time and request id, also as a problem document has it',
  async (t) => {
    const found = async (query: string): Promise<string[]> =>
      [...(await who.get(`${home}/requests?${query}`)).text.matchAll(/<code>GET ([^<?]*)/g)].map(
        ([, path]) => path!,
      )
    t.same(await found('status=refused'), ['/v2/trips/&lt;b&gt;'])
    t.same(await found('status=5xx'), [])
    t.same(await found('path=/v2/trips/5&status=2xx&request=id-5'), ['/v2/trips/5'])
    t.same(await found('request=urn:request:id-7'), ['/v2/trips/7'])
    t.equal((await found('member=11')).length, 50)
    t.same(await found('member=12'), [])
    t.notMatch((await who.get(`${home}/requests?member=12`)).text, /Refused by the authorization server/)
    t.match((await who.get(`${home}/requests?status=refused`)).text, /Refused by the authorization server/)
    t.same(await found(`until=${new Date(NOW - 86_400_000).toISOString().slice(0, 16)}`), [])
  },
)

t.test('a request has a page of its own, found by its id', async (t) => {
  const page = await who.get(`${home}/requests/${encodeURIComponent('fault/1')}`)
  t.equal(page.status, 200)
  t.match(page.text, /Not Found/)
  t.match(page.text, /There is no &lt;b&gt;trip&lt;\/b&gt; with this id\./)
  t.match(page.text, /Traveller<\/dt><dd>none/)
  t.match(page.text, /href="\/docs\/reference\/errors#not_found"/)
  t.match((await who.get(`${home}/requests/id-1`)).text, /requests\?member=11/)
  await store.save(DAY, [request(70, { request: 'id-1' })], [])
  t.match((await who.get(`${home}/requests/id-1`)).text, /sent this id 2 times/)
  for (const id of ['theirs', 'unknown', '%00'])
    t.equal((await who.get(`${home}/requests/${id}`)).status, 404, id)
})

t.test('every error of a refused request is shown, with its field and hint', async (t) => {
  const errors = {
    list: [
      { code: 'missing_field', text: 'origin is required.', field: 'segments[0].origin', hint: null },
      {
        code: 'invalid_source',
        text: 'Invalid source.',
        field: 'segments[1].source',
        hint: 'Did you mean <i>?',
      },
    ],
    more: 7,
  }
  const more = { request: 'many', status: 400, error: 'missing_field', errors }
  await store.save(DAY, [request(80, more)], [])
  const { text } = await who.get(`${home}/requests/many`)
  for (const shown of [
    'segments[0].origin',
    'origin is required.',
    'segments[1].source',
    'Did you mean &lt;i&gt;?',
  ])
    t.match(text, shown)
  t.match(text, /7 more errors/)
  t.match(text, /href="\/docs\/reference\/errors#segment-errors"/)
  t.match((await who.get(`${home}/requests?request=many`)).text, /missing_field, 9 errors/)
})

t.test('the overview shows the share of refused requests, with a link to them', async (t) => {
  const busy = await anApp(node, { developerId: developer.id, name: 'Busy' })
  const overview = `/console/apps/${busy.clientId}`
  t.match((await who.get(overview)).text, /Requests in 24 hours<\/dt><dd>0<\/dd>/)
  const day = { clientId: busy.clientId, status: 200 }
  await store.save(
    DAY,
    Array.from({ length: 39 }, (_, at) => request(at, day)),
    [],
  )
  await store.save(DAY, [request(-100_000_000, { ...day, status: 500 })], [])
  t.match((await who.get(overview)).text, /39, none refused/)
  await store.save(DAY, [request(50, { ...day, status: 422 })], [])
  const { text } = await who.get(overview)
  const link = /40, <a class="bad" href="([^"]*)">2\.5% refused<\/a>/.exec(text)?.[1] ?? ''
  const listed = await who.get(link.replaceAll('&amp;', '&'))
  t.same(listed.text.match(/class="badge (good|bad)">\d+/g), ['class="badge bad">422'])
})

t.test('calls of the token endpoint are in the log, refused ones too', async (t) => {
  const requestLog = startRequestLog({
    store,
    perDay: 100,
    now: Date.now,
    onLost: () => {},
    log: silentLog(),
  })
  logs.push(requestLog)
  const client = await anApp(node, { developerId: developer.id, name: 'Tokens' })
  const grant = { grant_type: 'client_credentials' }
  t.equal((await tokenRequest(node, client, grant)).status, 200)
  t.equal((await tokenRequest(node, client, { grant_type: 'password' })).status, 400)
  t.equal((await tokenRequest(node, { ...client, clientSecret: 'wrong' }, grant)).status, 401)
  t.equal((await tokenRequest(node, { ...client, clientId: 'nobody' }, grant)).status, 401)
  await requestLog.stop()
  logs.pop()
  const { text } = await who.get(`/console/apps/${client.clientId}/requests`)
  t.same(text.match(/class="badge (good|bad)">\d+/g), [
    'class="badge bad">401',
    'class="badge bad">400',
    'class="badge good">200',
  ])
  t.match(text, /POST \/oauth\/token</)
  t.notMatch(text, /wrong|client_credentials/)
  const page = /href="([^"]*\/requests\/[^"?]+)"/.exec(text)?.[1] ?? ''
  t.match((await who.get(page)).text, /reference\/errors#oauth-error\.invalid_client"/)
})

t.test('too many attempts of a client are shown to its developer', async (t) => {
  const client = await anApp(node, { developerId: developer.id, name: 'Guessed' })
  const strict = await authNode(t, { joins: node, settings: { clientFailures: 1 } })
  const guess = { ...client, clientSecret: 'x' }
  for (let i = 0; i < 2; i++) await tokenRequest(strict, guess, { grant_type: 'client_credentials' })
  const { text } = await who.get(`/console/apps/${client.clientId}/requests`)
  t.match(text, /Too many attempts: slowed down/)
})
