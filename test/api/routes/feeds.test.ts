import { gzipSync } from 'node:zlib'
import t from 'tap'
import { releaseHeldLines } from '../../../workers/feed/release-held-lines.js'
import { heldLines } from '../../../db/feeds/held-lines.js'
import { ApiError } from '../../../schemas/base/errors.js'
import { streamManager } from '../../../workers/stream/setup.js'
import { secondIngress, startIngress } from '../../support/api/ingress.js'
import type { Ingress } from '../../support/api/ingress.js'
import { authorise, sendFeed, openFeed, makeFeedSupplier } from '../../support/api/feed-client.js'
import { until } from '../../support/until.js'

t.setTimeout(150_000)

type Doc = Record<string, unknown>

const flight = (changes: Doc = {}): Doc => ({
  type: 'Air',
  status: 'Active',
  source: 'sabre',
  airline: 'DL',
  flight_num: '42',
  origin: 'JFK',
  destination: 'SFO',
  departure_datetime: '2027-03-14T18:30',
  arrival_datetime: '2027-03-14T21:45',
  confirmation_no: 'QHZBT8',
  ...changes,
})
const stored = async (ingress: Ingress): Promise<number> =>
  (await (await streamManager(ingress.nats)).streams.info('SEGMENTS')).state.messages

async function members(ingress: Ingress, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const id = await ingress.createMember()
    await authorise(ingress, id)
    ids.push(id)
  }
  return ids
}

