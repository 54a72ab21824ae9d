/** Lines of a feed and their answers (contract.md 8.1). */
import { brotliCompressSync, gzipSync } from 'node:zlib'
import t from 'tap'
import type { Test } from 'tap'
import { streamManager } from '../../../workers/stream/setup.js'
import { until } from '../../support/until.js'
import { startIngress } from '../../support/api/ingress.js'
import type { Ingress } from '../../support/api/ingress.js'
import {
  authorise,
  feedFlight,
  feedMembers,
  makeFeedSupplier,
  openFeed,
  sendFeed,
} from '../../support/api/feed-client.js'
import { sharing } from '../../support/sharing.js'

t.setTimeout(150_000)

type Doc = Record<string, unknown>

const stored = async (ingress: Ingress): Promise<number> =>
  (await (await streamManager(ingress.nats)).streams.info('SEGMENTS')).state.messages

async function setup(t: Test) {
  const ingress = await startIngress(t, { fold: true })
  await makeFeedSupplier(ingress)
  const [ada = '', bob = ''] = await feedMembers(ingress, 2)
  const stranger = await ingress.createMember()
  const segmentsOf = async (member: string): Promise<Doc[]> =>
    (
      await ingress.request('/v2/segments?status=Active,Cancelled&start=2026-01-01', {
        token: await ingress.token(member),
      })
    ).json as Doc[]
  return { ingress, ada, bob, stranger, segmentsOf }
}
type Context = Awaited<ReturnType<typeof setup>>

const check = sharing(t, setup)

