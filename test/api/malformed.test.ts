import { connect as dial } from 'node:net'
import fc from 'fast-check'
import t from 'tap'
import { rawExamples } from '../../api/document/examples/raw-segments.js'
import { MAX_URL_LENGTH } from '../../api/plugins/malformed-requests.js'
import { startIngress } from '../support/api/ingress.js'
import type { Ingress } from '../support/api/ingress.js'
import type { HttpAnswer } from '../support/api/request.js'
import { propertyRuns } from '../support/property-runs.js'
import { streamManager } from '../../workers/stream/setup.js'

t.setTimeout(110_000)

const AIR = rawExamples.Air
const stored = async (ingress: Ingress): Promise<number> =>
  (await (await streamManager(ingress.nats)).streams.info('SEGMENTS')).state.messages

const shaped = (answer: HttpAnswer): boolean => {
  if (answer.status >= 500 || answer.status < 400) return false
  const entries = answer.json
  if (Array.isArray(entries))
    return entries.some((entry) => (entry as { errors: unknown[] }).errors.length > 0)
  const { error, error_description: description } = entries as { error: unknown; error_description: unknown }
  return typeof error === 'string' && typeof description === 'string' && description.endsWith('.')
}

/** Values that no field accepts. */
const wrong = fc.oneof(
  fc.constantFrom<unknown>(
    '2026-02-30T25:61',
    '2026-13-01T00:00',
    '2026-03-14T18:30Z',
    '2026-03-14T18:30+01:00',
    '0000-00-00T00:00',
    '2026-3-1T1:1',
    'x'.repeat(5_000),
    '\u0000',
    '\ud800',
    1e308,
    -1,
    0.1,
    true,
    [],
    {},
    [[]],
  ),
  fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
  fc.array(fc.jsonValue(), { minLength: 1 }),
  fc.double({ noNaN: true }),
)
const well = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '?')
const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

