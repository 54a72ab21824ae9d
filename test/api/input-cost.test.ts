/**
 * What the worst input of each size limit costs (limits.md): every parser is linear. The bound is several times
 * what it takes, and far below what a parser with a square in it would. A text whose letters become many in the
 * normal form takes longer; there the growth from a quarter of it is what counts.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import t from 'tap'
import { lineReader } from '../../api/feeds/lines/line-reader.js'
import { acceptableType } from '../../api/http/accept.js'
import { bodyReader } from '../../api/http/body-reader.js'
import { mediaType, parseJson } from '../../api/http/body.js'
import { listedTag, requireIfMatch } from '../../api/http/etag.js'
import { addNextLink, decodeCursor } from '../../api/http/pagination.js'
import { preferences } from '../../api/http/prefer.js'
import { readClientCredentials } from '../../api/oauth/clients/client-credentials.js'
import { queryText, readParameters } from '../../api/oauth/parameters.js'
import { encodingFor } from '../../api/plugins/compression.js'
import { requestId } from '../../api/plugins/standard-headers.js'
import { networkOf } from '../../schemas/base/address.js'
import { comparisonForm, normaliseText } from '../../schemas/base/text.js'
import { MAX_BODY_BYTES, checkBatch } from '../../schemas/segment/batch.js'
import { suggestions } from '../../schemas/hints/likely-word.js'
import { CallbackCreate } from '../../schemas/webhooks/callback.js'

const HEAD_BYTES = 16 * 1024
const URL_LENGTH = 8_192
const BODY_BYTES = 64 * 1024
const MAX_MS = 25
/** Of four times the text: 4 is linear, 16 is a square. */
const MAX_GROWTH = 8
/** Of a body whose parser would take 30 ms and more. */
const MAX_REFUSED_MS = 15
/** A whole batch of 1 MiB, parsed and checked. */
const MAX_BATCH_MS = 400

/** Milliseconds of CPU. The fastest of up to twelve runs: the first ones compile, and the processor is shared. */
function cost(run: () => unknown, max = MAX_MS): number {
  let least = Infinity
  for (let runs = 0; runs < 12 && least >= max; runs += 1) {
    const before = process.cpuUsage()
    try {
      run()
    } catch {
      // Refused; that is what it costs too.
    }
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

const fill = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / Buffer.byteLength(text)))
const withHeaders = (headers: Record<string, string>): FastifyRequest =>
  ({ headers, raw: {}, url: '/' }) as unknown as FastifyRequest
const reply = { header: () => reply, getHeader: () => undefined } as unknown as FastifyReply

t.test('headers of 16 KiB', async (t) => {
  const parsers: Record<string, (text: string) => unknown> = {
    Accept: (text) => {
      acceptableType(withHeaders({ accept: text }), ['application/json'])
    },
    'Accept-Encoding': encodingFor,
    'Content-Type': (text) => mediaType(withHeaders({ 'content-type': text })),
    'If-Match': (text) => requireIfMatch(withHeaders({ 'if-match': text }), { id: '1', version: 1 }),
    'If-None-Match': (text) => listedTag(withHeaders({ 'if-none-match': text }), '"1.1"'),
    Prefer: (text) => preferences(withHeaders({ prefer: text })),
    Authorization: (text) => readClientCredentials(`Basic ${text}`, readParameters('')),
    'X-Forwarded-For': networkOf,
    'X-Request-Id': (text) => requestId({ 'x-request-id': text }, () => ''),
  }
  for (const [header, parse] of Object.entries(parsers))
    for (const piece of [',', ';', '=', '"', ' ', 'a,', 'a;q=0,', ':', '1.', '1:', '%', 'W/"', '\t'])
      t.ok(cost(() => parse(fill(piece, HEAD_BYTES))) < MAX_MS, `${header}: ${piece}`)
})