check(
  'each line is answered in order, and an invalid one does not stop the feed',
  async (t, { ingress, ada, bob, stranger, segmentsOf }) => {
    const answers = await sendFeed(ingress, [
      {
        member_id: ada,
        segments: [
          feedFlight(),
          feedFlight({
            origin: 'SFO',
            destination: 'JFK',
            departure_datetime: '2027-03-18T08:00',
            arrival_datetime: '2027-03-18T16:30',
          }),
        ],
      },
      '\n',
      'not json\n',
      { member_id: ada, segments: [feedFlight({ source: 'nobody' }), feedFlight()] },
      { member_id: stranger, segments: [feedFlight()] },
      { member_id: '1', segments: [feedFlight()] },
      { segments: [feedFlight()] },
      { member_id: ada, account: { source: 'airline_dl', account_id: '1' }, segments: [feedFlight()] },
      { account: { source: 'nobody', account_id: '1' }, segments: [feedFlight()] },
      { member_id: ada, segments: [] },
      '[1]\n',
      Buffer.concat([Buffer.from('{"member_id": "'), Buffer.from([0xff]), Buffer.from('"}\n')]).toString(
        'latin1',
      ),
      { member_id: bob, key: '', segments: [feedFlight()] },
      { account: { source: 'airline_dl', account_id: 'N/A' }, segments: [feedFlight()] },
      JSON.stringify({ member_id: bob, segments: [feedFlight({ flight_num: '77' })] }),
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
  },
)

check('lines of one member about several bookings share messages', async (t, { ingress }) => {
  const [member = ''] = await feedMembers(ingress, 1)
  const before = await stored(ingress)
  const locator = (at: number): string =>
    `Q${String(at + 200)
      .replaceAll('0', 'X')
      .replaceAll('1', 'Y')}ZZ`
  const answers = await sendFeed(
    ingress,
    Array.from({ length: 120 }, (_, at) => ({
      member_id: member,
      segments: [feedFlight({ confirmation_no: locator(at) })],
    })),
  )
  t.ok(answers.every((one) => one.status === 202))
  t.ok((await stored(ingress)) - before <= 3, 'far fewer messages than lines')
})

check(
  'booked and cancelled, or moved, in one feed: each line corrects the lines before it',
  async (t, { ingress, segmentsOf }) => {
    const [left = '', moved = '', whole = '', replaced = ''] = await feedMembers(ingress, 4)
    const later = feedFlight({
      origin: 'SFO',
      destination: 'LAX',
      departure_datetime: '2027-03-15T08:00',
      arrival_datetime: '2027-03-15T09:30',
    })
    const answers = await sendFeed(ingress, [
      { member_id: left, segments: [feedFlight()] },
      { member_id: left, segments: [feedFlight({ status: 'Cancelled' })] },
      { member_id: moved, segments: [feedFlight()] },
      {
        member_id: moved,
        segments: [
          feedFlight({ departure_datetime: '2027-03-14T20:30', arrival_datetime: '2027-03-14T23:45' }),
        ],
      },
      { member_id: whole, segments: [feedFlight()] },
      { member_id: whole, segments: [feedFlight({ confirmation_no: 'QHZ-BT8', status: 'Cancelled' })] },
      { member_id: replaced, segments: [feedFlight(), later] },
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

check(
  'lines of one booking keep their order; mode replace removes legs',
  async (t, { ingress, segmentsOf }) => {
    const [member = ''] = await feedMembers(ingress, 1)
    const answers = await sendFeed(
      ingress,
      Array.from({ length: 120 }, (_, at) => ({
        member_id: member,
        segments: [feedFlight({ seat_assignment: `${at + 1}A` })],
      })),
    )
    t.equal(answers.filter((one) => one.status === 202).length, 120)
    t.equal(new Set(answers.map((one) => one.segments?.[0]?.['_id'])).size, 120)
    await until(
      'the last line is applied',
      async () => (await segmentsOf(member))[0]?.['seat_assignment'] === '120A',
    )
    const other = feedFlight({
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
  },
)

check('a key makes a repeat harmless', async (t, context) => {
  await keys(t, context)
})

check('a byte order mark before the first line is ignored', async (t, { ingress }) => {
  const [member = ''] = await feedMembers(ingress, 1)
  const text = `\ufeff${JSON.stringify({ member_id: member, segments: [feedFlight()] })}\n`
  t.match(await sendFeed(ingress, [text, text]), [
    { line: 1, status: 202 },
    { line: 2, status: 400 },
  ])
})

check('handling=strict', async (t, { ingress, ada }) => {
  const line = { member_id: ada, segments: [feedFlight({ flihgt_num: '1' })] }
  t.match(await sendFeed(ingress, [line]), [{ status: 202 }], 'a raw segment keeps unknown fields')
  t.match(await sendFeed(ingress, [line], { headers: { prefer: 'handling=strict' } }), [
    {
      status: 400,
      segments: [
        {
          errors: [
            { error: 'unknown_field', error_description: /"flihgt_num" .* did you mean "flight_num"/ },
          ],
        },
      ],
    },
  ])
})

check('all errors of a line at once, with hints', async (t, { ingress, ada }) => {
  const answers = await sendFeed(ingress, [
    { member_id: ada, segmnts: [] },
    {
      account: { source: 'arline_dl', acount_id: '1', account_id: 'N/A' },
      key: '',
      mode: 'all',
      segments: [feedFlight({ source: 'nobody' })],
    },
    `{"member_id": "${ada}", "segments": [}\n`,
  ])
  t.match(answers[0], {
    status: 400,
    error: 'invalid_request',
    error_description: 'Field "segmnts" is unknown; did you mean "segments"?',
    hint: /member_id, account, segments, document, mode, key/,
    errors: [{ field: 'segmnts' }, { error: 'missing_field', field: 'segments' }],
  })
  t.match(answers[1], {
    errors: [
      { field: 'key' },
      { field: 'account.acount_id', error_description: /did you mean "account_id"/ },
      { field: 'account.source', hint: /"airline_dl"/ },
      { field: 'account.account_id' },
      { field: 'mode' },
      { field: 'segments[0].source', error_description: 'Invalid source.' },
    ],
  })
  t.match(answers[2]?.error_description, /^The line is not valid JSON: line 1, column \d+: expected a value/)
})

check(
  'answers arrive while the feed is sent, and half a line waits for its other half',
  async (t, { ingress, ada }) => {
    const open = await openFeed(ingress)
    const text = `${JSON.stringify({ member_id: ada, segments: [feedFlight({ notes: 'Zürich – 東京' })] })}\n`
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

check('a line of more than a mebibyte is refused without being kept', async (t, { ingress, ada }) => {
  const answers = await sendFeed(ingress, [
    { member_id: ada, segments: [feedFlight()], padding: 'x'.repeat(3 * 2 ** 20) },
    { member_id: ada, segments: [feedFlight()] },
  ])
  t.match(answers, [
    { line: 1, status: 413, error: 'payload_too_large' },
    { line: 2, status: 202 },
  ])
})

check('a line without its line feed is dropped when the connection breaks', async (t, { ingress, ada }) => {
  const before = await stored(ingress)
  const open = await openFeed(ingress)
  open.send(
    `${JSON.stringify({ member_id: ada, segments: [feedFlight()] })}\n${JSON.stringify({ member_id: ada, segments: [feedFlight()] })}`,
  )
  t.match(await open.next(), { line: 1, status: 202 })
  open.cut()
  await new Promise((resolve) => setTimeout(resolve, 200))
  t.equal((await stored(ingress)) - before, 1)
})

check('a compressed feed', async (t, { ingress, ada }) => {
  const lines = [1, 2, 3].map((n) => `${JSON.stringify({ member_id: ada, segments: [feedFlight({ n })] })}\n`)
  const open = await openFeed(ingress, { headers: { 'content-encoding': 'gzip' } })
  open.send(gzipSync(lines.join('')))
  t.match(await open.end(), [{ status: 202 }, { status: 202 }, { status: 202 }])
  const broken = await openFeed(ingress, { headers: { 'content-encoding': 'gzip' } })
  broken.send(gzipSync(lines.join('')).subarray(0, -12))
  for (const { status } of await broken.end()) t.equal(status, 202, 'only whole lines are answered')
})

check('blank lines that inflate from nothing end the feed, others go on', async (t, { ingress, ada }) => {
  await makeFeedSupplier(ingress, 'waster')
  const bomb = brotliCompressSync(Buffer.alloc(64 * 2 ** 20, '\n'))
  t.ok(bomb.length < 200, `${bomb.length} bytes`)
  const open = await openFeed(ingress, { client: 'waster', headers: { 'content-encoding': 'br' } })
  open.send(bomb)
  const [ended] = await open.end()
  t.match(ended, { status: 429, error: 'rate_limited', error_description: /blank/ })
  const [wasted] = await sendFeed(ingress, ['\n', 'no line\n'], { client: 'waster' })
  t.match(wasted, { line: 2, status: 400 }, 'the next feed begins; its lines are counted with those before')
  const [accepted] = await sendFeed(ingress, [{ member_id: ada, segments: [feedFlight()] }])
  t.equal(accepted?.status, 202, 'another application is not slowed down')
})

check('answers may be read after everything is sent', async (t, { ingress, stranger }) => {
  const answers = await sendFeed(
    ingress,
    Array.from({ length: 3_000 }, () => ({ member_id: stranger, segments: [feedFlight()] })),
  )
  t.equal(answers.length, 3_000)
  t.same(
    answers.map((one) => one.line),
    answers.map((_, at) => at + 1),
  )
})

async function keys(t: Test, { ingress }: Context): Promise<void> {
  const [member = ''] = await feedMembers(ingress, 1)
  const line = { key: 'PNR-1', member_id: member, segments: [feedFlight()] }
  const before = await stored(ingress)
  const answers = await sendFeed(ingress, [
    line,
    line,
    { ...line, segments: [feedFlight({ flight_num: '43' })] },
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
  t.match(await sendFeed(ingress, [line]), [{ status: 202, replayed: true, segments: answers[0]?.segments }])
  t.equal((await stored(ingress)) - before, 2)
  await makeFeedSupplier(ingress, 'other')
  await authorise(ingress, member, 'other')
  t.notOk(
    (await sendFeed(ingress, [line], { client: 'other' }))[0]?.replayed,
    'keys are scoped to the application',
  )
}
