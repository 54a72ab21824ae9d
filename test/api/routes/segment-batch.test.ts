import t from 'tap'
import type { Test } from 'tap'
import { decodeMessage } from '../../../schemas/stream/message.js'
import { streamManager } from '../../../workers/stream/setup.js'
import { startIngress } from '../../support/api/ingress.js'
import type { Ingress } from '../../support/api/ingress.js'
import { sharing } from '../../support/sharing.js'

const flight = (changes: Record<string, unknown> = {}) => ({
  type: 'Air',
  status: 'Active',
  source: 'airline_dl',
  airline: 'DL',
  flight_num: '42',
  origin: 'JFK',
  destination: 'SFO',
  departure_datetime: '2026-03-14T18:30',
  arrival_datetime: '2026-03-14T21:45',
  confirmation_no: 'QHZBT8',
  number_of_pax: 1,
  ...changes,
})

const stored = async (ingress: Ingress): Promise<number> =>
  (await (await streamManager(ingress.nats)).streams.info('SEGMENTS')).state.messages

t.setTimeout(100_000)

async function setup(t: Test) {
  const ingress = await startIngress(t)
  const token = await ingress.token('77')
  const post = async (body: unknown, headers: Record<string, string> = {}) =>
    await ingress.request('/v2/segments', { method: 'POST', token, body, headers })
  return { ingress, token, post }
}

const check = sharing(t, setup)

check('an accepted batch is on the stream, as it was sent', async (t, { ingress, token }) => {
  const second = JSON.stringify({ ...flight(), status: undefined, extra: { deep: [1] } })
  const raw = `{ "segments": [ ${JSON.stringify(flight())},  ${second} ]}`
  const answer = await ingress.request('/v2/segments', {
    method: 'POST',
    token,
    raw,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
  })
  t.equal(answer.status, 202)
  const [one, two] = answer.json as Array<{ type: string; status: string; _id: number }>
  t.match(one, { type: 'Air', status: 'Active', _id: Number })
  t.same(two, { type: 'Air', status: 'Active', _id: one!._id + 1 })
  const location = answer.headers.get('location')
  t.match(location, /^\/v2\/batches\/\d+$/)
  const message = await (
    await streamManager(ingress.nats)
  ).streams.getMessage('SEGMENTS', { seq: await stored(ingress) })
  const { envelope, body } = decodeMessage(message!.data)
  t.equal(message!.subject.split('.').at(-1), '77')
  t.match(envelope, {
    v: 1,
    kind: 'segments',
    batch: location!.split('/').at(-1),
    first: String(one!._id),
    count: 2,
    client: 'app-one',
  })
  t.equal(body, raw)
})

check('a byte order mark before a body is ignored', async (t, { ingress, token }) => {
  const raw = JSON.stringify({ segments: [flight()] })
  const send = async (text: string) =>
    await ingress.request('/v2/segments', {
      method: 'POST',
      token,
      raw: text,
      headers: { 'content-type': 'application/json', 'idempotency-key': 'marked' },
    })
  const marked = await send(`\ufeff${raw}`)
  t.equal(marked.status, 202)
  const message = await (
    await streamManager(ingress.nats)
  ).streams.getMessage('SEGMENTS', { seq: await stored(ingress) })
  t.equal(decodeMessage(message!.data).body, raw)
  t.same((await send(raw)).json, marked.json, 'one body, one key')
  t.equal((await send(`\ufeff\ufeff${raw}`)).status, 400)
})

check('one invalid segment of ten rejects all, with the errors in order', async (t, { ingress, post }) => {
  const before = await stored(ingress)
  const segments = Array.from({ length: 10 }, (_, at) =>
    flight(at === 6 ? { departure_datetime: '2026-02-30T10:00' } : {}),
  )
  const answer = await post({ segments })
  t.equal(answer.status, 400)
  const entries = answer.json as Array<{
    type: string
    status: string
    errors: Array<{ error: string; error_description: string; field: string }>
  }>
  t.equal(entries.length, 10)
  t.same(
    entries.map((entry) => entry.errors.length),
    [0, 0, 0, 0, 0, 0, 1, 0, 0, 0],
  )
  t.match(entries[6]!.errors[0], {
    error: 'invalid_datetime',
    field: 'departure_datetime',
    error_description: /departure_datetime/,
  })
  t.equal(await stored(ingress), before, 'nothing was stored')
})

