/** Compresses text answers when the client asks for it (contract.md 7). */
import type { FastifyInstance } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

/** Below this many characters an answer fits a packet anyway. */
const MIN_LENGTH = 1_024
const TEXT_TYPES = /^(application\/(json|problem\+json|x-ndjson)|text\/)/
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}

/** The encoding that an Accept-Encoding header weighs highest, of equals the one that packs closer; null for none (RFC 9110 12.5.3). */
export function encodingFor(header: string | undefined): 'br' | 'gzip' | null {
  if (header === undefined) return null
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((text) => text.trim())
    const weight = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1)
    weights.set(name!, Number.isNaN(weight) ? 1 : weight)
  }
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0
  const best = weightOf('gzip') > weightOf('br') ? 'gzip' : 'br'
  const weight = weightOf(best)
  return weight > 0 && weight >= (weights.get('identity') ?? 0) ? best : null
}

/** Compresses answers of the scope that are text of a kibibyte or more, in Brotli or gzip; what is streamed goes out as it is. */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < MIN_LENGTH) return payload
    if (
      !TEXT_TYPES.test(String(reply.getHeader('content-type') ?? '')) ||
      reply.getHeader('content-encoding') !== undefined
    )
      return payload
    if (reply.getHeader('vary') === undefined) void reply.header('vary', 'accept-encoding')
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (encoding === null) return payload
    const packed = encoding === 'br' ? await toBrotli(payload, BROTLI) : await toGzip(payload)
    void reply.header('content-encoding', encoding).removeHeader('content-length')
    return packed
  })
}
