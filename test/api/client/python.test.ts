/** Retries, errors, paging and webhooks of the Python client; every-operation.test.ts has its calls. */
import t from 'tap'
import { encodeSecret, parseSecret, signBody } from '../../../actors/delivery/webhook-signature.js'
import { exampleEvent } from '../../../api/document/examples/events.js'
import { rawExamples } from '../../../api/document/examples/raw-segments.js'
import { PYTHON_MISSING, pythonClient } from '../../support/api/python-client.js'
import type { PythonAnswer, PythonCall } from '../../support/api/python-client.js'

t.setTimeout(60_000)
const skip = PYTHON_MISSING
const URL = 'https://api.example.com'

type Step = { status: number; headers?: Record<string, string>; body?: unknown } | null

const stepsOf = (steps: Step[]): NonNullable<PythonCall['steps']> =>
  steps.map((step) => step && { ...step, body: JSON.stringify(step.body ?? {}) })

t.test('retries, errors and pages', { skip }, async (t) => {
  const call = pythonClient(t)
  const ask = async (steps: Step[], asked: PythonCall): Promise<PythonAnswer> =>
    await call({ client: { base_url: URL, token: 'a-token' }, ...asked, steps: stepsOf(steps) })
  const batch = { call: 'submit_segments', values: [{ segments: [rawExamples.Air] }] }
  const callback = { call: 'create_callback', values: [{ url: 'https://hooks.example.com/' }] }
  const accepted = { status: 202, headers: { location: '/b/9' }, body: [{ _id: 1 }] }

  await t.test(
    'a keyed request is sent again under one key, after the wait that the service asks for',
    async (t) => {
      const again = [
        null,
        { status: 503, headers: { 'retry-after': '7' } },
        { status: 409, headers: { 'retry-after': '1' } },
      ]
      const { given, received, waits } = await ask([...again, accepted], batch)
      t.same(given, accepted.body)
      t.equal(received.length, 4)
      t.equal(new Set(received.map(({ sent }) => sent['idempotency-key'])).size, 1)
      t.ok(waits[0]! >= 0.25 && waits[0]! <= 0.5, `it backs off: ${waits[0]}`)
      t.same(waits.slice(1), [7, 1])
      const own = await ask([accepted], { ...batch, named: { idempotency_key: 'PNR-1', prefer: 'wait=5' } })
      t.match(own.received[0]!.sent, { 'idempotency-key': 'PNR-1', prefer: 'wait=5' })
    },
  )

  await t.test('what may have been done is not sent again without a key', async (t) => {
    t.match(await ask([null], callback), { fault: { name: 'NoAnswerError' }, received: { length: 1 } })
    t.match(await ask([{ status: 502 }], callback), { fault: { message: 'The API answered 502.' } })
    const limited = [
      { status: 429, headers: { 'retry-after': '2' } },
      { status: 201, body: { id: '5' } },
    ]
    t.match(await ask(limited, callback), { given: { id: '5' }, waits: [2] })
    const dead = await ask([{ status: 503 }, { status: 503 }, { status: 503 }, { status: 503 }], {
      call: 'get_me',
    })
    t.match(dead, { fault: { name: 'TripfoldError', status: 503 }, received: { length: 4 } })
  })

  await t.test('errors say what is wrong', async (t) => {
    const body = { error: 'invalid_request', error_description: 'Invalid source.', hint: 'GET /v2/sources' }
    const headers = { 'x-request-id': 'r-1' }
    t.match(await ask([{ status: 400, headers, body }], { call: 'get_trip', values: ['1'] }), {
      fault: {
        status: 400,
        code: 'invalid_request',
        message: 'Invalid source.',
        hint: body.hint,
        request_id: 'r-1',
      },
    })
    const errors = [{ error: 'missing_field', error_description: 'No.', field: 'origin' }]
    const refusal = [
      { type: 'Air', status: 'Active', errors: [] },
      { type: 'Air', status: null, errors },
    ]
    t.match(await ask([{ status: 400, body: refusal }], batch), {
      fault: { name: 'BatchRefusedError', code: 'missing_field', errors, segments: refusal },
    })
    for (const id of ['', '.', '..'])
      t.match(await ask([], { call: 'delete_trip', values: [id] }), { fault: { name: 'ValueError' } })
  })

  await t.test('lists are read page by page', async (t) => {
    const link = `<${URL}/v2/trips?limit=1&cursor=next%2B1>; rel="next"`
    const pages = [
      { status: 200, headers: { link }, body: [{ id: '1' }] },
      { status: 200, body: [{ id: '2' }] },
    ]
    const named = { limit: 1, status: ['Active', 'Deleted'] }
    const { given, received } = await ask(pages, { call: 'list_trips', named })
    t.same(given, [{ id: '1' }, { id: '2' }])
    t.same(
      received.map(({ url }) => url.slice(URL.length)),
      [
        '/v2/trips?status=Active%2CDeleted&limit=1',
        '/v2/trips?status=Active%2CDeleted&limit=1&cursor=next%2B1',
      ],
    )
  })

  await t.test('a feed is sent in pieces, and its lines are counted through', async (t) => {
    const lines = Array.from({ length: 101 }, () => ({ member_id: '1', segments: [] }))
    const answers = (count: number): { status: number; body: unknown } => ({
      status: 200,
      body: Array.from({ length: count }, (_, at) => ({ line: at + 1, status: 202 })),
    })
    const steps = [answers(100), answers(1)].map(({ status, body }) => ({
      status,
      body: (body as object[]).map((one) => JSON.stringify(one)).join('\n'),
    }))
    const { given } = await call({
      client: { base_url: URL, token: 'a' },
      call: 'feed_segments',
      values: [lines],
      steps,
    })
    t.same(
      (given as Array<{ line: number }>).map(({ line }) => line),
      lines.map((_, at) => at + 1),
    )
  })

  await t.test('tokens of an application are fetched once, and again when they are refused', async (t) => {
    const granted = (token: string): Step => ({
      status: 200,
      body: { access_token: token, expires_in: 86_400 },
    })
    const asked = {
      call: 'list_callbacks',
      client: { base_url: URL, client_id: 'app', client_secret: 'shh' },
    }
    const { received } = await ask(
      [granted('t1'), { status: 401 }, granted('t2'), { status: 200, body: [] }],
      asked,
    )
    t.same(
      received.map(({ sent }) => sent['authorization'] ?? ''),
      ['', 'Bearer t1', '', 'Bearer t2'],
    )
    const wrong = await ask([{ status: 401, body: { error: 'invalid_client' } }], asked)
    t.match(wrong, { fault: { status: 401, code: 'invalid_client' }, received: { length: 1 } })
  })
})

