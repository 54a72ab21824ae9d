/** What is listed when there is more than fits: refused requests before accepted ones, and nothing uncounted. */
import t from 'tap'
import { requestBuffer } from '../../../api/request-log/request-buffer.js'
import type { LoggedRequest } from '../../../schemas/oauth/logged-request.js'

const entry = (clientId: string, status: number): LoggedRequest => ({
  at: 0,
  request: 'r',
  clientId,
  memberId: null,
  method: 'GET',
  route: '/v2/me',
  path: '/v2/me',
  query: '',
  status,
  ms: 1,
  error: null,
  description: null,
  errors: null,
})
const statuses = (rows: readonly LoggedRequest[] | undefined): number[] =>
  (rows ?? []).map(({ status }) => status).toSorted((a, b) => a - b)

t.test('a full buffer gives up accepted requests for refused ones, and counts them', (t) => {
  const lost: string[] = []
  const buffer = requestBuffer({ all: 3, perApp: 2, perDay: 100 }, (cause) => lost.push(cause))
  for (const status of [200, 201, 202, 400, 500, 503]) buffer.add(entry('a', status), 1)
  buffer.add(entry('b', 200), 1)
  buffer.add(entry('c', 404), 1)
  const taken = buffer.take()
  t.same(statuses(taken?.rows), [400, 404, 500], 'b gives its place to c')
  t.same(taken?.counts, [
    { clientId: 'a', accepted: 0, refused: 2, unlisted: 4 },
    { clientId: 'b', accepted: 0, refused: 0, unlisted: 1 },
    { clientId: 'c', accepted: 0, refused: 1, unlisted: 0 },
  ])
  t.same(lost, Array(5).fill('buffer'))
  t.equal(buffer.take(), null)
  t.end()
})

t.test('of a day so many accepted requests are listed, and as many refused ones', (t) => {
  const lost: string[] = []
  const buffer = requestBuffer({ all: 100, perApp: 100, perDay: 2 }, (cause) => lost.push(cause))
  for (const status of [200, 200, 200, 400]) buffer.add(entry('a', status), 7)
  t.same(statuses(buffer.take()?.rows), [200, 200, 400])
  buffer.learn(7, [{ clientId: 'a', accepted: 2, refused: 1 }])
  for (const status of [200, 400, 400]) buffer.add(entry('a', status), 7)
  const second = buffer.take()
  t.same(statuses(second?.rows), [400])
  t.equal(second?.counts[0]?.unlisted, 2)
  t.same(lost, ['day', 'day', 'day'])
  buffer.add(entry('a', 200), 8)
  t.same(statuses(buffer.take()?.rows), [200], 'the next day begins with nothing')
  t.end()
})
