/**
 * Decompresses request bodies (contract.md 7.2, RFC 9110 8.4). The limit of the endpoint holds for the
 * decompressed body, so that a few compressed kilobytes cannot fill the memory.
 */
import { fastifyPlugin } from 'fastify-plugin'
import { Transform } from 'node:stream'
import type { Readable, TransformCallback } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { ApiError } from '../../schemas/base/errors.js'
import { bodyTooLarge } from '../http/body.js'
import { announcesBody } from './body-timeout.js'

const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
}

/** Decompresses the bodies of requests in this scope. Another encoding is `unsupported_media_type`. */
export const decompression = fastifyPlugin(
  async (app) => {
    app.addHook('preParsing', async (request, reply, payload) => {
      const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? ''
      if (encoding === '' || encoding === 'identity' || !announcesBody(request)) return payload
      const decoder = DECODERS[encoding]
      if (decoder === undefined) {
        void reply.header('accept-encoding', 'gzip, br')
        throw new ApiError(
          'unsupported_media_type',
          'The Content-Encoding of the body must be gzip or br; or send the body uncompressed.',
        )
      }
      const { bodyLimit, config } = request.routeOptions
      return decompressed(payload as Readable, decoder(), config.streams === true ? Infinity : bodyLimit)
    })
  },
  { name: 'decompression' },
)

/**
 * The decompressed body, at most `limit` bytes long: one byte more is the error of a body that is too large.
 * `receivedEncodedLength` is what Fastify compares with Content-Length.
 */
function decompressed(
  payload: Readable,
  decoder: Transform,
  limit: number,
): Readable & { receivedEncodedLength: number } {
  let length = 0
  const limiter = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      length += chunk.length
      if (length > limit) done(bodyTooLarge())
      else done(null, chunk)
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