check(
  'a booking is cancelled by its locator alone; with a field of a leg, the leg must be complete',
  async (t, { post }) => {
    const cancelled = { type: 'Air', source: 'airline_dl', status: 'Cancelled', confirmation_no: 'ABC234' }
    const source = flight({}).source
    t.equal((await post({ segments: [{ ...cancelled, source }] })).status, 202)
    for (const change of [{ airline: 'DL' }, { status: 'Active' }, { confirmation_no: '' }]) {
      const answer = await post({ segments: [{ ...cancelled, source, ...change }] })
      t.equal(answer.status, 400, JSON.stringify(change))
      t.match((answer.json as Array<{ errors: unknown[] }>)[0]!.errors, [{ error: 'missing_field' }])
    }
  },
)

check('hints name what was probably meant', async (t, { post }) => {
  const { origin: _origin, ...rest } = flight({ type: 'Air', orgin: 'JFK' })
  const segments = [flight({ source: 'arline_dl' }), { ...rest }, flight({ type: 'air' })]
  t.match(await post({ segments }), {
    status: 400,
    json: [
      {
        errors: [
          {
            error: 'invalid_source',
            error_description: 'Invalid source.',
            hint: 'Did you mean "airline_dl" (Delta Air Lines)? GET /v2/sources lists the ids; add ?q= and a name to search.',
          },
        ],
      },
      { errors: [{ error: 'missing_field', field: 'origin', hint: 'Was it sent as "orgin"?' }] },
      { errors: [{ error: 'invalid_type', hint: 'Did you mean "Air"?' }] },
    ],
  })
  t.match(await post({ segments: [flight({ seatassignment: '1A' })] }), { status: 202 })
  t.match(await post({ segments: [flight({ seat_asignment: '1A' })] }, { prefer: 'handling=strict' }), {
    status: 400,
    json: [{ errors: [{ error: 'unknown_field', error_description: /did you mean "seat_assignment"\?$/ }] }],
  })
  t.match(await post({ segments: [flight({ source: 'nobody' })], mod: 'replace' }), {
    status: 400,
    json: {
      error: 'invalid_request',
      error_description: 'Field "mod" is unknown; did you mean "mode"?',
      errors: [{ field: 'mod' }, { error: 'invalid_source', field: 'segments[0].source' }],
    },
  })
})

check('a refused batch is a problem document for clients that prefer one', async (t, { post }) => {
  const body = { segments: [flight(), flight({ source: 'nobody', travelers: [{ first_name: 1 }] })] }
  const problem = {
    status: 400,
    json: {
      status: 400,
      title: 'Bad Request',
      error: 'invalid_request',
      detail: '1 of 2 segments is invalid; nothing was accepted.',
      errors: [
        {
          pointer: '#/segments/1/source',
          code: 'invalid_source',
          detail: 'Invalid source.',
          hint: /GET \/v2\/sources/,
        },
        { pointer: '#/segments/1/travelers/0/first_name', code: 'invalid_value' },
      ],
    },
  }
  for (const accept of [
    'application/problem+json',
    'application/json, application/problem+json',
    'application/json;q=0.5, application/problem+json',
  ]) {
    const answer = await post(body, { accept })
    t.match(answer, problem, accept)
    t.match(answer.headers.get('content-type'), /^application\/problem\+json/)
  }
  for (const accept of ['*/*', 'application/json', 'application/json, application/problem+json;q=0.5'])
    t.match(
      await post(body, { accept }),
      { status: 400, json: [{ errors: [] }, { errors: [{}, {}] }] },
      accept,
    )
})