t.test('malformed input gets an answer of the documented shape and stores nothing', async (t) => {
  const ingress = await startIngress(t)
  const member = await ingress.createMember()
  const token = await ingress.token(member)
  let sent = 0
  const post = async (
    raw: string | Uint8Array,
    headers: Record<string, string> = {},
  ): Promise<HttpAnswer> => {
    sent += 1
    return await ingress.request('/v2/segments', {
      method: 'POST',
      token,
      raw,
      headers: { 'content-type': 'application/json', ...headers },
    })
  }
  const holds = async (
    property: fc.IAsyncPropertyWithHooks<never> | fc.IAsyncProperty<unknown>,
    runs: number,
  ): Promise<void> => {
    const { seed, failed, counterexample, errorInstance } = await fc.check(
      property as fc.IAsyncProperty<unknown>,
      { numRuns: propertyRuns(runs), endOnFailure: true },
    )
    t.notOk(
      failed,
      `seed ${seed}${failed ? `: ${JSON.stringify(counterexample)} ${String(errorInstance)}` : ''}`,
    )
  }

  await t.test('bodies that do not match their headers', async (t) => {
    const bodies: Array<string | Uint8Array> = [
      '',
      ' ',
      '{',
      '}',
      '[]',
      'null',
      '1',
      '"x"',
      'true',
      '{"segments"',
      '{"segments":[}',
      '{"segments":[]}',
      '{"segments":{}}',
      '{"segments":null}',
      '{"segments":[null]}',
      '{"segments":[[]]}',
      '{"segments":[1,2]}',
      '\ufeff{"segments":[]}',
      "{'segments':[]}",
      '{"segments":[{"type":"Air",}]}',
      `{"segments":${deep(50_000)}}`,
      `{"segments":[{"type":"Air","x":${deep(10_000)}}]}`,
      `{"segments":[{"type":"Air","metadata":{"a":${deep(100)}}}]}`,
      '{"segments":[{"__proto__":{"polluted":true}}]}',
      '{"segments":[{"constructor":{"prototype":{}}}]}',
      '{"__proto__":{"segments":[]}}',
      Buffer.from([0xff, 0xfe, 0x7b]),
      Buffer.from('{"segments":[{"type":"\xe9"}]}', 'latin1'),
      Buffer.from([0x1f, 0x8b, 8, 0]),
      Buffer.alloc(1_000),
      JSON.stringify({ segments: [{ ...AIR, trip_id: 7 }] }),
      JSON.stringify({ segments: Array.from({ length: 501 }, () => AIR) }),
      JSON.stringify({ segments: [AIR], mode: 'other' }),
      JSON.stringify({ segments: [{ ...AIR, metadata: { a: 'x'.repeat(5_000) } }] }),
    ]
    const odd: string[] = []
    for (const body of bodies) {
      const answer = await post(body)
      if (!shaped(answer)) odd.push(`${answer.status} for ${String(body).slice(0, 60)}`)
    }
    t.same(odd, [])
    t.equal(({} as { polluted?: boolean }).polluted, undefined)
  })

  await t.test('fields of the wrong type', async () => {
    await holds(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            fc.constantFrom(
              ...Object.keys(AIR),
              'number_of_pax',
              'price',
              'travelers',
              'metadata',
              'status',
              'departure_time_zone_id',
              'supplier_updated',
              'trip_id',
            ),
            wrong,
          ),
          { minLength: 1, maxLength: 4 },
        ),
        async (changes) => {
          const segment = { ...AIR, ...Object.fromEntries(changes) }
          const answer = await post(JSON.stringify({ segments: [AIR, segment] }))
          // Some of these are valid by chance (a metadata object, plain text) and accepted.
          return answer.status === 202 || shaped(answer)
        },
      ),
      900,
    )
  })

  const accepted = await stored(ingress)
  await t.test('text that is not JSON', async () => {
    await holds(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string().map((text) => `{"segments":[${text}`),
          fc.json().map((text) => text.slice(0, -1)),
        ),
        async (text) => {
          const answer = await post(text)
          return shaped(answer)
        },
      ),
      400,
    )
    t.equal(await stored(ingress), accepted, 'nothing was stored')
  })

  await t.test('queries, headers and ids', async () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.constantFrom(
        '-1',
        '0',
        '1e9',
        '9'.repeat(40),
        'today\u0000',
        '2026-02-30',
        "' or 1=1 --",
        '%',
        '../../etc/passwd',
        '{{7*7}}',
        '<script>',
      ),
    )
    const places = fc.constantFrom(
      (x: string) => `/v2/trips?limit=${x}`,
      (x: string) => `/v2/trips?cursor=${x}`,
      (x: string) => `/v2/trips?start=${x}`,
      (x: string) => `/v2/trips?since=${x}`,
      (x: string) => `/v2/trips?segments=${x}`,
      (x: string) => `/v2/segments?status=${x}`,
      (x: string) => `/v2/segments?offset=${x}`,
      (x: string) => `/v2/segments/${x}`,
      (x: string) => `/v2/trips/${x}`,
      (x: string) => `/v2/batches/${x}`,
      (x: string) => `/v2/accounts/${x}`,
      (x: string) => `/v2/sources/${x}`,
      (x: string) => `/v2/locations/cities?q=${x}`,
      (x: string) => `/v2/sources?segment_type=${x}`,
      (x: string) => `/${x}`,
      (x: string) => `/v2/trips.ics?feed=${x}`,
    )
    await holds(
      fc.asyncProperty(places, texts, fc.boolean(), async (place, text, raw) => {
        sent += 1
        const answer = await ingress.request(
          place(raw ? encodeURI(well(text)) : encodeURIComponent(well(text))),
          {
            token,
          },
        )
        return answer.status < 400 || shaped(answer)
      }),
      600,
    )
    await holds(
      fc.asyncProperty(
        fc.constantFrom(
          'authorization',
          'accept',
          'prefer',
          'if-none-match',
          'idempotency-key',
          'content-type',
          'x-request-id',
          'accept-encoding',
          'client_id',
          'expect',
        ),
        fc.string({ minLength: 1 }).filter((text) => /^[\x20-\x7e]+$/.test(text) && text.trim() === text),
        async (name, value) => {
          if (name === 'expect') return true
          sent += 1
          const answer = await ingress.request('/v2/segments', {
            method: 'POST',
            token,
            raw: '{"segments":[{}]}',
            headers: { 'content-type': 'application/json', [name]: value },
          })
          return shaped(answer)
        },
      ),
      300,
    )
  })

  await t.test('bytes that are not a request', async (t) => {
    const raw = async (bytes: string | Uint8Array, end = true): Promise<string> =>
      await new Promise((resolve, reject) => {
        sent += 1
        const socket = dial(Number(new URL(ingress.url).port), '127.0.0.1', () => {
          if (end) socket.end(bytes)
          else socket.write(bytes)
        })
        let text = ''
        socket.on('data', (chunk) => {
          text += chunk.toString()
        })
        socket.on('error', reject)
        socket.on('close', () => {
          resolve(text)
        })
      })
    const head = `Host: x\r\nX-Forwarded-Proto: https\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n`
    t.match(await raw('nonsense\r\n\r\n'), /^HTTP\/1\.1 400 [\s\S]*"error":"invalid_request"/)
    t.match(
      await raw(`GET /v2/me HTTP/1.1\r\n${head}X: ${'y'.repeat(20_000)}\r\n\r\n`),
      /^HTTP\/1\.1 431 [\s\S]*"error":"invalid_request"/,
    )
    t.match(
      await raw(`GET /v2/trips/%zz HTTP/1.1\r\n${head}\r\n`),
      /^HTTP\/1\.1 400 [\s\S]*"error":"invalid_request"/,
    )
    t.match(
      await raw(`GET /v2/trips?q=${'y'.repeat(MAX_URL_LENGTH)} HTTP/1.1\r\n${head}\r\n`),
      /^HTTP\/1\.1 414 [\s\S]*"error":"invalid_request"/,
    )
    t.match(
      await raw(
        `POST /v2/segments HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 10\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      ),
      /^HTTP\/1\.1 400 /,
    )
    t.match(
      await raw(
        `POST /v2/segments HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"segments":`,
      ),
      /^(HTTP\/1\.1 400 |$)/,
      'a body that ends early',
    )
    t.match(
      await raw(`GET /v2/me HTTP/1.1\r\n${head.slice(head.indexOf('X-'))}\r\n`),
      /^HTTP\/1\.1 400 [\s\S]*x-request-id: [\s\S]*"error":"invalid_request"/i,
      'no host',
    )
    t.match(
      await raw(`GET /v2/me HTTP/1.1\r\nHost: y\r\n${head}\r\n`),
      /^HTTP\/1\.1 400 [\s\S]*"error":"invalid_request"/,
      'two hosts',
    )
    t.match(
      await raw(`GET /v2/me HTTP/1.0\r\n${head.slice(head.indexOf('X-'))}\r\n`, false),
      /^HTTP\/1\.1 200 /,
      'HTTP/1.0 knows no hosts',
    )
    t.match(
      await raw(
        `PUT /v2/me HTTP/1.1\r\n${head}Expect: tea\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
        false,
      ),
      /^HTTP\/1\.1 20\d [\s\S]*x-request-id: /i,
      'an expectation other than 100-continue',
    )
    t.match(await raw(`BREW /v2/me HTTP/1.1\r\n${head}\r\n`), /^HTTP\/1\.1 400 /)
    t.match(
      await raw(`DELETE /v2/me HTTP/1.1\r\n${head}\r\n`),
      /^HTTP\/1\.1 405 [\s\S]*allow: GET, HEAD, PUT/i,
    )
    t.match(
      await raw(
        `GET /v2/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      ),
      /^HTTP\/1\.1 403 [\s\S]*https_required/,
      'plain HTTP is not served',
    )
  })
  t.ok(sent >= propertyRuns(2_000), `${sent} malformed requests`)
  t.same(
    ingress.logLines.filter((line) => line.level === 'error'),
    [],
    'none of them was an internal error',
  )
})
