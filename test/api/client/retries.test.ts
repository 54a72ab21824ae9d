import t from 'tap'
import { rawExamples } from '../../../api/document/examples/raw-segments.js'
import {
  BatchRefusedError,
  createClient,
  NoAnswerError,
  TripfoldError,
} from '../../../api/client/src/index.js'
import type { ClientOptions, RawSegment } from '../../../api/client/src/index.js'

const flight = rawExamples.Air as unknown as RawSegment

type Step = Error | { status: number; body?: unknown; headers?: Record<string, string> }
interface Sent {
  url: string
  method: string
  headers: Headers
}

/** A client of a service that answers these, one after the other. */
function clientOf(steps: Step[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = []
  const waits: number[] = []
  const client = createClient({
    baseUrl: 'https://api.example.com/',
    token: 'a-token',
    sleep: async (ms) => {
      waits.push(ms)
    },
    fetch: async (url, init) => {
      sent.push({
        url: String(url),
        method: init?.method ?? 'GET',
        headers: new Headers(init?.headers as Record<string, string>),
      })
      const step = steps.shift()
      if (step === undefined) throw new Error('no more answers')
      if (step instanceof Error) throw step
      return new Response(JSON.stringify(step.body ?? {}), {
        status: step.status,
        headers: step.headers ?? {},
      })
    },
    ...options,
  } as ClientOptions)
  return { client, sent, waits }
}

const accepted = {
  status: 202,
  body: [{ type: 'Air', status: 'Active', _id: 1 }],
  headers: { location: '/b/9' },
}

t.test('a batch is sent again under one key, after the wait that the service asks for', async (t) => {
  const { client, sent, waits } = clientOf([
    new TypeError('fetch failed'),
    { status: 503, headers: { 'retry-after': '7' } },
    { status: 409, headers: { 'retry-after': '1' } },
    accepted,
  ])
  t.same(await client.segments.submit({ segments: [flight] }), { accepted: accepted.body, batchId: '9' })
  t.equal(sent.length, 4)
  const keys = new Set(sent.map(({ headers }) => headers.get('idempotency-key')))
  t.equal(keys.size, 1, 'one key for all attempts')
  t.match([...keys][0], /^[0-9a-f-]{36}$/)
  t.ok(waits[0]! >= 250 && waits[0]! <= 500, `it backs off: ${waits[0]}`)
  t.same(waits.slice(1), [7_000, 1_000])
  const next = clientOf([accepted])
  await next.client.segments.submit({ segments: [flight] }, { idempotencyKey: 'PNR-1', prefer: 'wait=5' })
  t.equal(next.sent[0]!.headers.get('idempotency-key'), 'PNR-1')
  t.equal(next.sent[0]!.headers.get('prefer'), 'wait=5')
})

t.test('what may have been done is not sent again without a key', async (t) => {
  const { client, sent } = clientOf([new TypeError('fetch failed'), { status: 201 }])
  await t.rejects(client.callbacks.create({ url: 'https://hooks.example.com/' }), NoAnswerError)
  t.equal(sent.length, 1)
  const limited = clientOf([
    { status: 429, headers: { 'retry-after': '2' } },
    { status: 201, body: { id: '5' } },
  ])
  t.match(await limited.client.callbacks.create({ url: 'https://hooks.example.com/' }), { id: '5' })
  const gateway = clientOf([{ status: 502 }])
  await t.rejects(gateway.client.callbacks.create({ url: 'https://hooks.example.com/' }), {
    message: 'The API answered 502.',
  })
})

t.test('it gives up after the retries, and at once on what will not pass', async (t) => {
  const { client, sent } = clientOf(Array.from({ length: 9 }, () => ({ status: 503 })))
  await t.rejects(client.me.get(), { message: 'The API answered 503.' })
  t.equal(sent.length, 4)
  const broken = clientOf([{ status: 500 }])
  await t.rejects(broken.client.me.get(), { status: 500, code: null })
  const dead = clientOf([new TypeError('a'), new TypeError('fetch failed', { cause: new Error('b') })], {
    retries: 1,
  })
  await t.rejects(dead.client.me.get(), { name: 'NoAnswerError', message: 'GET /v2/me got no answer: b' })
})

t.test('an abort ends the call', async (t) => {
  const { client, sent } = clientOf([new DOMException('aborted', 'AbortError'), accepted])
  const signal = AbortSignal.abort()
  await t.rejects(client.segments.submit({ segments: [flight] }, { signal }), { name: 'AbortError' })
  t.equal(sent.length, 1)
})

t.test('errors say what is wrong', async (t) => {
  const problem = {
    type: 'about:blank',
    error: 'invalid_request',
    error_description: 'Invalid source.',
    hint: 'GET /v2/sources lists them.',
    errors: [],
  }
  const { client } = clientOf([{ status: 400, body: problem, headers: { 'x-request-id': 'r-1' } }])
  const error = await client.trips.get('1').catch((thrown: unknown) => thrown)
  t.ok(error instanceof TripfoldError)
  t.match(error, { status: 400, code: 'invalid_request', message: 'Invalid source.', requestId: 'r-1' })
  t.match(error, { hint: 'GET /v2/sources lists them.' })
  const refusal = [
    { type: 'Air', status: 'Active', errors: [] },
    { type: 'Air', status: null, errors: [{ error: 'required', error_description: 'No.', field: 'origin' }] },
  ]
  const refused = await clientOf([{ status: 400, body: refusal }])
    .client.segments.submit({ segments: [flight] })
    .catch((thrown: unknown) => thrown)
  t.ok(refused instanceof BatchRefusedError)
  t.match(refused, { code: 'required', errors: [{ field: 'origin' }], segments: [{ errors: [] }, {}] })
})

t.test('tokens of an application are fetched once, and again when they are refused', async (t) => {
  const granted = (token: string): Step => ({
    status: 200,
    body: { access_token: token, expires_in: 86_400 },
  })
  const app = { token: undefined, clientId: 'app', clientSecret: 'shh' } as unknown as Partial<ClientOptions>
  const steps = [
    granted('t1'),
    { status: 200, body: [] },
    { status: 401 },
    granted('t2'),
    { status: 200, body: [] },
  ]
  const { client, sent } = clientOf(steps, app)
  await client.callbacks.list()
  await client.callbacks.list()
  t.same(
    sent.map(({ url, headers }) => `${new URL(url).pathname} ${headers.get('authorization') ?? ''}`.trim()),
    [
      '/oauth/token',
      '/v2/callbacks Bearer t1',
      '/v2/callbacks Bearer t1',
      '/oauth/token',
      '/v2/callbacks Bearer t2',
    ],
  )
  const wrong = clientOf(
    [{ status: 401, body: { error: 'invalid_client', error_description: 'Unknown.' } }],
    app,
  )
  await t.rejects(wrong.client.callbacks.list(), { status: 401, code: 'invalid_client' })
  t.equal(wrong.sent.length, 1, 'wrong credentials are not tried again')
})