t.test('URLs of 8,192 characters', async (t) => {
  const request = (url: string): FastifyRequest => ({ url }) as FastifyRequest
  for (const piece of ['&', 'a&', '%41', '=', '?', '+', 'a=b&']) {
    const url = `/v2/trips?${fill(piece, URL_LENGTH)}`
    t.ok(cost(() => readParameters(queryText(url))) < MAX_MS, `parameters: ${piece}`)
    t.ok(
      cost(() => {
        addNextLink(request(url), reply, 'https://x', 'cursor')
      }) < MAX_MS,
      `next link: ${piece}`,
    )
    t.ok(cost(() => decodeCursor(url)) < MAX_MS, `cursor: ${piece}`)
  }
})

t.test('text and JSON of 64 KiB', async (t) => {
  for (const piece of [' ', 'a ', '\u0301', '\ufdfa', '.', 'ß', '\u00a0x'])
    for (const read of [normaliseText, comparisonForm]) {
      const ms = cost(() => read(fill(piece, BODY_BYTES)))
      const quarter = ms < MAX_MS ? ms : cost(() => read(fill(piece, BODY_BYTES / 4)), 0)
      t.ok(ms < MAX_MS || ms < MAX_GROWTH * quarter, `${read.name}: ${JSON.stringify(piece)}`)
    }
  const read = bodyReader(CallbackCreate)
  const bodies = {
    'entries of a list': { url: 'https://x.example', events: Array(8_000).fill('trip.created') },
    'wrong entries of a list': { url: 'https://x.example', events: Array(20_000).fill(1) },
    'misspelt fields': Object.fromEntries(
      Array.from({ length: 3_000 }, (_, n) => [`rate_per_sekond${n % 7}${n}`, n]),
    ),
    'unknown fields': Object.fromEntries(Array.from({ length: 6_000 }, (_, n) => [`f${n}`, n])),
  }
  for (const [what, body] of Object.entries(bodies)) {
    const request = {
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
    }
    const ms = cost(() => read(request as unknown as FastifyRequest))
    t.ok(ms < MAX_MS, `${what}: ${ms.toFixed(1)} ms`)
  }
})

t.test('JSON of 1 MiB that is refused before it is parsed, and blank lines', async (t) => {
  for (const piece of ['[', '{"a":', '[],', '{},', '1,', '"",', '"\\n"']) {
    const bytes = Buffer.from(`[${fill(piece, MAX_BODY_BYTES)}`)
    const ms = cost(() => parseJson(bytes), MAX_REFUSED_MS)
    t.ok(ms < MAX_REFUSED_MS, `${piece}: ${ms.toFixed(1)} ms`)
  }
  for (const piece of ['\n', ' \n', '\t\r\n']) {
    const bytes = Buffer.from(fill(piece, MAX_BODY_BYTES))
    const ms = cost(() => [...lineReader(MAX_BODY_BYTES).push(bytes)])
    t.ok(ms < MAX_MS, `${JSON.stringify(piece)}: ${ms.toFixed(1)} ms`)
  }
})

t.test('batches of 1 MiB', async (t) => {
  const context = { source: () => undefined, zoneOf: () => undefined, strict: true, suggest: suggestions() }
  const room = Math.floor(MAX_BODY_BYTES / 500) - 40
  const names = (count: number, name: (n: number) => string): object =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [name(n), 1]))
  const segments: Record<string, object> = {
    'unknown fields': names(240, (n) => `f${n.toString(36)}`),
    'long text': { type: 'Air', source: fill(' ', room) },
    accents: { type: 'Hotel', name: fill('\u0301', room / 2) },
    digits: { type: 'Air', price: fill('9', room), departure_datetime: fill('2', room / 2) },
    'nested metadata': {
      type: 'Air',
      metadata: JSON.parse(`${'['.repeat(900)}${']'.repeat(900)}`) as object,
    },
    travellers: {
      type: 'Air',
      travelers: Array.from({ length: 60 }, () => ({ first_name: 'A', last_name: 'B' })),
    },
  }
  for (const [what, segment] of Object.entries(segments)) {
    const text = JSON.stringify({ segments: Array(500).fill(segment) })
    const ms = cost(() => checkBatch(JSON.parse(text), context), MAX_BATCH_MS)
    t.ok(ms < MAX_BATCH_MS, `${what}: ${ms.toFixed(0)} ms for ${text.length} bytes`)
  }
})
