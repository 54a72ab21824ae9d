/**
 * Decompresses request bodies (contract.md 7.2, RFC 9110 8.4). The limit of the endpoint holds for the
 * decompressed body, so that a few compressed kilobytes cannot fill the memory, and a budget for what is
 * decompressed: its sender paid for a thousandth of it. Bodies of documents,
 * each of which takes as much memory as ten others, are charged by their own size.
 */
import type { FastifyRequest } from 'fastify'
import { fastifyPlugin } from 'fastify-plugin'
import { PassThrough, Transform } from 'node:stream'
import type { Readable, TransformCallback } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { ApiError } from '../../schemas/base/errors.js'
import { bodyTooLarge } from '../http/body.js'
import { budget, holder, networkHolders } from '../limits/budget.js'
import type { Budget, Holder } from '../limits/budget.js'
import { zstdDecoder } from '../limits/zstd-decoder.js'
import { MAX_BODY_BYTES } from '../../schemas/segment/batch.js'
import { announcesBody } from './body-timeout.js'

/** A content coding has windows of at most 8 MiB (RFC 9659 3). */
const ZSTD_WINDOW_LOG = 23

const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  ...(zstdDecoder === null ? {} : { zstd: zstdDecoder.bind(null, ZSTD_WINDOW_LOG) }),
  identity: () => new PassThrough(),
}
/** The codings to list: without the older name of gzip and `identity`. */
const CODINGS = Object.keys(DECODERS).filter((name) => name !== 'x-gzip' && name !== 'identity')

/**
 * Decompressed bytes, and bytes of documents, for a member's token; for each byte a body of segments may
 * take 50 ns of the event loop.
 */
export const INFLATED = { perSecond: 2 ** 20, burst: 16 * 2 ** 20 }
/** Of a network or an application, in those of a token. */
const SHARED_TIMES = 4

/** Decompresses the bodies of requests in this scope. Another encoding is `unsupported_media_type`. */
export const decompression = fastifyPlugin<{ now: () => number }>(
  async (app, { now }) => {
    const inflated = budget({ ...INFLATED, now })
    app.addHook('preParsing', async (request, reply, payload) => {
      const encoding = request.headers['content-encoding']?.trim().toLowerCase() || 'identity'
      const { bodyLimit, config } = request.routeOptions
      const isPlain = encoding === 'identity' && bodyLimit <= MAX_BODY_BYTES
      if (isPlain || !announcesBody(request)) return payload
      const decoder = DECODERS[encoding]
      if (decoder === undefined) {
        void reply.header('accept-encoding', CODINGS.join(', '))
        throw new ApiError(
          'unsupported_media_type',
          `The Content-Encoding of the body must be ${CODINGS.join(' or ')}; or send the body uncompressed.`,
        )
      }
      const charge = charger(inflated, holdersOf(request), config.streams === true)
      const limit = config.streams === true ? Infinity : bodyLimit
      return decompressed(payload as Readable, decoder(), { limit, charge })
    })
  },
  { name: 'decompression' },
)

/** Who pays for a body: the token or the application, and the network. */
function holdersOf({ caller, ip }: FastifyRequest): Holder[] {
  const networks = networkHolders(ip, SHARED_TIMES)
  if (caller === null) return networks
  const { client } = caller
  return [
    caller.kind === 'member' ? holder(`${client} ${caller.member}`) : holder(client, SHARED_TIMES),
    ...networks,
  ]
}

/** Milliseconds that the sender of so many bytes has to wait before it may send more; throws `rate_limited`. */
type Charge = (bytes: number) => number

/** A stream has to wait, as if its line were slow; what is read as a whole is refused. */
function charger(inflated: Budget, holders: readonly Holder[], isStream: boolean): Charge {
  if (isStream) return (bytes) => inflated.spend(holders, bytes)
  return (bytes) => {
    const retryAfter = inflated.take(holders, bytes)
    if (retryAfter === null) return 0
    throw new ApiError(
      'rate_limited',
      `Too much data in documents and compressed bodies: the limit is ${INFLATED.burst / 2 ** 20} MiB at once and ` +
        `${INFLATED.perSecond / 2 ** 20} MiB per second. Retry after ${retryAfter} s.`,
      { retryAfter },
    )
  }
}

/**
 * The decompressed body, at most `limit` bytes long: one byte more is the error of a body that is too large. All of
 * it is charged.
 * `receivedEncodedLength` is what Fastify compares with Content-Length.
 */
function decompressed(
  payload: Readable,
  decoder: Transform,
  { limit, charge }: { limit: number; charge: Charge },
): Readable & { receivedEncodedLength: number } {
  let length = 0
  const limiter = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      length += chunk.length
      if (length > limit) {
        done(bodyTooLarge())
        return
      }
      try {
        const ms = charge(chunk.length)
        if (ms < 1) done(null, chunk)
        else setTimeout(done, ms, null, chunk).unref()
      } catch (error) {
        done(error as ApiError)
      }
    },
  })
  const out = Object.assign(limiter, { receivedEncodedLength: 0 })
  payload.on('data', (chunk: Buffer) => {
    out.receivedEncodedLength += chunk.length
  })
  const failed = (cause: Error | null): void => {
    if (cause === null) return
    out.destroy(
      cause instanceof ApiError
        ? cause
        : new ApiError('invalid_request', 'The body does not match its Content-Encoding.', { cause }),
    )
    // The rest of the body is discarded, so that its sender reads the answer.
    payload.resume()
  }
  decoder.once('error', failed)
  limiter.once('error', () => {
    decoder.destroy()
    payload.unpipe(decoder).resume()
  })
  payload.once('error', failed).once('close', () => {
    if (!payload.readableEnded) out.destroy(new ApiError('invalid_request', 'The request was cut off.'))
  })
  payload.pipe(decoder).pipe(limiter)
  return out
}
