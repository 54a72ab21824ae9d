/** Compressed request bodies (contract.md 7.2). */
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import t from 'tap'
import { bodyBytes, keepRawBodies, rejectLargeBodies } from '../../../api/http/body.js'
import { installErrorHandler } from '../../../api/http/errors.js'
import { zstdDecoder } from '../../../api/limits/zstd-decoder.js'
import { decompression } from '../../../api/plugins/decompression.js'
import { silentLog } from '../../support/silent-log.js'

const LIMIT = 64 * 1024

/** Answers with the length and the first bytes of the body. A header names the member; the clock stands still. */
function server(bodyLimit = LIMIT): FastifyInstance {
  const app = Fastify({ bodyLimit, trustProxy: true })
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    const member = request.headers['x-member']
    if (typeof member === 'string')
      request.caller = { kind: 'member', client: 'app', member, grant: '1', scopes: null }
  })
  keepRawBodies(app)
  installErrorHandler(app, silentLog())
  rejectLargeBodies(app)
  void app.register(decompression, { now: () => 0 })
  const handler = async (request: Parameters<typeof bodyBytes>[0]) => {
    const bytes = bodyBytes(request)
    return { length: bytes.length, start: bytes.toString('utf8', 0, 20) }
  }
  app.post('/', handler)
  app.get('/', handler)
  return app
}

const post = async (
  app: FastifyInstance,
  payload: Buffer,
  encoding: string,
  headers: Record<string, string> = {},
) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    payload,
    headers: { 'content-type': 'application/json', 'content-encoding': encoding, ...headers },
  })
  return {
    status: answer.statusCode,
    json: answer.json<Record<string, unknown>>(),
    accepts: answer.headers['accept-encoding'],
    retryAfter: answer.headers['retry-after'],
  }
}

t.test('gzip and br are decompressed', async (t) => {
  const app = server()
  const text = JSON.stringify({ text: 'é'.repeat(5_000) })
  const expected = { length: Buffer.byteLength(text), start: text.slice(0, 14) }
  for (const [encoding, payload] of [
    ['gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
  ] as const) {
    const { status, json } = await post(app, payload, encoding)
    t.equal(status, 200, encoding)
    t.equal(json['length'], expected.length, encoding)
    t.ok(String(json['start']).startsWith('{"text":"'), encoding)
  }
})

t.test('the limit holds for the decompressed body', async (t) => {
  const app = server()
  t.match(await post(app, gzipSync(Buffer.alloc(LIMIT)), 'gzip'), { status: 200, json: { length: LIMIT } })
  const tooLarge = { status: 413, json: { error: 'payload_too_large' } }
  t.match(await post(app, gzipSync(Buffer.alloc(LIMIT + 1)), 'gzip'), tooLarge, 'one byte more')
  const bomb = Buffer.alloc(8 * 2 ** 20)
  t.match(await post(app, gzipSync(bomb), 'gzip'), tooLarge, '8 MiB of zeros')
  t.match(await post(app, brotliCompressSync(bomb), 'br'), tooLarge)
})

t.test('what bodies decompress to is in a budget of the token and of the network', async (t) => {
  const mebibyte = 2 ** 20
  const app = server(mebibyte)
  const [small, large] = [brotliCompressSync('{}'), brotliCompressSync(Buffer.alloc(mebibyte))]
  const spend = async (member: string, from: string, times: number): Promise<number> => {
    let accepted = 0
    for (let n = 0; n < times; n += 1) {
      const { status } = await post(app, large, 'br', { 'x-member': member, 'x-forwarded-for': from })
      if (status === 200) accepted += 1
    }
    return accepted
  }
  t.equal(await spend('ada', '192.0.2.1', 17), 16, 'MiB of a token')
  t.match(
    await post(app, small, 'br', { 'x-member': 'ada', 'x-forwarded-for': '198.51.100.1' }),
    { status: 429, json: { error: 'rate_limited' }, retryAfter: '1' },
    'elsewhere too',
  )
  t.equal(await spend('bob', '192.0.2.1', 1), 1, 'another token from the same network')
  for (const member of ['c', 'd', 'e', 'f']) await spend(member, '192.0.2.1', 16)
  t.equal(await spend('g', '192.0.2.1', 1), 0, 'until the network has used up that of four')
  t.equal(await spend('g', '192.0.2.2', 1), 1)
  t.match(await post(app, Buffer.from('{}'), 'identity', { 'x-member': 'ada' }), { status: 200 })
})

t.test('a document is in the budget as it is, and a smaller body is not', async (t) => {
  const spend = async (app: FastifyInstance, size: number) =>
    (await post(app, Buffer.alloc(size), 'identity', { 'x-member': 'ada' })).status
  const documents = server(10 * 2 ** 20)
  const statuses = [
    await spend(documents, 9 * 2 ** 20),
    await spend(documents, 9 * 2 ** 20),
    await spend(documents, 6 * 2 ** 20),
  ]
  t.same(statuses, [200, 429, 200])
  const batches = server(2 ** 20)
  for (let at = 0; at < 20; at++) t.equal(await spend(batches, 2 ** 20), 200)
})

t.test('a chunked body is limited too', async (t) => {
  const app = server()
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(async () => {
    await app.close()
  })
  const { port } = app.server.address() as AddressInfo
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sent = httpRequest({ port, method: 'POST', headers: { 'content-encoding': 'gzip' } })
    sent.once('error', reject).once('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    Readable.from([gzipSync(Buffer.alloc(8 * 2 ** 20))]).pipe(sent)
  })
  t.equal(status, 413)
})

t.test('invalid data is 400, an unsupported encoding 415 with the supported ones', async (t) => {
  const app = server()
  const invalid = { status: 400, json: { error: 'invalid_request', error_description: /Content-Encoding/ } }
  t.match(await post(app, Buffer.from('{"a":1}'), 'gzip'), invalid, 'not compressed')
  t.match(await post(app, gzipSync('{"a":1}'.repeat(500)).subarray(0, -9), 'gzip'), invalid, 'truncated')
  t.match(await post(app, gzipSync('{"a":1}'), 'br'), invalid, 'compressed otherwise')
  const hasZstd = zstdDecoder !== null
  for (const encoding of ['deflate', hasZstd ? 'lzma' : 'zstd', 'gzip, br'])
    t.match(
      await post(app, deflateSync('{}'), encoding),
      {
        status: 415,
        json: { error_description: /must be gzip or br/ },
        accepts: hasZstd ? 'gzip, br, zstd' : 'gzip, br',
      },
      encoding,
    )
})

t.test('without a body the header is ignored', async (t) => {
  const answer = await server().inject({ url: '/', headers: { 'content-encoding': 'zstd' } })
  t.equal(answer.statusCode, 200)
})
