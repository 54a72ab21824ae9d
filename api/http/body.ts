/** Request bodies: taken as bytes, so that what is published is what was sent; parsed once, for the check. */
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'

/** Every body is kept as bytes, whatever its type; its route says which types it takes. */
export function keepRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body)
  })
}

/** A body larger than its endpoint takes is still listened to up to this length, so that its sender hears the answer. */
const DRAIN_MAX_BYTES = 16 * 2 ** 20
const DRAIN_MAX_MS = 30_000

/** Refuses bodies that say they are too large, without cutting off a client in the middle of sending. */
export function rejectLargeBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async (request) => {
    const { bodyLimit, config } = request.routeOptions
    const length = Number(request.headers['content-length'] ?? 0)
    if (config.streams === true || length <= bodyLimit || length > DRAIN_MAX_BYTES) return
    setTimeout(() => {
      if (!request.raw.complete) request.raw.destroy()
    }, DRAIN_MAX_MS).unref()
    throw new ApiError('payload_too_large', 'The body is too large; send it in smaller parts.')
  })
}

/** The media type of the body in lower case, without parameters; '' when none is named. Refuses a charset other than UTF-8, and a body that is compressed (RFC 9110 8.4). */
export function mediaType(request: FastifyRequest): string {
  const coding = request.headers['content-encoding']
  if (coding !== undefined && !/^(?:identity)?$/i.test(coding.trim())) {
    throw new ApiError('unsupported_media_type', 'The body must be sent as it is, without Content-Encoding.')
  }
  const header = request.headers['content-type']
  if (header === undefined) return ''
  const [type, ...parameters] = header.split(';')
  for (const parameter of parameters) {
    const [name, value] = parameter.split('=', 2)
    if (name!.trim().toLowerCase() === 'charset' && !/^"?utf-?8"?$/i.test(value?.trim() ?? '')) {
      throw new ApiError('unsupported_media_type', 'The body must be in UTF-8.')
    }
  }
  return type!.trim().toLowerCase()
}

/** Some programs begin a text with it (RFC 8259 8.1 allows to pass it over). */
const BYTE_ORDER_MARK = Buffer.from('efbbbf', 'hex')

/** Bytes of a text without the mark with which some programs begin it. */
export function stripByteOrderMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    ? bytes.subarray(BYTE_ORDER_MARK.length)
    : bytes
}

/** The bytes of the body, without a mark before them; none when there is no body. */
export function bodyBytes(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? stripByteOrderMark(request.body) : Buffer.alloc(0)
}

/** The parsed JSON body. Throws `unsupported_media_type` for another type, `invalid_request` for what is not JSON in UTF-8. */
export function jsonBody(request: FastifyRequest): unknown {
  const type = mediaType(request)
  if (type !== 'application/json')
    throw new ApiError('unsupported_media_type', 'The body must be application/json.')
  return parseJson(bodyBytes(request))
}

/** Parses JSON in UTF-8. Throws `invalid_request`. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new ApiError('invalid_request', 'The body is empty; send a JSON object.')
  if (!isUtf8(bytes)) throw new ApiError('invalid_request', 'The body is not text in UTF-8.')
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch (cause) {
    throw new ApiError('invalid_request', 'The body is not valid JSON.', { cause })
  }
}
