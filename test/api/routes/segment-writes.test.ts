/** Single segments that are changed and withdrawn at once, and days later (contract.md 2). */
import t from 'tap'
import { secondIngress, startIngress } from '../../support/api/ingress.js'
import type { Ingress } from '../../support/api/ingress.js'
import { until } from '../../support/until.js'

t.setTimeout(100_000)

const DAY_MS = 86_400_000
const ingress = await startIngress(t, { fold: true })
const member = await ingress.createMember()
const token = await ingress.token(member, 'app', { exp: Math.floor(Date.now() / 1_000) + 40 * 86_400 })
const ask = async (path: string, method = 'GET', body?: unknown, headers: Record<string, string> = {}) =>
  await ingress.request(path, { method, token, headers, ...(body === undefined ? {} : { body }) })
const day = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const flight = (on: number, locator: string, more: object = {}): Record<string, unknown> => ({
  source: 'airline_ba',
  airline: 'BA',
  flight_num: '178',
  origin: 'JFK',
  destination: 'LHR',
  departure_datetime: `${day(on)}T08:00`,
  arrival_datetime: `${day(on)}T20:00`,
  confirmation_no: locator,
  ...more,
})
const inDays = async (days: number): Promise<Ingress> =>
  await secondIngress(t, ingress, { now: () => Date.now() + days * DAY_MS })
/** Path of the raw segment of a cancellation of which no booking is known. */
const held = async (locator: string): Promise<string> => {
  const { json } = await ask('/v2/segments/air', 'POST', flight(30, locator, { status: 'Cancelled' }))
  return `/v2/segments/${(json as { segments: Array<{ _id: number }> }).segments[0]!._id}`
}

t.test('several changes of one segment at once', async (t) => {
  const booked = (await ask('/v2/segments/air', 'POST', flight(10, 'WBC003'))).json as { id: string }
  const path = `/v2/segments/${booked.id}`
  const put = async (seat: string, headers?: Record<string, string>) =>
    await ask(path, 'PUT', flight(10, 'WBC003', { seat_assignment: seat }), headers)
  for (let round = 0; round < 5; round++)
    for (const { status } of await Promise.all(['1A', '2B', '3C', '4D'].map(async (seat) => await put(seat))))
      t.equal(status, 200)
  const tag = { 'if-match': (await ask(path)).headers.get('etag')! }
  const matched = await Promise.all(['6A', '7B', '8C'].map(async (seat) => await put(seat, tag)))
  t.same(matched.map((one) => one.status).sort(), [200, 412, 412], 'one change of a version is applied')
  t.equal((await ask(path, 'DELETE', undefined, tag)).status, 412)
  const [gone, late] = await Promise.all([ask(path, 'DELETE'), put('5E')])
  t.equal(gone.status, 200, gone.text)
  t.ok([200, 404].includes(late.status), 'before it is withdrawn, or after')
  t.match((await ask(path)).json, { status: 'Deleted' })
})

t.test('an id that became nothing is 404 once its booking can no longer arrive', async (t) => {
  const waiting = await held('NOBODY')
  t.match((await ask(waiting)).json, { status: 'Processing' })
  t.match((await (await inDays(29)).request(waiting, { token })).json, { status: 'Processing' })
  t.equal((await (await inDays(31)).request(waiting, { token })).status, 404)
})

t.test('a held cancellation no longer waits once it is withdrawn or replaced', async (t) => {
  const [back, replaced, waiting] = [await held('NOLEG3'), await held('NOLEG4'), await held('NOLEG5')]
  t.equal((await ask(back, 'DELETE')).status, 200)
  t.equal((await ask(replaced, 'PUT', flight(40, 'WBC006', { type: 'Air' }))).status, 200)
  await until('the lag is known', async () => Number.isFinite(await ingress.deps.reads.batches.lag()))
  const later = await inDays(1)
  for (const path of [back, replaced]) t.equal((await later.request(path, { token })).status, 404)
  t.match((await later.request(waiting, { token })).json, { status: 'Processing' })
})
