/** Single segments: submitted, cancelled, changed and withdrawn, also concurrently (contract.md 2). */
import t from 'tap'
import type { Test } from 'tap'
import { secondIngress, startIngress } from '../../support/api/ingress.js'
import { until } from '../../support/until.js'
import type { Ingress } from '../../support/api/ingress.js'
import type { HttpAnswer } from '../../support/api/request.js'
import { sharing } from '../../support/sharing.js'

t.setTimeout(100_000)

type Doc = Record<string, unknown> & { id: string }

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const flight = (on: number, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  airline: 'BA',
  flight_num: '178',
  origin: 'JFK',
  destination: 'LHR',
  departure_datetime: `${day(on)}T08:00`,
  arrival_datetime: `${day(on)}T20:00`,
  ...more,
})

/** Requests of a new member by the application `client`. */
async function memberOf(
  ingress: Ingress,
): Promise<
  (
    client: string,
  ) => (
    path: string,
    method?: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<HttpAnswer>
> {
  const member = await ingress.createMember()
  const tokens = new Map<string, string>()
  return (client) =>
    async (path, method = 'GET', body, headers = {}) => {
      const token = tokens.get(client) ?? (await ingress.token(member, client))
      tokens.set(client, token)
      return await ingress.request(path, { method, token, headers, ...(body === undefined ? {} : { body }) })
    }
}

async function setup(t: Test) {
  const ingress = await startIngress(t, { fold: true })
  return { ingress }
}
type Context = Awaited<ReturnType<typeof setup>>

const check = sharing(t, setup)

check('a cancellation returns the segment that it cancels, or is held', async (t, context) => {
  await cancellation(t, context)
})

check('a change may cancel the whole booking', async (t, { ingress }) => {
  const ask = (await memberOf(ingress))('app')
  const booked = (
    await ask('/v2/segments/air', 'POST', flight(10, { source: 'airline_ba', confirmation_no: 'WBC002' }))
  ).json as Doc
  const cancelled = await ask(`/v2/segments/${booked.id}`, 'PUT', {
    status: 'Cancelled',
    confirmation_no: 'WBC002',
    source: 'airline_ba',
  })
  t.match([cancelled.status, cancelled.json], [200, { id: booked.id, status: 'Cancelled' }])
  const again = await ask(
    `/v2/segments/${booked.id}`,
    'PUT',
    flight(10, { source: 'airline_ba', confirmation_no: 'WBC002' }),
  )
  t.match([again.status, again.json], [200, { id: booked.id, status: 'Active' }])
  t.equal(((await ask('/v2/segments/air')).json as Doc[]).length, 1)
})

check('several changes of one segment at once', async (t, { ingress }) => {
  const ask = (await memberOf(ingress))('app')
  const booked = (
    await ask('/v2/segments/air', 'POST', flight(10, { source: 'airline_ba', confirmation_no: 'WBC003' }))
  ).json as Doc
  const put = async (seat: string): Promise<HttpAnswer> =>
    await ask(
      `/v2/segments/${booked.id}`,
      'PUT',
      flight(10, { source: 'airline_ba', confirmation_no: 'WBC003', seat_assignment: seat }),
    )
  for (let round = 0; round < 5; round++)
    t.same(
      (await Promise.all(['1A', '2B', '3C', '4D'].map(put))).map((one) => one.status),
      [200, 200, 200, 200],
    )
  const etag = (await ask(`/v2/segments/${booked.id}`)).headers.get('etag')!
  const matched = async (seat: string): Promise<HttpAnswer> =>
    await ask(
      `/v2/segments/${booked.id}`,
      'PUT',
      flight(10, { source: 'airline_ba', confirmation_no: 'WBC003', seat_assignment: seat }),
      { 'if-match': etag },
    )
  t.same(
    (await Promise.all(['6A', '7B', '8C'].map(matched))).map((one) => one.status).sort(),
    [200, 412, 412],
    'of several changes of one version, one is applied',
  )
  t.equal((await ask(`/v2/segments/${booked.id}`, 'DELETE', undefined, { 'if-match': etag })).status, 412)
  const [gone, ...puts] = await Promise.all([ask(`/v2/segments/${booked.id}`, 'DELETE'), put('5E')])
  t.equal(gone.status, 200, gone.text)
  t.ok(
    puts.every((one) => one.status === 200 || one.status === 404),
    'before it is withdrawn, or after',
  )
  t.match((await ask(`/v2/segments/${booked.id}`)).json, { status: 'Deleted' })
})

check('an application changes what it submitted, with its source', async (t, { ingress }) => {
  const as = await memberOf(ingress)
  const [one, two] = [as('one'), as('two')]
  const statements = async (id: string): Promise<Array<[string, string]>> =>
    (
      (await one(`/v2/segments/${id}`)).json as { sources: Array<{ source: string; raw_id: string }> }
    ).sources.map(({ source, raw_id: raw }) => [source, raw])
  const { id } = (await one('/v2/segments/air', 'POST', flight(10, { source: 'airline_ba' }))).json as Doc
  for (const method of ['PUT', 'DELETE']) {
    const refused = await two(`/v2/segments/${id}`, method, flight(10))
    t.match([refused.status, refused.json], [403, { error: 'access_denied' }], method)
  }
  t.equal(((await two('/v2/segments/air', 'POST', flight(10))).json as Doc).id, id)
  const [airline, manual] = await statements(id)
  t.same([airline?.[0], manual?.[0]], ['airline_ba', 'manual'])
  t.equal(
    (await two(`/v2/segments/${manual?.[1] ?? ''}`, 'PUT', flight(10, { seat_assignment: '7G' }))).status,
    200,
  )
  const [same, changed] = await statements(id)
  t.same([same, changed?.[0]], [airline, 'manual'], 'a change without source keeps it')
  t.equal(
    (await one(`/v2/segments/${id}`, 'PUT', flight(10, { source: 'airline_ba', seat_assignment: '8H' })))
      .status,
    200,
  )
  const [own, other] = await statements(id)
  t.same(
    [own?.[0], other],
    ['airline_ba', changed],
    'a change with a source replaces the statement of that source',
  )
  t.match((await one(`/v2/segments/${id}`, 'PUT', flight(10, { source: 'nobody' }))).json, {
    errors: [{ error: 'invalid_source' }],
  })
})

check(
  'the id of a raw segment keeps referring to what it became, also for changes',
  async (t, { ingress }) => {
    const ask = (await memberOf(ingress))('app')
    const [accepted] = (
      await ask(
        '/v2/segments',
        'POST',
        { segments: [flight(10, { type: 'Air', source: 'airline_ba', confirmation_no: 'WBC005' })] },
        { prefer: 'wait=10' },
      )
    ).json as Array<{ _id: number }>
    const { id } = (await ask(`/v2/segments/${accepted!._id}`)).json as Doc
    for (const [path, seat] of [
      ['segments', '1A'],
      ['segments', '2B'],
      ['segments/air', '3C'],
    ] as const) {
      const put = await ask(
        `/v2/${path}/${accepted!._id}`,
        'PUT',
        flight(10, { source: 'airline_ba', confirmation_no: 'WBC005', seat_assignment: seat }),
      )
      t.match([put.status, put.json], [200, { id, seat_assignment: seat }], put.text)
    }
    t.equal(
      (await ask(`/v2/segments/hotel/${accepted!._id}`, 'DELETE')).status,
      404,
      'not by the path of another type',
    )
    t.equal(
      (
        await ask(`/v2/segments/${accepted!._id}`, 'DELETE', undefined, {
          'if-match': (await ask(`/v2/segments/${id}`)).headers.get('etag')!,
        })
      ).status,
      200,
    )
    t.match((await ask(`/v2/segments/${id}`)).json, { status: 'Deleted' })
    t.equal(
      (await ask(`/v2/segments/${accepted!._id}`, 'PUT', flight(10))).status,
      404,
      'there is nothing to change',
    )
  },
)

check(
  'the id of a raw segment returns what it became, also after that was replaced or withdrawn',
  async (t, { ingress }) => {
    const ask = (await memberOf(ingress))('app')
    const days = async (count: number): Promise<Ingress> =>
      await secondIngress(t, ingress, { now: () => Date.now() + count * 86_400_000 })
    const member = await ingress.createMember()
    const token = await ingress.token(member)
    const {
      id,
      sources: [first],
    } = (
      await ask('/v2/segments/air', 'POST', flight(10, { source: 'airline_ba', confirmation_no: 'WBC004' }))
    ).json as Doc & { sources: Array<{ raw_id: string }> }
    t.equal(
      (
        await ask(
          `/v2/segments/${id}`,
          'PUT',
          flight(10, { source: 'airline_ba', confirmation_no: 'WBC004' }),
        )
      ).status,
      200,
    )
    const raw = `/v2/segments/${first!.raw_id}`
    t.match(await ask(raw), { status: 200, json: { id, status: 'Active' } }, 'replaced')
    const cancelled = (
      await ask(
        '/v2/segments',
        'POST',
        {
          segments: [{ type: 'Air', status: 'Cancelled', confirmation_no: 'WBC004', source: 'airline_ba' }],
        },
        { prefer: 'wait=10' },
      )
    ).json as Array<{ _id: number }>
    t.match((await ask(`/v2/segments/${cancelled[0]!._id}`)).json, { id, status: 'Cancelled' }, 'cancelled')
    t.equal((await ask(`/v2/segments/${id}`, 'DELETE')).status, 200)
    t.match((await ask(raw)).json, { id, status: 'Deleted' }, 'withdrawn')
    t.same(
      (await ingress.request(raw, { token })).json,
      { id: first!.raw_id, status: 'Processing' },
      'other members do not see it',
    )
    const held = (
      await ingress.request('/v2/segments/air', {
        method: 'POST',
        token,
        body: { status: 'Cancelled', confirmation_no: 'NOBODY', source: 'airline_ba' },
      })
    ).json as { segments: Array<{ _id: number }> }
    const waiting = `/v2/segments/${held.segments[0]!._id}`
    t.match((await ingress.request(waiting, { token })).json, { status: 'Processing' })
    const later = await ingress.token(member, 'app', { exp: Math.floor(Date.now() / 1_000) + 40 * 86_400 })
    t.match(
      await (await days(29)).request(waiting, { token: later }),
      { status: 200, json: { status: 'Processing' } },
      'while its booking may still arrive',
    )
    t.equal(
      (await (await days(31)).request(waiting, { token: later })).status,
      404,
      'an id that became nothing is 404 in the end',
    )
  },
)

/** RULES 1 */
check('a ferry sent as a Transport can be read and changed as one', async (t, { ingress }) => {
  const ask = (await memberOf(ingress))('app')
  const sent = { transport_company: 'Strait Lines', transport_type: 'Ferry', start_name: 'Dover' }
  const start = { start_datetime: `${day(10)}T08:00` }
  const made = (await ask('/v2/segments/transport', 'POST', { ...sent, ...start })).json as Doc
  t.match(made, { type: 'Ferry', ferry_line: 'Strait Lines' })
  for (const type of ['transport', 'ferry'])
    t.match((await ask(`/v2/segments/${type}/${made.id}`)).json, { id: made.id, type: 'Ferry' })
  const body = { ...sent, start_datetime: `${day(10)}T09:00` }
  const changed = await ask(`/v2/segments/transport/${made.id}`, 'PUT', body)
  t.match([changed.status, changed.json], [200, { id: made.id, start_datetime: `${day(10)}T09:00:00` }])
  const named = await ask(`/v2/segments/${made.id}`, 'PUT', { ...sent, ...start, type: 'Transport' })
  t.match([named.status, named.json], [200, { id: made.id, type: 'Ferry' }])
  t.equal((await ask(`/v2/segments/rail/${made.id}`)).status, 404)
})

check('a held cancellation no longer waits once it is withdrawn or replaced', async (t, { ingress }) => {
  const member = await ingress.createMember()
  const token = await ingress.token(member, 'app', { exp: Math.floor(Date.now() / 1_000) + 40 * 86_400 })
  const held = async (locator: string): Promise<string> => {
    const { json } = await ingress.request('/v2/segments/air', {
      method: 'POST',
      token,
      body: flight(30, { status: 'Cancelled', source: 'airline_ba', confirmation_no: locator }),
    })
    return `/v2/segments/${(json as { segments: Array<{ _id: number }> }).segments[0]!._id}`
  }
  const later = await secondIngress(t, ingress, { now: () => Date.now() + 86_400_000 })
  const [back, replaced, waiting] = [await held('NOLEG3'), await held('NOLEG4'), await held('NOLEG5')]
  t.equal((await ingress.request(back, { method: 'DELETE', token })).status, 200)
  t.equal(
    (
      await ingress.request(replaced, {
        method: 'PUT',
        token,
        body: flight(40, { type: 'Air', source: 'airline_ba', confirmation_no: 'WBC006' }),
      })
    ).status,
    200,
  )
  await until('the lag is known', async () => Number.isFinite(await ingress.deps.reads.batches.lag()))
  for (const path of [back, replaced]) t.equal((await later.request(path, { token })).status, 404)
  t.match((await later.request(waiting, { token })).json, { status: 'Processing' })
})

async function cancellation(t: Test, { ingress }: Context): Promise<void> {
  const ask = (await memberOf(ingress))('app')
  const booked = (
    await ask('/v2/segments/air', 'POST', flight(10, { source: 'airline_ba', confirmation_no: 'WBC001' }))
  ).json as Doc
  const cancelled = await ask('/v2/segments/air', 'POST', {
    status: 'Cancelled',
    confirmation_no: 'WBC001',
    source: 'airline_ba',
  })
  t.equal(cancelled.status, 201, cancelled.text)
  t.match(cancelled.json, { id: booked.id, status: 'Cancelled' })
  for (const [type, body] of [
    ['air', { status: 'Cancelled', confirmation_no: 'NOBODY', source: 'airline_ba' }],
    ['air', flight(30, { status: 'Cancelled', source: 'airline_ba', confirmation_no: 'NOLEGS' })],
    ['air', flight(31, { gds_status: 'UN', source: 'airline_ba', confirmation_no: 'NOLEG2' })],
    ['hotel', { status: 'Cancelled', confirmation_no: 'NOHOUSE', source: 'hotel_marriott' }],
    [
      'restaurant',
      {
        restaurant_name: 'Example Kitchen',
        start_datetime: `${day(21)}T19:30`,
        city_name: 'London',
        country: 'GB',
        status: 'Cancelled',
      },
    ],
  ] as const) {
    const held = await ask(`/v2/segments/${type}`, 'POST', body)
    t.equal(held.status, 202, held.text)
    t.match(held.json, { status: 'processed', segments: [{ action: 'held', segment_id: null }] })
    t.same((await ask(held.headers.get('location') ?? '')).json, held.json, 'the batch status is the same')
  }
}
