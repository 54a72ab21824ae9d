/** The requests of older clients (contract.md 1.1): forms as Ruby's Net::HTTP and Rack write them. */
import t from 'tap'
import type { Test } from 'tap'
import { startWebhookIngress } from '../../../support/api/webhook-ingress.js'
import type { HttpAnswer } from '../../../support/api/request.js'
import { sharing } from '../../../support/sharing.js'

t.setTimeout(100_000)

type Fields = Record<string, unknown>
type Ask = (path: string, method?: string, body?: unknown) => Promise<HttpAnswer>

/** A form for text, JSON for anything else. */
async function setup(t: Test) {
  const { ingress } = await startWebhookIngress(t, { fold: true })
  const asker =
    (token: string): Ask =>
    async (path, method = 'GET', body) =>
      await ingress.request(path, {
        method,
        token,
        headers: {
          'content-type': typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json',
        },
        ...(body === undefined ? {} : { raw: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
  return {
    asMember: async (profile: Fields = {}) =>
      asker(await ingress.token(await ingress.createMember(profile), 'partner')),
    asApp: asker(await ingress.appToken('partner')),
  }
}

const check = sharing(t, setup)

check('a trip by days, and a flight in it with offsets', async (t, { asMember }) => {
  const ask = await asMember()
  const trip = await ask(
    '/v2/trips',
    'POST',
    'destination=London%2C+GB&begin_datetime=2027-01-20&end_datetime=2027-01-24&business=Y&personal=N' +
      '&privacy=Private&headline=Sales+meeting&first_name=Ada',
  )
  t.match(trip, {
    status: 201,
    json: {
      headline: 'Sales meeting',
      business: true,
      personal: false,
      begin_datetime: '2027-01-20',
      end_datetime: '2027-01-24',
    },
  })
  const { id } = trip.json as { id: string }
  const flight = await ask(
    '/v2/segments/air',
    'POST',
    `trip_id=${id}&${FLIGHT}&number_of_pax=2&price=412.50&currency=USD&phone=18002479297&seat_assignment=12A`,
  )
  t.match(flight, {
    status: 201,
    json: {
      trip_id: id,
      departure_datetime: '2027-01-20T07:30:00',
      departure_time_zone_id: 'America/New_York',
      arrival_datetime: '2027-01-20T19:25:00',
      number_of_pax: 2,
      source: 'manual',
    },
  })
})

check('every way to write a local time', async (t, { asMember }) => {
  const ask = await asMember()
  const { id } = (await ask('/v2/segments/air', 'POST', FLIGHT)).json as { id: string }
  for (const [sent, read] of [
    ['2027-01-20T06%3A00', '06:00:00'],
    ['2027-01-20+06%3A05', '06:05:00'],
    ['2027-01-20T06%3A10%3A30%2B05%3A30', '06:10:00'],
    ['2027-01-20T06:15:00+05:30', '06:15:00'],
    ['2027-01-20+06%3A20%3A00+UTC', '06:20:00'],
    ['2027-01-20T06%3A25%3A00.000Z', '06:25:00'],
  ] as const) {
    const answer = await ask(`/v2/segments/air/${id}`, 'PUT', `departure_datetime=${sent}`)
    t.match(answer, { status: 200, json: { departure_datetime: `2027-01-20T${read}` } }, sent)
  }
  t.match(
    await ask(`/v2/segments/air/${id}`, 'PUT', 'departure_datetime=2027-01-20&arrival_datetime=2027-01-20'),
    { status: 200, json: { departure_datetime: '2027-01-20', arrival_datetime: '2027-01-20' } },
    'a bare date',
  )
  const strict = await ask(`/v2/segments/air/${id}`, 'PUT', {
    airline: 'BA',
    flight_num: '178',
    origin: 'JFK',
    destination: 'LHR',
    departure_datetime: '2027-01-20T07:30:00-05:00',
    arrival_datetime: '2027-01-20T19:25:00',
  })
  t.equal(strict.status, 400, 'JSON stays strict')
  t.match(strict.text, /invalid_datetime/)
  const stay = await ask(
    '/v2/segments/hotel',
    'POST',
    'hotel_name=Example+Inn&city_name=London&country=GB&checkin_date=2027-01-20T15%3A00%3A00-05%3A00' +
      '&checkout_date=2027-01-22+00%3A00',
  )
  t.match(stay, { status: 201, json: { checkin_date: '2027-01-20', checkout_date: '2027-01-22' } })
})

check('a PUT by form changes what it names', async (t, { asMember }) => {
  const ask = await asMember()
  const made = await ask(
    '/v2/segments/air',
    'POST',
    `${FLIGHT}&seat_assignment=12A&price=412.50&currency=USD&gds_status=HK`,
  )
  const { id } = made.json as { id: string }
  const put = async (form: string): Promise<HttpAnswer> => await ask(`/v2/segments/${id}`, 'PUT', form)
  t.match(await put('departure_gate=B32'), {
    status: 200,
    json: { id, departure_gate: 'B32', seat_assignment: '12A', price: '412.50', confirmation_no: 'RB4K7Z' },
  })
  t.match(await put('seat_assignment=&price=399.00'), {
    status: 200,
    json: { seat_assignment: null, departure_gate: 'B32', price: '399.00', currency: 'USD' },
  })
  t.match(await put('status=Pending'), { status: 200, json: { status: 'Pending', flight_num: '178' } })
  t.match(await put('status=Cancelled'), {
    status: 200,
    json: { status: 'Cancelled', departure_gate: 'B32' },
  })
  t.match(await put('status=Active'), { status: 200, json: { status: 'Active' } })
  t.match(await put('origin='), {
    status: 400,
    json: { errors: [{ error: 'missing_field', field: 'origin' }] },
  })
  t.match(await put('number_of_pax=many&currency=dollars'), {
    status: 400,
    json: { errors: [{ field: 'number_of_pax' }, { field: 'currency' }] },
  })
  t.match(
    await put('arrival_datetime=2027-01-19T10%3A00'),
    {
      status: 400,
      json: { error: 'invalid_request', error_description: /"arrival_datetime" must be after/ },
    },
    'the whole statement is validated',
  )
  t.match(await put('currency='), {
    status: 400,
    json: { error: 'invalid_request', error_description: /"currency"/ },
  })
  t.match(
    (await ask(`/v2/segments/${id}`)).json,
    { departure_gate: 'B32', price: '399.00' },
    'nothing changed',
  )
  const whole = await ask(`/v2/segments/${id}`, 'PUT', {
    type: 'Air',
    airline: 'BA',
    flight_num: '178',
    origin: 'JFK',
    destination: 'LHR',
    departure_datetime: '2027-01-20T07:30',
    arrival_datetime: '2027-01-20T19:25',
  })
  t.match(whole, { status: 200, json: { id, departure_gate: null, price: null, confirmation_no: null } })
})

check('trips and the member record by form', async (t, { asMember }) => {
  const ask = await asMember({ first_name: 'Ada', last_name: 'Quill' })
  const made = await ask(
    '/v2/trips',
    'POST',
    'headline=Rome&begin_datetime=2027-05-01&end_datetime=2027-05-03',
  )
  const path = `/v2/trips/${(made.json as { id: string }).id}`
  t.match(await ask(path, 'PUT', 'business=yes&end_datetime=2027-05-04T18%3A00%3A00%2B02%3A00'), {
    status: 200,
    json: { headline: 'Rome', business: true, end_datetime: '2027-05-04T18:00:00' },
  })
  t.match(await ask(path, 'PUT', 'headline=&business=0'), {
    status: 200,
    json: { headline: null, business: false, end_datetime: '2027-05-04T18:00:00' },
  })
  t.match(await ask(path, 'PUT', { end_datetime: '2027-05-04T18:00:00+02:00' }), { status: 400 })
  const moved = 'home_city=London&country=GB&home_airports=LHR,LGW&from=2026-09-01T00%3A00%3A00-04%3A00'
  t.match(await ask('/v2/me', 'PUT', moved), {
    status: 200,
    json: { first_name: 'Ada', last_name: 'Quill', home_city: 'London', home_airports: ['LHR', 'LGW'] },
  })
  t.match(await ask('/v2/me', 'PUT', 'last_name=&gender=f'), {
    status: 200,
    json: { first_name: 'Ada', last_name: null, gender: 'f', home_airports: ['LHR', 'LGW'] },
  })
})

/** Whether it is folded by then or not, the change applies to it. */
check('a PUT by form of a segment on its way', async (t, { asMember }) => {
  const ask = await asMember()
  const sent = await ask('/v2/segments', 'POST', {
    segments: [
      {
        type: 'Air',
        source: 'airline_ba',
        airline: 'BA',
        flight_num: '178',
        origin: 'JFK',
        destination: 'LHR',
        departure_datetime: '2027-01-20T07:30',
        arrival_datetime: '2027-01-20T19:25',
      },
    ],
  })
  const [{ _id }] = sent.json as [{ _id: number }]
  t.match(await ask(`/v2/segments/${_id}`, 'PUT', 'number_of_pax=3&departure_gate=C4'), {
    status: 200,
    json: { type: 'Air', flight_num: '178', number_of_pax: 3, departure_gate: 'C4', source: 'airline_ba' },
  })
})

check('nested parameters and lists of Rack', async (t, { asMember, asApp }) => {
  const ask = await asMember()
  const nested = FLIGHT.replaceAll(/(^|&)(\w+)=/g, '$1segment[$2]=')
  t.match(await ask('/v2/segments/air', 'POST', `segment%5Btype%5D=Air&${nested}`), {
    status: 201,
    json: { type: 'Air', origin: 'JFK', departure_datetime: '2027-01-20T07:30:00' },
  })
  t.match(
    await ask('/v2/trips', 'POST', 'trip[headline]=Rome&trip[business]=Y&trip[notes][]=a&trip[notes][]=b'),
    {
      status: 201,
      json: { headline: 'Rome', business: true, notes: ['a', 'b'] },
    },
  )
  t.match(await ask('/v2/me', 'PUT', 'home_airports[]=LHR&home_airports[]=LGW'), {
    status: 200,
    json: { home_airports: ['LHR', 'LGW'] },
  })
  t.match(
    await asApp(
      '/v2/callbacks',
      'POST',
      'callback[url]=https%3A%2F%2Fa.example%2F&callback[events][]=trip.created&callback[events][]=trip.updated',
    ),
    { status: 201, json: { events: ['trip.created', 'trip.updated'] } },
  )
  t.match(await ask('/v2/trips', 'POST', 'headline=Rome&trip[headline]=Paris'), {
    status: 400,
    json: { error_description: 'Field "headline" is given more than once; send it once.' },
  })
  const names = Array.from({ length: 201 }, (_, at) => `segment[f${at}]=x`).join('&')
  t.match(await ask('/v2/segments/air', 'POST', names), {
    status: 400,
    json: { error_description: /at most 200 different names/ },
  })
})

check('classification in any case', async (t, { asMember, asApp }) => {
  const count = async (value: string): Promise<string | null> =>
    (await asApp(`/v2/sources?classification=${value}&limit=1`)).headers.get('x-total-count')
  t.ok(Number(await count('airline')) > 0)
  t.equal(await count('Airline'), await count('airline'))
  t.equal(await count('GDS'), await count('gds'))
  t.equal((await asApp('/v2/sources?classification=Planes')).status, 400)
  const ask = await asMember()
  await ask('/v2/accounts', 'POST', 'source=airline_dl&account_id=4711')
  t.match(await ask('/v2/accounts?classification=AIRLINE'), { status: 200, json: [{ source: 'airline_dl' }] })
})

const FLIGHT =
  'origin=JFK&destination=LHR&airline=BA&flight_num=178&confirmation_no=RB4K7Z' +
  '&departure_datetime=2027-01-20T07%3A30%3A00-05%3A00&arrival_datetime=2027-01-20T19%3A25%3A00Z'
