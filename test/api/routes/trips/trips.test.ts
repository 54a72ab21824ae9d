import t from 'tap'
import { startIngress } from '../../../support/api/ingress.js'

t.setTimeout(60_000)

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const flight = (
  from: string,
  to: string,
  number: string,
  [departure, arrival]: [string, string],
  more: Record<string, unknown> = {},
) => ({
  type: 'Air',
  source: 'airline_dl',
  airline: 'DL',
  flight_num: number,
  origin: from,
  destination: to,
  departure_datetime: departure,
  arrival_datetime: arrival,
  confirmation_no: 'QHZBT8',
  ...more,
})

t.test('a tag of trips with segments changes with the segments', async (t) => {
  const ingress = await startIngress(t, { fold: true })
  const token = await ingress.token(await ingress.createMember())
  const send = async (seat: string): Promise<void> => {
    const segments = [
      flight('JFK', 'SFO', '42', [`${day(20)}T09:30`, `${day(20)}T12:45`], { seat_assignment: seat }),
      flight('SFO', 'JFK', '43', [`${day(24)}T08:00`, `${day(24)}T16:30`]),
    ]
    await ingress.request('/v2/segments', {
      method: 'POST',
      token,
      body: { segments },
      headers: { prefer: 'wait=10' },
    })
  }
  await send('12A')
  const [trip] = (await ingress.request('/v2/trips/upcoming', { token })).json as Array<{
    id: string
    version: number
  }>
  const paths = [`/v2/trips/${trip!.id}`, '/v2/trips/current', '/v2/trips/upcoming', '/v2/trips']
  const tagOf = async (path: string): Promise<string> =>
    (await ingress.request(path, { token })).headers.get('etag')!
  const tags = new Map<string, string>()
  for (const path of paths) tags.set(path, await tagOf(`${path}?segments=1`))
  const plain = await tagOf(paths[0]!)
  await send('14C')
  t.equal(await tagOf(paths[0]!), plain, 'the trip itself is unchanged')
  for (const path of paths) {
    const answer = await ingress.request(`${path}?segments=1`, {
      token,
      headers: { 'if-none-match': tags.get(path)! },
    })
    t.equal(answer.status, 200, `${path} has another seat in it`)
    t.match(answer.text, /"seat_assignment":"14C"/)
    t.match(answer.headers.get('etag'), /^"[^"]+"$/)
    t.equal(
      (
        await ingress.request(`${path}?segments=1`, {
          token,
          headers: { 'if-none-match': answer.headers.get('etag')! },
        })
      ).status,
      304,
    )
  }
  const tag = await tagOf(`${paths[0]!}?segments=1`)
  t.not(tag, plain, 'with and without segments are two representations')
  const put = async (headline: string) =>
    await ingress.request(paths[0]!, {
      method: 'PUT',
      token,
      body: { headline },
      headers: { 'if-match': tag },
    })
  t.equal((await put('West')).status, 200, 'If-Match accepts the tag of the trip with its segments')
  t.equal((await put('East')).status, 412)
})

t.test('a list that is read again and again is always current, and whole', async (t) => {
  const ingress = await startIngress(t, { fold: true })
  const token = await ingress.token(await ingress.createMember())
  const send = async (seat: string, later: string): Promise<void> => {
    const segments = [
      flight('JFK', 'SFO', '42', [`${day(20)}T09:30`, `${day(20)}T12:45`], { seat_assignment: seat }),
      flight('SFO', 'JFK', '43', [`${day(24)}T08:00`, `${day(24)}T16:30`]),
      flight('JFK', 'MUC', '44', [`${day(50)}T18:00`, `${day(51)}T08:00`], { seat_assignment: later }),
      flight('MUC', 'JFK', '45', [`${day(60)}T10:00`, `${day(60)}T13:30`]),
    ]
    const body = {
      segments: segments.map((one, i) => ({ ...one, confirmation_no: i < 2 ? 'QHZBT8' : 'ZZ12X9' })),
    }
    await ingress.request('/v2/segments', { method: 'POST', token, body, headers: { prefer: 'wait=10' } })
  }
  interface Listed {
    id: string
    segments: Array<{ seat_assignment: string | null }>
  }
  const path = '/v2/trips/upcoming?segments=1'
  for (const [seat, later] of [
    ['1A', '2A'],
    ['1B', '2A'],
    ['1B', '2B'],
  ] as const) {
    await send(seat, later)
    for (let read = 1; read <= 4; read++) {
      const answer = await ingress.request(path, {
        token,
        headers: { 'accept-encoding': read % 2 ? 'br' : 'identity' },
      })
      const trips = answer.json as Listed[]
      t.same(
        trips.map((trip) => trip.segments[0]?.seat_assignment),
        [seat, later],
        `read ${read} after ${seat}, ${later}`,
      )
      const apart = await Promise.all(
        trips.map(async ({ id }) => (await ingress.request(`/v2/trips/${id}?segments=1`, { token })).json),
      )
      t.same(trips, apart, 'the same as each trip by its id')
    }
  }
})