check('blank text is null', async (t, { post }) => {
  const answer = await post({
    segments: [
      flight({ airline: '   ', flight_num: ' ', departure_datetime: '\u2003' }),
      {
        type: 'Hotel',
        source: 'manual',
        hotel_name: '\u00a0',
        checkin_date: '2026-05-01',
        checkout_date: '2026-05-02',
      },
      { type: ' ', source: '\t' },
    ],
  })
  t.equal(answer.status, 400)
  const faults = (answer.json as Array<{ errors: Array<{ error: string; field: string }> }>).map(
    ({ errors }) => errors.map(({ error, field }) => `${error} ${field}`),
  )
  t.same(faults, [
    ['missing_field departure_datetime'],
    ['missing_field hotel_name'],
    ['missing_field type', 'missing_field source'],
  ])
  const good = await post({ segments: [flight({ status: ' ', currency: ' ', phone: '\u00a0' })] })
  t.match([good.status, good.json], [202, [{ status: 'Active' }]], 'optional fields may be blank')
})

check('a stay of one day does not end before it begins', async (t, { post }) => {
  const stay = (checkin: string, checkout: string, last = '2026-05-01') => ({
    type: 'Hotel',
    source: 'manual',
    hotel_name: 'Plaza',
    checkin_date: '2026-05-01',
    checkout_date: last,
    checkin_time: checkin,
    checkout_time: checkout,
  })
  const refused = await post({ segments: [stay('18:00', '10:00')] })
  t.match(
    [refused.status, refused.json],
    [
      400,
      [
        {
          errors: [
            { error: 'invalid_date_range', field: 'checkout_time', error_description: /"checkin_time"/ },
          ],
        },
      ],
    ],
  )
  t.equal(
    (
      await post({
        segments: [
          stay('10:00', '18:00'),
          stay('18:00', '10:00', '2026-05-02'),
          stay('', '10:00'),
          stay('18:00', ''),
        ],
      })
    ).status,
    202,
  )
})

check('in one place, local times decide which is later', async (t, { post }) => {
  const source = 'manual'
  const rail = (origin: string, destination: string, more = {}) => ({
    type: 'Rail',
    source,
    rail_line: 'DB',
    origin,
    destination,
    departure_datetime: '2026-05-01T10:00',
    arrival_datetime: '2026-05-01T09:00',
    ...more,
  })
  const car = (more: Record<string, unknown>) => ({
    type: 'Car',
    source,
    car_company: 'Hertz',
    pickup_datetime: '2026-05-01T10:00',
    dropoff_datetime: '2026-05-01T09:00',
    pickup_city_name: 'Zürich',
    ...more,
  })
  const event = (more: Record<string, unknown>) => ({
    type: 'Event',
    source,
    activity_name: 'Fair',
    start_datetime: '2026-05-01T10:00',
    end_datetime: '2026-05-01T09:00',
    start_city_name: 'Rome',
    ...more,
  })
  const reversed = [
    rail('Berlin Hbf', 'BERLIN HBF'),
    car({ dropoff_city_name: 'Zurich' }),
    car({ pickup_location: 'Main St', dropoff_location: 'Main St.' }),
    event({ end_city_name: 'rome', end_country: 'IT' }),
    event({ end_city_name: 'Rome', start_time_zone_id: 'Europe/Rome' }),
  ]
  const refused = await post({ segments: reversed })
  t.equal(refused.status, 400)
  for (const [at, { errors }] of (refused.json as Array<{ errors: unknown[] }>).entries())
    t.match(errors, [{ error: 'invalid_date_range' }], JSON.stringify(reversed[at]))
  const doubtful = [
    rail('Berlin Hbf', 'London'),
    car({ dropoff_city_name: 'London' }),
    event({ end_city_name: 'Rome', start_country: 'IT', end_country: 'US' }),
    rail('London', 'London', {
      departure_time_zone_id: 'Europe/London',
      arrival_time_zone_id: 'America/Toronto',
    }),
  ]
  t.equal((await post({ segments: doubtful })).status, 202, 'two places may be in different zones')
})

