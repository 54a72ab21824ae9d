/** The request log as an application's developer reads it: every request, nothing secret, nobody else's. */
import t from 'tap'
import type { LostCause, RequestLog } from '../../../api/request-log/request-log.js'
import { startRequestLog } from '../../../api/request-log/request-log.js'
import { requestLogReader } from '../../../db/request-log/read-requests.js'
import { requestLogStore } from '../../../db/request-log/save-requests.js'
import type { LoggedRequest, RequestLogStore, RequestQuery } from '../../../schemas/oauth/logged-request.js'
import { startIngress } from '../../support/api/ingress.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'

const ALL: RequestQuery = {
  statusClass: null,
  method: null,
  path: null,
  request: null,
  memberId: null,
  since: null,
  until: null,
  before: null,
  limit: 50,
}

t.test('requests of an application, with their errors and without secrets', async (t) => {
  const logs: RequestLog[] = []
  let answered = 0
  const ingress = await startIngress(t, {
    settings: { perApp: 6 },
    deps: {
      observeRequest: (...seen) => {
        logs[0]?.observe(...seen)
        answered++
      },
    },
  })
  const { pool } = ingress.database
  // The clock advances a second per query: requests within one millisecond have no order.
  let clock = Date.now() - 50_000
  const start = (store: RequestLogStore): RequestLog =>
    startRequestLog({ store, perDay: 100, now: () => (clock += 1_000), onLost: () => {}, log: silentLog() })
  const requestLog = start(requestLogStore(pool))
  logs.push(requestLog)
  const member = await ingress.createMember()
  const token = await ingress.token(member, 'agency', { scope: 'trips:read' })
  const appToken = await ingress.appToken('agency')
  await ingress.request('/v2/trips?limit=5&segments=1&source=ada%40example.com&x=very-secret', { token })
  await ingress.request('/v2/trips/12?access_token=very-secret', {
    token,
    headers: { 'x-request-id': 'mine-1' },
  })
  await ingress.request('/v2/segments', {
    method: 'POST',
    token,
    body: { segments: [{ first_name: 'very-secret' }] },
  })
  await ingress.request('/v2/sources?q=very-secret', { token: appToken })
  await ingress.request('/v2/trips', { token: appToken })
  await ingress.request('/v2/trips', { token })
  await ingress.request('/v2/trips', { token })
  await ingress.request('/v2/me', { token: await ingress.token(member, 'other') })
  await ingress.request('/v2/segments', {
    method: 'POST',
    token: await ingress.token(member, 'batches'),
    body: { segments: [{ type: 'Air', source: 'manual', first_name: 'very-secret' }] },
  })
  const past = Math.floor(Date.now() / 1_000) - 100
  await ingress.request('/v2/me', { token: await ingress.token(member, 'ended', { exp: past }) })
  const revoked = await ingress.token(member, 'ended', { gid: 'withdrawn' })
  ingress.revoked.add('withdrawn')
  await ingress.request('/v2/me', { token: revoked })
  await ingress.request('/v2/me')
  await ingress.request('/v2/nothing', { token })
  await until('all are answered', () => answered === 13)
  await requestLog.stop()

  const reader = requestLogReader(pool)
  const rows = await reader.list('agency', ALL)
  const shown = ({ method, route, path, query, status, error, memberId }: LoggedRequest): unknown => [
    `${method} ${route} ${path} ${query}`,
    status,
    error,
    memberId === member ? 'member' : memberId,
  ]
  t.same(rows.toReversed().map(shown), [
    ['GET /v2/trips /v2/trips limit=5&segments=1&source', 200, null, 'member'],
    ['GET /v2/trips/:trip_id /v2/trips/12 ', 404, rows.at(-2)?.error, 'member'],
    ['POST /v2/segments /v2/segments ', 403, 'insufficient_scope', 'member'],
    ['GET /v2/sources /v2/sources q', 200, null, null],
    ['GET /v2/trips /v2/trips ', 403, 'insufficient_scope', null],
    ['GET /v2/trips /v2/trips ', 200, null, 'member'],
    ['GET /v2/trips /v2/trips ', 429, 'rate_limited', 'member'],
  ])
  t.match(rows.at(-2), { request: 'mine-1', description: /./ })
  t.notMatch(JSON.stringify(rows), /very-secret|\bada\b/)
  t.ok(rows.every(({ at, ms }) => Math.abs(Date.now() - at) < 60_000 && ms < 60_000))

  const [batch] = await reader.list('batches', ALL)
  t.match(batch, { status: 400, error: /./, description: /^Segment 1 of 1: /, errors: { more: 0 } })
  t.ok(batch!.errors!.list.length > 1, 'all errors, not the first alone')
  for (const { field, text } of batch!.errors!.list) {
    t.match(field, /^segments\[0\]\.\w+/)
    t.match(text, /./)
  }
  const ended = await reader.list('ended', ALL)
  t.same(ended.map(({ description }) => description).toSorted(), [
    'The access token has expired.',
    'The access token was revoked.',
  ])
  for (const one of ended) t.match(one, { status: 401, memberId: member, errors: { list: [{ hint: /./ }] } })

  const found = async (query: Partial<RequestQuery>): Promise<number[]> =>
    (await reader.list('agency', { ...ALL, ...query })).map(({ status }) => status)
  t.same(await found({ statusClass: 'refused' }), [429, 403, 403, 404])
  t.same(await found({ statusClass: '4xx', method: 'POST' }), [403])
  t.same(await found({ statusClass: '5xx' }), [])
  t.same(await found({ statusClass: '2xx', path: '/v2/so' }), [200])
  t.same(await found({ request: 'mine-1' }), [404])
  t.same(await found({ memberId: '1' }), [])
  t.same(await found({ memberId: member, statusClass: '2xx' }), [200, 200])
  t.same(await found({ until: rows.at(-1)!.at }), [])
  t.same(await found({ since: rows.at(-1)!.at, limit: 2 }), [429, 200])
  t.same(await found({ before: rows[4]!, limit: 2 }), [404, 200])
})

t.test('a batch that was not saved is saved later, and what cannot be saved is counted', async (t) => {
  const saved: LoggedRequest[][] = []
  const lost: LostCause[] = []
  let isAway = true
  const store: RequestLogStore = {
    save: async (_day, rows, counts) => {
      if (isAway) throw new Error('away')
      saved.push([...rows])
      return await Promise.resolve([...counts])
    },
  }
  const begin = (): RequestLog =>
    startRequestLog({
      store,
      perDay: 9,
      now: Date.now,
      onLost: (cause) => {
        lost.push(cause)
      },
      log: silentLog(),
    })
  const answer = (log: RequestLog, request: string): void => {
    const caller = { kind: 'app', client: 'a', by: 'token' }
    const answered = { method: 'GET', route: '/v2/me', status: 200, ms: 1, request, client: 'a' }
    log.observe(answered, { url: '/v2/me', caller, fault: null } as never)
  }
  const first = begin()
  answer(first, 'one')
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  isAway = false
  answer(first, 'two')
  await first.stop()
  t.same(
    saved.flat().map(({ request }) => request),
    ['one', 'two'],
  )
  isAway = true
  const second = begin()
  answer(second, 'three')
  await second.stop()
  t.same(lost, ['database'])
})