t.test('past and upcoming trips keep their order with since', async (t) => {
  const ingress = await startIngress(t, { fold: true })
  const token = await ingress.token(await ingress.createMember())
  const send = async (from: number, locator: string): Promise<void> => {
    const segments = [
      flight('JFK', 'SFO', '42', [`${day(from)}T09:30`, `${day(from)}T12:45`], { confirmation_no: locator }),
      flight('SFO', 'JFK', '43', [`${day(from + 4)}T08:00`, `${day(from + 4)}T16:30`], {
        confirmation_no: locator,
      }),
    ]
    await ingress.request('/v2/segments', {
      method: 'POST',
      token,
      body: { segments },
      headers: { prefer: 'wait=10' },
    })
  }
  await send(-60, 'QAAAA2')
  await send(-30, 'QBBBB2')
  await send(60, 'QCCCC2')
  await send(30, 'QDDDD2')
  const begins = async (path: string): Promise<string[]> =>
    ((await ingress.request(path, { token })).json as Array<{ begin_datetime: string }>).map((trip) =>
      trip.begin_datetime.slice(0, 10),
    )
  t.same(await begins('/v2/trips/past?since=2020-01-01T00:00:00Z'), [day(-30), day(-60)])
  t.same(await begins('/v2/trip/past?until=2100-01-01T00:00:00Z'), [day(-30), day(-60)])
  t.same(await begins('/v2/trips/upcoming?since=2020-01-01T00:00:00Z'), [day(30), day(60)])
  t.same(
    await begins('/v2/trips?since=2020-01-01T00:00:00Z'),
    [day(-60), day(-30), day(60), day(30)],
    'the list is ordered by updated',
  )
  const first = await ingress.request('/v2/trips/past?since=2020-01-01T00:00:00Z&limit=1', { token })
  const next = /<[^>]*?(\/v2\/[^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1]
  t.same(await begins(next ?? ''), [day(-60)], 'the cursor continues in that order')
})

t.test('an id that is too long is malformed', async (t) => {
  const ingress = await startIngress(t)
  const token = await ingress.token(await ingress.createMember())
  const answer = await ingress.request(`/v2/trips/${'7'.repeat(300)}`, { token })
  t.equal(answer.status, 400)
  t.match(answer.json, { error: 'invalid_request' })
  t.equal((await ingress.request(`/v2/segments/${'7'.repeat(300)}`, { token })).status, 404)
  t.equal((await ingress.request(`/v2/sources/${'x'.repeat(300)}`, { token })).status, 404)
})

t.test('a trip without times is listed', async (t) => {
  const ingress = await startIngress(t, { fold: true })
  const token = await ingress.token(await ingress.createMember())
  const post = async (body: unknown): Promise<string> =>
    ((await ingress.request('/v2/trips', { method: 'POST', token, body })).json as { id: string }).id
  const ids = async (query: string): Promise<string[]> =>
    ((await ingress.request(`/v2/trips${query}`, { token })).json as Array<{ id: string }>).map(
      (trip) => trip.id,
    )
  const dated = await post({
    headline: 'Booked',
    begin_datetime: `${day(20)}T09:00`,
    end_datetime: `${day(22)}T09:00`,
  })
  const one = await post({ headline: 'Some day' })
  const two = await post({ headline: 'Never' })
  t.same(await ids(''), [one, two, dated])
  t.same([await ids('?limit=1'), await ids('?limit=1&offset=1')], [[one], [two]])
  const first = await ingress.request('/v2/trips?limit=2', { token })
  t.equal(first.headers.get('x-total-count'), '3')
  const next = new URL(/<([^>]+)>/.exec(first.headers.get('link')!)![1]!)
  t.same(await ids(next.search), [dated])
  for (const query of ['?start=today', '?end=tomorrow', `?start=today&end=${day(40)}`, '/upcoming', '/past'])
    t.notOk((await ids(query)).includes(one), `${query} filters by time`)
  await ingress.request(`/v2/trips/${two}`, { method: 'DELETE', token })
  t.same(await ids(''), [one, dated])
})

t.test('a trip of very many segments shows all of them, in order', async (t) => {
  const ingress = await startIngress(t, { fold: true })
  const token = await ingress.token(await ingress.createMember())
  const nights = Array.from({ length: 120 }, (_, n) => ({
    type: 'Hotel',
    source: 'hotel_marriott',
    hotel_name: `${['Park', 'Lake', 'Hill', 'Mill'][n % 4]} House`,
    city_name: 'London',
    country: 'GB',
    checkin_date: day(30 + n),
    checkout_date: day(31 + n),
    confirmation_no: `HX${n}99`,
  }))
  await ingress.request('/v2/segments', {
    method: 'POST',
    token,
    body: { segments: nights },
    headers: { prefer: 'wait=10' },
  })
  const { json } = await ingress.request('/v2/trips/upcoming?segments=1', { token })
  const [trip] = json as Array<{ segment_count: number; segments: Array<{ checkin_date: string }> }>
  t.equal(trip?.segment_count, 120)
  t.same(
    trip?.segments.map((segment) => segment.checkin_date),
    nights.map((night) => night.checkin_date),
  )
})