t.test('webhooks are verified', { skip }, async (t) => {
  const call = pythonClient(t)
  const [secret, other] = [7, 8].map((byte) => encodeSecret(new Uint8Array(32).fill(byte))) as [
    string,
    string,
  ]
  const now = 1_771_500_000
  const body = JSON.stringify(exampleEvent('segment.created'))
  const signed = (by: readonly string[], at = now): Record<string, string> => ({
    'Webhook-Id': 'event-1',
    'webhook-timestamp': String(at),
    'webhook-signature': signBody(by.map(parseSecret), 'event-1', at, Buffer.from(body)).signature,
  })
  const verify = async (text: string, headers: object, secrets: unknown): Promise<PythonAnswer> =>
    await call({ call: 'verify_webhook', values: [text, headers, secrets], named: { now } })
  const refused = async (text: string, headers: object, why: RegExp): Promise<void> => {
    t.match(await verify(text, headers, secret), {
      fault: { name: 'WebhookVerificationError', message: why },
    })
  }
  t.match(await verify(body, signed([secret]), secret), { given: { type: 'segment.created' } })
  t.match(await verify(body, signed([other, secret]), secret), { given: {} })
  t.match(await verify(body, signed([secret]), [other, secret]), { given: {} })
  await refused(`${body} `, signed([secret]), /No signature/)
  await refused(body, signed([other]), /No signature/)
  await refused(body, signed([secret], now - 301), /too long ago/)
  await refused(body, signed([secret], now + 301), /too long ago/)
  await refused(body, { ...signed([secret]), 'webhook-signature': 'v2,abc v1,%%' }, /No signature/)
  await refused(body, { ...signed([secret]), 'webhook-timestamp': '٣' }, /not a number/)
  await refused(body, {}, /webhook-id is missing/)
  t.match(await verify(body, signed([secret]), 'whsec_%'), { fault: { name: 'ValueError' } })
})