t.test('lines and their answers', async (t) => {
  const ingress = await startIngress(t, { fold: true })
  await makeFeedSupplier(ingress)
  const [ada = '', bob = ''] = await members(ingress, 2)
  const stranger = await ingress.createMember()
  const segmentsOf = async (member: string): Promise<Doc[]> =>
    (
      await ingress.request('/v2/segments?status=Active,Cancelled&start=2026-01-01', {
        token: await ingress.token(member),
      })
    ).json as Doc[]

  await t.test('each line is answered in order, and an invalid one does not stop the feed', async (t) => {
    const answers = await sendFeed(ingress, [
      {
        member_id: ada,
        segments: [
          flight(),
          flight({
            origin: 'SFO',
            destination: 'JFK',
            departure_datetime: '2027-03-18T08:00',
            arrival_datetime: '2027-03-18T16:30',
          }),
        ],
      },
      '\n',
      'not json\n',
      { member_id: ada, segments: [flight({ source: 'nobody' }), flight()] },
      { member_id: stranger, segments: [flight()] },
      { member_id: '1', segments: [flight()] },
      { segments: [flight()] },
      { member_id: ada, account: { source: 'airline_dl', account_id: '1' }, segments: [flight()] },
      { account: { source: 'nobody', account_id: '1' }, segments: [flight()] },
      { member_id: ada, segments: [] },
      '[1]\n',
      Buffer.concat([Buffer.from('{"member_id": "'), Buffer.from([0xff]), Buffer.from('"}\n')]).toString(
        'latin1',
      ),
      { member_id: bob, key: '', segments: [flight()] },
      { account: { source: 'airline_dl', account_id: 'N/A' }, segments: [flight()] },
      JSON.stringify({ member_id: bob, segments: [flight({ flight_num: '77' })], something: 1 }),
    ])
    t.same(
      answers.map(({ line, status, error }) => [line, status, error]),
      [
        [1, 202, undefined],
        [3, 400, 'invalid_request'],
        [4, 400, undefined],
        [5, 403, 'access_denied'],
        [6, 403, 'access_denied'],
        [7, 400, 'invalid_request'],
        [8, 400, 'invalid_request'],
        [9, 400, 'invalid_request'],
        [10, 400, 'invalid_request'],
        [11, 400, 'invalid_request'],
        [12, 400, 'invalid_request'],
        [13, 400, 'invalid_request'],
        [14, 400, 'invalid_request'],
        [15, 202, undefined],
      ],
    )
    t.match(answers[0]?.segments, [
      { type: 'Air', status: 'Active', _id: Number },
      { type: 'Air', status: 'Active', _id: Number },
    ])
    t.match(answers[2]?.segments, [
      {
        type: 'Air',
        status: 'Active',
        errors: [{ error: 'invalid_source', error_description: 'Invalid source.', field: 'source' }],
      },
      { errors: [] },
    ])
    for (const { error_description: description, status } of answers)
      if (status !== 202 && description !== undefined) t.match(description, /\.$/, description)
    t.equal(
      answers[3]?.error_description,
      answers[4]?.error_description,
      'it does not reveal who is a member',
    )
    await until(
      'both are on the itinerary',
      async () => (await segmentsOf(ada)).length === 2 && (await segmentsOf(bob)).length === 1,
    )
    t.same(await segmentsOf(stranger), [])
    const [first] = answers
    const read = (
      await ingress.request(`/v2/segments/${String(first?.segments?.[1]?.['_id'])}`, {
        token: await ingress.token(ada),
      })
    ).json as Doc
    t.match(read, { origin: 'SFO', destination: 'JFK' }, 'the raw id returns the segment that it became')
    t.match(
      (await ingress.request(`/v2/batches/${first?.batch_id ?? ''}`, { token: await ingress.token(ada) }))
        .json,
      {
        status: 'processed',
        segments: [{ action: 'created' }, { action: 'created' }],
      },
    )
  })

  await t.test('lines of one member about several bookings share messages', async (t) => {
    const [member = ''] = await members(ingress, 1)
    const before = await stored(ingress)
    const locator = (at: number): string =>
      `Q${String(at + 200)
        .replaceAll('0', 'X')
        .replaceAll('1', 'Y')}ZZ`
    const answers = await sendFeed(
      ingress,
      Array.from({ length: 120 }, (_, at) => ({
        member_id: member,
        segments: [flight({ confirmation_no: locator(at) })],
      })),
    )
    t.ok(answers.every((one) => one.status === 202))
    t.ok((await stored(ingress)) - before <= 3, 'far fewer messages than lines')
  })

  await t.test(
    'booked and cancelled, or moved, in one feed: each line corrects the lines before it',
    async (t) => {
      const [left = '', moved = '', whole = '', replaced = ''] = await members(ingress, 4)
      const later = flight({
        origin: 'SFO',
        destination: 'LAX',
        departure_datetime: '2027-03-15T08:00',
        arrival_datetime: '2027-03-15T09:30',
      })
      const answers = await sendFeed(ingress, [
        { member_id: left, segments: [flight()] },
        { member_id: left, segments: [flight({ status: 'Cancelled' })] },
        { member_id: moved, segments: [flight()] },
        {
          member_id: moved,
          segments: [
            flight({ departure_datetime: '2027-03-14T20:30', arrival_datetime: '2027-03-14T23:45' }),
          ],
        },
        { member_id: whole, segments: [flight()] },
        { member_id: whole, segments: [flight({ confirmation_no: 'QHZ-BT8', status: 'Cancelled' })] },
        { member_id: replaced, segments: [flight(), later] },
        { member_id: replaced, mode: 'replace', segments: [later] },
      ])
      t.ok(answers.every((one) => one.status === 202))
      const states = async (member: string): Promise<string> =>
        (await segmentsOf(member))
          .map((one) => `${String(one['status'])} ${String(one['departure_datetime']).slice(5, 16)}`)
          .sort()
          .join(', ')
      for (const [member, wanted] of [
        [left, 'Cancelled 03-14T18:30'],
        [moved, 'Active 03-14T20:30'],
        [whole, 'Cancelled 03-14T18:30'],
        [replaced, 'Active 03-15T08:00, Cancelled 03-14T18:30'],
      ] as const) {
        await until(`${wanted}: ${await states(member)}`, async () => (await states(member)) === wanted)
      }
    },
  )

  await t.test('lines of one booking keep their order; mode replace removes legs', async (t) => {
    const [member = ''] = await members(ingress, 1)
    const answers = await sendFeed(
      ingress,
      Array.from({ length: 120 }, (_, at) => ({
        member_id: member,
        segments: [flight({ seat_assignment: `${at + 1}A` })],
      })),
    )
    t.equal(answers.filter((one) => one.status === 202).length, 120)
    t.equal(new Set(answers.map((one) => one.segments?.[0]?.['_id'])).size, 120)
    await until(
      'the last line is applied',
      async () => (await segmentsOf(member))[0]?.['seat_assignment'] === '120A',
    )
    const other = flight({
      origin: 'SFO',
      destination: 'LAX',
      departure_datetime: '2027-03-15T08:00',
      arrival_datetime: '2027-03-15T09:30',
    })
    t.same(
      (
        await sendFeed(ingress, [
          { member_id: member, segments: [other] },
          { member_id: member, mode: 'replace', segments: [other] },
        ])
      ).map((one) => one.status),
      [202, 202],
    )
    await until(
      'the first leg is gone',
      async () =>
        (await segmentsOf(member))
          .map((one) => one['status'])
          .sort()
          .join() === 'Active,Cancelled',
    )
  })

  await t.test('a key makes a repeat harmless', async (t) => {
    const [member = ''] = await members(ingress, 1)
    const line = { key: 'PNR-1', member_id: member, segments: [flight()] }
    const before = await stored(ingress)
    const answers = await sendFeed(ingress, [
      line,
      line,
      { ...line, segments: [flight({ flight_num: '43' })] },
      { ...line, key: 'PNR-2' },
    ])
    t.match(answers, [
      { key: 'PNR-1', status: 202 },
      { key: 'PNR-1', status: 202, replayed: true },
      { key: 'PNR-1', status: 422, error: 'idempotency_key_reused' },
      { key: 'PNR-2', status: 202 },
    ])
    t.same(answers[1]?.segments, answers[0]?.segments)
    t.equal(answers[1]?.batch_id, answers[0]?.batch_id)
    t.match(await sendFeed(ingress, [line]), [
      { status: 202, replayed: true, segments: answers[0]?.segments },
    ])
    t.equal((await stored(ingress)) - before, 2)
    await makeFeedSupplier(ingress, 'other')
    await authorise(ingress, member, 'other')
    t.notOk(
      (await sendFeed(ingress, [line], { client: 'other' }))[0]?.replayed,
      'keys are scoped to the application',
    )
  })

  await t.test('a byte order mark before the first line is ignored', async (t) => {
    const [member = ''] = await members(ingress, 1)
    const text = `\ufeff${JSON.stringify({ member_id: member, segments: [flight()] })}\n`
    t.match(await sendFeed(ingress, [text, text]), [
      { line: 1, status: 202 },
      { line: 2, status: 400 },
    ])
  })

  await t.test('handling=strict', async (t) => {
    const line = { member_id: ada, segments: [flight({ surprise: 1 })], something: 1 }
    t.match(await sendFeed(ingress, [line, { ...line, something: undefined }]), [
      { status: 202 },
      { status: 202 },
    ])
    t.match(
      await sendFeed(ingress, [line, { ...line, something: undefined }], {
        headers: { prefer: 'handling=strict' },
      }),
      [
        { status: 400, error: 'invalid_request', error_description: /something/ },
        { status: 400, segments: [{ errors: [{ error: 'unknown_field' }] }] },
      ],
    )
  })

  await t.test(
    'answers arrive while the feed is sent, and half a line waits for its other half',
    async (t) => {
      const open = await openFeed(ingress)
      const text = `${JSON.stringify({ member_id: ada, segments: [flight({ notes: 'Zürich – 東京' })] })}\n`
      const middle = Buffer.from(text).indexOf(Buffer.from('東')) + 1
      open.send(text)
      t.match(await open.next(), { line: 1, status: 202 })
      open.send(Buffer.from(text).subarray(0, middle) as unknown as string)
      await new Promise((resolve) => setTimeout(resolve, 100))
      open.send(Buffer.from(text).subarray(middle) as unknown as string)
      t.match(await open.next(), { line: 2, status: 202 })
      t.same(await open.end(), [])
    },
  )

  await t.test('a line of more than a mebibyte is refused without being kept', async (t) => {
    const answers = await sendFeed(ingress, [
      { member_id: ada, segments: [flight()], padding: 'x'.repeat(3 * 2 ** 20) },
      { member_id: ada, segments: [flight()] },
    ])
    t.match(answers, [
      { line: 1, status: 413, error: 'payload_too_large' },
      { line: 2, status: 202 },
    ])
  })

  await t.test('a line without its line feed is dropped when the connection breaks', async (t) => {
    const before = await stored(ingress)
    const open = await openFeed(ingress)
    open.send(
      `${JSON.stringify({ member_id: ada, segments: [flight()] })}\n${JSON.stringify({ member_id: ada, segments: [flight()] })}`,
    )
    t.match(await open.next(), { line: 1, status: 202 })
    open.cut()
    await new Promise((resolve) => setTimeout(resolve, 200))
    t.equal((await stored(ingress)) - before, 1)
  })

  await t.test('a compressed feed', async (t) => {
    const lines = [1, 2, 3].map((n) => `${JSON.stringify({ member_id: ada, segments: [flight({ n })] })}\n`)
    const open = await openFeed(ingress, { headers: { 'content-encoding': 'gzip' } })
    open.send(gzipSync(lines.join('')))
    t.match(await open.end(), [{ status: 202 }, { status: 202 }, { status: 202 }])
    const broken = await openFeed(ingress, { headers: { 'content-encoding': 'gzip' } })
    broken.send(gzipSync(lines.join('')).subarray(0, -12))
    for (const { status } of await broken.end()) t.equal(status, 202, 'only whole lines are answered')
  })

  await t.test('answers may be read after everything is sent', async (t) => {
    const answers = await sendFeed(
      ingress,
      Array.from({ length: 3_000 }, () => ({ member_id: stranger, segments: [flight()] })),
    )
    t.equal(answers.length, 3_000)
    t.same(
      answers.map((one) => one.line),
      answers.map((_, at) => at + 1),
    )
  })
})