check('metadata that could not be returned unchanged is refused', async (t, { ingress, token }) => {
  const raw = (number: string): string =>
    JSON.stringify({ segments: [flight({ metadata: { order: ['N'] } })] }).replace('"N"', number)
  for (const number of ['12345678901234567890', '-9007199254740993', '1e400']) {
    const answer = await ingress.request('/v2/segments', {
      method: 'POST',
      token,
      raw: raw(number),
      headers: { 'content-type': 'application/json' },
    })
    t.match(
      [answer.status, answer.json],
      [
        400,
        [{ errors: [{ error: 'invalid_value', field: 'metadata', error_description: /too large.*text/ }] }],
      ],
      number,
    )
  }
  for (const number of ['9007199254740991', '0.1', '"12345678901234567890"']) {
    t.equal(
      (
        await ingress.request('/v2/segments', {
          method: 'POST',
          token,
          raw: raw(number),
          headers: { 'content-type': 'application/json' },
        })
      ).status,
      202,
      number,
    )
  }
})

check('trip_id, unknown and inactive sources', async (t, { post }) => {
  const answer = await post({
    segments: [flight({ trip_id: '12' }), flight({ source: 'nobody' }), flight({ source: 'old' })],
  })
  t.match(answer.json, [
    { errors: [{ error: 'invalid_trip_id', field: 'trip_id' }] },
    { errors: [{ error: 'invalid_source', error_description: 'Invalid source.', field: 'source' }] },
    { errors: [{ error: 'invalid_source', field: 'source' }] },
  ])
})

check('too many segments, bytes or unknown fields', async (t, { post }) => {
  const many = await post({ segments: Array.from({ length: 501 }, () => flight()) })
  t.match(many, { status: 400, json: { error: 'invalid_request' } })
  // A client that is still sending reads the answer too, every time.
  for (let at = 0; at < 10; at++)
    t.equal((await post({ segments: [flight({ notes: 'x'.repeat(8 * 2 ** 20) })] })).status, 413)
  const unknown = (count: number): Record<string, unknown> =>
    Object.fromEntries(Array.from({ length: count }, (_, nth) => [`x${nth}`, nth]))
  t.equal((await post({ segments: [flight(unknown(256))] })).status, 202)
  t.match((await post({ segments: [flight(unknown(257))] })).json, [
    { errors: [{ error: 'too_long', field: null, error_description: /257 fields.*may have 256.*metadata/ }] },
  ])
  const strict = await post({ segments: [flight({ colour: 'red' })] }, { prefer: 'handling=strict' })
  t.equal(strict.headers.get('preference-applied'), 'handling=strict')
  t.match(strict.json, [{ errors: [{ error: 'unknown_field', field: 'colour' }] }])
})

check('when the stream is unavailable, nothing is accepted', async (t) => {
  const full = await startIngress(t, { deadline: 500 })
  await (await streamManager(full.nats)).streams.delete('SEGMENTS')
  const answer = await full.request('/v2/segments', {
    method: 'POST',
    token: await full.token('77'),
    body: { segments: [flight()] },
  })
  t.equal(answer.status, 503)
  t.ok(Number(answer.headers.get('retry-after')) > 0)
  t.match(answer.json, { error: 'temporarily_unavailable' })
  await full.database.pool.query(
    `create function kept () returns trigger language plpgsql as $$ begin raise 'kept'; end $$;
      create trigger kept before delete on idempotency execute function kept()`,
  )
  const keyed = await full.request('/v2/segments', {
    method: 'POST',
    token: await full.token('77'),
    body: { segments: [flight()] },
    headers: { 'idempotency-key': 'once' },
  })
  t.match([keyed.status, keyed.json], [503, answer.json], 'also when its key cannot be released')
})
