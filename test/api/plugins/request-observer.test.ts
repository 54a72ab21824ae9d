/** Every request is reported once, with nothing secret and nothing personal. */
import { connect } from 'node:net'
import t from 'tap'
import type { AnsweredRequest } from '../../../api/plugins/request-observer.js'
import { startIngress } from '../../support/api/ingress.js'
import { until } from '../../support/until.js'

t.test('one report for each request, by route pattern', async (t) => {
  const seen: AnsweredRequest[] = []
  const ingress = await startIngress(t, {
    deps: {
      observeRequest: (answered) => {
        seen.push(answered)
      },
    },
  })
  const member = await ingress.createMember()
  const token = await ingress.token(member, 'agency')
  await ingress.request('/v2/me', { token, headers: { 'x-request-id': 'abc' } })
  await ingress.request('/v2/trips/12?access_token=very-secret', { token })
  await ingress.request('/v2/nothing/very-secret')
  await ingress.request('/v2/me', { method: 'DELETE' })
  await ingress.request('/v2/me', { token: 'very-secret' })
  await until('all are reported', () => seen.length >= 5)
  const shown = ({ method, route, status, client }: AnsweredRequest): unknown => [
    method,
    route,
    status,
    client,
  ]
  t.same(seen.map(shown), [
    ['GET', '/v2/me', 200, 'agency'],
    ['GET', '/v2/trips/:trip_id', 404, 'agency'],
    ['GET', null, 404, null],
    ['DELETE', null, 405, null],
    ['GET', '/v2/me', 401, null],
  ])
  t.equal(seen[0]?.request, 'abc')
  t.ok(seen.every((one) => one.ms > 0 && one.ms < 60_000))
  t.notMatch(JSON.stringify(seen), /very-secret/)
  t.notMatch(JSON.stringify(seen), member)

  const { hostname, port } = new URL(ingress.url)
  const socket = connect(Number(port), hostname)
  socket.write(
    'POST /v2/segments HTTP/1.1\r\nhost: x\r\nx-forwarded-proto: https\r\n' +
      `authorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
  )
  setTimeout(() => {
    socket.destroy()
  }, 200)
  await until('a request that the client gave up is reported', () => seen.length === 6)
  t.match(seen[5], { method: 'POST', route: '/v2/segments', status: 499 })
})