t.test('who may send feeds', async (t) => {
  const ingress = await startIngress(t)
  await makeFeedSupplier(ingress)
  const [member = ''] = await members(ingress, 1)
  const line = { member_id: member, segments: [flight()] }
  const ask = async (options: Parameters<Ingress['request']>[1]) =>
    await ingress.request('/v2/feeds/segments', {
      method: 'POST',
      raw: `${JSON.stringify(line)}\n`,
      ...options,
    })
  const type = { 'content-type': 'application/x-ndjson' }
  await ingress.database.pool.query("insert into app (client_id, name) values ('plain', 'Plain')")

  t.match(await ask({ headers: type }), { status: 401 })
  const ownToken = {
    status: 403,
    json: { error: 'insufficient_scope', error_description: /application's own token, a Bearer token/ },
  }
  t.match(await ask({ headers: type, token: await ingress.token(member, 'gds') }), ownToken)
  t.match(
    await ask({ headers: { ...type, client_id: 'gds', client_secret: 'secret of gds' } }),
    ownToken,
    'not a member token',
  )
  t.match(await ask({ headers: type, token: await ingress.appToken('plain') }), {
    status: 403,
    json: { error: 'insufficient_scope', error_description: /feed/ },
  })
  t.match(
    await ask({ headers: { 'content-type': 'application/json' }, token: await ingress.appToken('gds') }),
    {
      status: 415,
      json: { error: 'unsupported_media_type' },
    },
  )
  t.match(
    await ask({ headers: { ...type, 'content-encoding': 'zstd' }, token: await ingress.appToken('gds') }),
    { status: 415 },
  )
  t.match(await ask({ headers: { ...type, accept: 'image/png' }, token: await ingress.appToken('gds') }), {
    status: 406,
  })
  t.match(await ingress.request('/v2/feeds/segments', { token: await ingress.appToken('gds') }), {
    status: 405,
  })

  await t.test('four feeds of an application at once', async (t) => {
    const open = await Promise.all(Array.from({ length: 4 }, async () => await openFeed(ingress)))
    for (const one of open) {
      one.send(`${JSON.stringify(line)}\n`)
      t.match(await one.next(), { status: 202 })
    }
    const fifth = await ask({ headers: type, token: await ingress.appToken('gds') })
    t.match(fifth, { status: 429, json: { error: 'rate_limited' } })
    t.equal(fifth.headers.get('retry-after'), '10')
    await Promise.all(open.map(async (one) => await one.end()))
    await until(
      'there is a free place again',
      async () => (await sendFeed(ingress, [line]).catch(() => []))[0]?.status === 202,
    )
  })

  await t.test('the feed that has been silent for longest gives way to a new one', async (t) => {
    const second = await secondIngress(t, { ...ingress, deps: { ...ingress.deps, feedIdleMs: 1 } }, {})
    const open = await Promise.all(Array.from({ length: 4 }, async () => await openFeed(second)))
    for (const one of [...open, ...open.slice(0, 3)]) {
      one.send(`${JSON.stringify(line)}\n`)
      t.match(await one.next(), { status: 202 })
    }
    t.match(await sendFeed(second, [line]), [{ status: 202 }])
    const silent = open.pop()
    t.equal(await silent?.next(), null, 'it has ended')
    for (const one of open) {
      one.send(`${JSON.stringify(line)}\n`)
      t.match(await one.next(), { status: 202 }, 'the others continue')
      await one.end()
    }
    silent?.cut()
  })

  await t.test('the role, the application or the grant is revoked while it runs', async (t) => {
    const open = await openFeed(ingress)
    open.send(`${JSON.stringify(line)}\n`)
    t.match(await open.next(), { status: 202 })
    await ingress.database.pool.query('update oauth_grant set revoked_at = now() where member_id = $1', [
      member,
    ])
    open.send(`${JSON.stringify(line)}\n`)
    t.match(await open.next(), { line: 2, status: 403, error: 'access_denied' })
    await ingress.database.pool.query("update app set feed = false where client_id = 'gds'")
    open.send(`${JSON.stringify(line)}\n`)
    t.match(await open.next(), { line: 3, status: 403, error: 'insufficient_scope' })
    t.equal(await open.next(), null, 'the feed has ended')
    open.cut()
  })
})

t.test('loyalty accounts', async (t) => {
  const ingress = await startIngress(t, { fold: true })
  await makeFeedSupplier(ingress)
  const release = releaseHeldLines({
    store: heldLines(ingress.database.pool),
    publish: ingress.deps.publish,
    log: ingress.deps.log,
    now: Date.now,
  })
  t.teardown(release.stop)
  const register = async (member: string, number: string): Promise<Doc> =>
    (
      await ingress.request('/v2/accounts', {
        method: 'POST',
        token: await ingress.token(member),
        body: { source: 'airline_dl', account_id: number },
      })
    ).json as Doc
  const tripsOf = async (member: string): Promise<Doc[]> =>
    (await ingress.request('/v2/trips?start=2026-01-01&segments=1', { token: await ingress.token(member) }))
      .json as Doc[]
  const line = (number: string, changes: Doc = {}): Doc => ({
    account: { source: 'airline_dl', account_id: number },
    segments: [flight({ source: 'airline_dl', ...changes })],
  })
  const held = async (): Promise<number> =>
    Number(
      (await ingress.database.pool.query<{ n: string }>('select count(*) as n from held_line')).rows[0]?.n,
    )

  await t.test(
    'a line for a number goes to the member who registered it, also without authorising the supplier',
    async (t) => {
      const member = await ingress.createMember()
      const account = await register(member, '2039 481-123')
      t.match(account, { last_access: null, last_harvest_status: 'Never' })
      t.match(await sendFeed(ingress, [line('2039481123')]), [{ status: 202, segments: [{ _id: Number }] }])
      await until('a trip', async () => (await tripsOf(member)).length === 1)
      const look = (
        await ingress.request(`/v2/accounts/${String(account['id'])}`, { token: await ingress.token(member) })
      ).json
      t.match(look, { last_access: String, last_harvest_status: 'Success' })
      t.equal(await held(), 0)
    },
  )

  await t.test(
    'lines for an unregistered number are held, and folded when a member registers it',
    async (t) => {
      const answers = await sendFeed(ingress, [
        line('77', { seat_assignment: '1A' }),
        line('7-7', { seat_assignment: '2A' }),
        line('78'),
        line('77', {
          origin: 'SFO',
          destination: 'JFK',
          departure_datetime: '2027-03-18T08:00',
          arrival_datetime: '2027-03-18T16:30',
        }),
      ])
      t.same(
        answers.map((one) => one.status),
        [202, 202, 202, 202],
      )
      t.equal(await held(), 4)
      const member = await ingress.createMember()
      await register(member, '77')
      await until(
        'the trip',
        async () => ((await tripsOf(member))[0]?.['segments'] as Doc[] | undefined)?.length === 2,
      )
      const [trip] = await tripsOf(member)
      t.match(trip, { segments: [{ origin: 'JFK', seat_assignment: '2A' }, { origin: 'SFO' }] })
      t.match(
        (
          await ingress.request(`/v2/segments/${String(answers[3]?.segments?.[0]?.['_id'])}`, {
            token: await ingress.token(member),
          })
        ).json,
        { origin: 'SFO' },
        'under the id that was answered',
      )
      t.equal(await held(), 1, 'the other number is still held')
    },
  )

  await t.test('a line that is sent after the answers is later than the lines before', async (t) => {
    const answers = await sendFeed(
      ingress,
      Array.from({ length: 300 }, (_, at) => ({
        ...line('79', { seat_assignment: `${at + 1}A` }),
        key: `breath-${at}`,
      })),
    )
    t.ok(answers.every((one) => one.status === 202))
    t.match(await sendFeed(ingress, [line('79', { status: 'Cancelled' })]), [{ status: 202 }])
    const member = await ingress.createMember()
    await register(member, '79')
    const segment = async (): Promise<unknown> =>
      (
        await ingress.request(`/v2/segments/${String(answers[299]?.segments?.[0]?.['_id'])}`, {
          token: await ingress.token(member),
        })
      ).json
    await until('it is cancelled', async () => ((await segment()) as Doc)['status'] === 'Cancelled')
  })

  await t.test(
    'a removed account gets nothing, and a new registration gets what arrived meanwhile',
    async (t) => {
      const member = await ingress.createMember()
      const account = await register(member, '99')
      await ingress.request(`/v2/accounts/${String(account['id'])}`, {
        method: 'DELETE',
        token: await ingress.token(member),
      })
      await sendFeed(ingress, [line('99')])
      t.same(await tripsOf(member), [])
      await register(member, '99')
      await until('the trip exists', async () => (await tripsOf(member)).length === 1)
    },
  )

  await t.test('of two members who registered one number, the first gets the line', async (t) => {
    const [first, second] = [await ingress.createMember(), await ingress.createMember()]
    await register(first, '555')
    await register(second, '555')
    await sendFeed(ingress, [line('555')])
    await until('the trip exists', async () => (await tripsOf(first)).length === 1)
    t.same(await tripsOf(second), [])
  })

  await t.test('a line that was in flight while its number was registered', async (t) => {
    const member = await ingress.createMember()
    const late = await ingress.database.pool.connect()
    await late.query('begin')
    await late.query(
      `insert into held_line (source, number_key, envelope, body) values ('airline_dl', '4711', $1, $2)`,
      [
        JSON.stringify({
          v: 1,
          kind: 'segments',
          batch: ingress.deps.ids.next(),
          first: ingress.deps.ids.block(1),
          count: 1,
          received: Date.now(),
          client: 'gds',
        }),
        JSON.stringify({ segments: [flight()] }),
      ],
    )
    await register(member, '4711')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await late.query('commit')
    late.release()
    t.ok(await until('the trip exists', async () => (await tripsOf(member)).length === 1))
  })

  await t.test('a key stays with the number, whichever member has it', async (t) => {
    const keyed = { ...line('31337'), key: 'once' }
    const [first] = await sendFeed(ingress, [keyed])
    const member = await ingress.createMember()
    await register(member, '31337')
    await until('the trip exists', async () => (await tripsOf(member)).length === 1)
    t.match(await sendFeed(ingress, [keyed]), [{ status: 202, replayed: true, segments: first?.segments }])
  })
})

t.test('limits of one member', async (t) => {
  const ingress = await startIngress(t)
  await makeFeedSupplier(ingress)
  const [ada = '', bob = ''] = await members(ingress, 2)
  const { segmentQuota: memberIntake } = await import('../../../api/commands/segment-quota.js')
  ingress.deps.segmentQuota = memberIntake({ perSecond: 1, burst: 2, now: Date.now })
  const second = await secondIngress(t, ingress, {})
  const answers = await sendFeed(
    second,
    [ada, ada, ada, bob].map((member) => ({ member_id: member, segments: [flight()] })),
  )
  t.match(answers, [
    { status: 202 },
    { status: 202 },
    { status: 429, error: 'rate_limited', retry_after: Number },
    { status: 202 },
  ])

  await t.test('lines do not overtake a line that was refused with 429', async (t) => {
    const [eve = ''] = await members(ingress, 1)
    let calls = 0
    ingress.deps.segmentQuota = {
      take: () => {
        calls += 1
        if (calls === 1) throw new ApiError('rate_limited', 'Too many segments.', { retryAfter: 60 })
      },
    }
    const open = await openFeed(await secondIngress(t, ingress, {}))
    const line = (key?: string): string =>
      `${JSON.stringify({ member_id: eve, segments: [flight()], key })}\n`
    open.send(line('once') + line('once'))
    t.match(
      [await open.next(), await open.next()],
      [{ status: 429 }, { status: 429, retry_after: 60 }],
      'a second line with the same key',
    )
    open.send(line())
    t.match(await open.end(), [{ status: 429 }], 'a later line')
    t.match(
      await sendFeed(await secondIngress(t, ingress, {}), [line()]),
      [{ status: 202 }],
      'another feed is not affected',
    )
  })
})
