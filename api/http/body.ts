/**
 * Request bodies: kept as bytes, so that what is published is what was sent, and parsed once for validation.
 */
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import { jsonSyntaxError } from '../../schemas/hints/json-syntax.js'
import { MAX_LEVELS, MAX_VALUES, exceededJsonBound } from './faults/json-bounds.js'

/** Keeps every body as bytes, whatever its type. Routes decide which types they accept. */
export function keepRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body)
  })
}

/**
 * A body that is too large is still received up to this size, until its deadline (plugins/body-timeout.ts),
 * so that its sender reads the answer.
 */
const DRAIN_MAX_BYTES = 16 * 2 ** 20

/** Rejects bodies whose Content-Length is too large, without cutting off a client that is still sending. */
export function rejectLargeBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async (request) => {
    const { bodyLimit, config } = request.routeOptions
    const length = Number(request.headers['content-length'] ?? 0)
    if (config.streams === true || length <= bodyLimit || length > DRAIN_MAX_BYTES) return
    throw bodyTooLarge()
  })
}

export const bodyTooLarge = (): ApiError =>
  new ApiError('payload_too_large', 'The body is too large; send it in smaller parts.')

const UTF_8 = /^"?utf-?8"?$/i

/**
 * The media type of the body in lower case, without parameters; '' when none is given. Throws
 * `unsupported_media_type` for a charset other than UTF-8, or than `charsets`.
 */
export function mediaType(request: FastifyRequest, charsets = UTF_8): string {
  const header = request.headers['content-type']
  if (header === undefined) return ''
  const [type, ...parameters] = header.split(';')
  for (const parameter of parameters) {
    const [name, value] = parameter.split('=', 2)
    if (name!.trim().toLowerCase() === 'charset' && !charsets.test(value?.trim() ?? ''))
      throw new ApiError('unsupported_media_type', 'The charset of the body must be UTF-8.')
  }
  return type!.trim().toLowerCase()
}

/** Some programs put it before text; RFC 8259 8.1 allows a parser to ignore it. */
const BYTE_ORDER_MARK = Buffer.from('efbbbf', 'hex')

export function stripByteOrderMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    ? bytes.subarray(BYTE_ORDER_MARK.length)
    : bytes
}

/** The bytes of the body without a byte order mark; empty when there is no body. */
export function bodyBytes(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? stripByteOrderMark(request.body) : Buffer.alloc(0)
}

/** Whether a request whose body is optional has one. */
export function hasBody(request: FastifyRequest): boolean {
  return Buffer.isBuffer(request.body) && request.body.length > 0
}

/**
 * The parsed JSON body. Throws `unsupported_media_type` for another type, `invalid_request` if it is not JSON
 * in UTF-8.
 */
export function jsonBody(request: FastifyRequest): unknown {
  if (mediaType(request) !== 'application/json')
    throw new ApiError('unsupported_media_type', 'The Content-Type of the body must be application/json.')
  return parseJson(bodyBytes(request))
}

/** Parses JSON in UTF-8. Throws `invalid_request`, and `payload_too_large` for too many values. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new ApiError('invalid_request', 'The body is empty; send a JSON object.')
  if (!isUtf8(bytes)) throw new ApiError('invalid_request', 'The body is not valid UTF-8.')
  return parseJsonText(bytes, 'The body')
}

/**
 * Parses a text in UTF-8. Throws `invalid_request` with line and column, and `payload_too_large` for too many values.
 * @param what what the text is, to begin the sentence
 */
export function parseJsonText(bytes: Buffer, what: string): unknown {
  const exceeded = exceededJsonBound(bytes)
  if (exceeded === 'levels')
    throw new ApiError('invalid_request', `${what} is nested more than ${MAX_LEVELS} levels deep.`)
  if (exceeded === 'values')
    throw new ApiError(
      'payload_too_large',
      `${what} has more than ${MAX_VALUES} values; send it in smaller parts.`,
    )
  const text = bytes.toString('utf8')
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw invalidJson(text, what, cause)
  }
}

/** The error for text that `JSON.parse` refuses: where it is wrong, and what belongs there (contract.md 6.1). */
function invalidJson(text: string, what: string, cause: unknown): ApiError {
  const found = jsonSyntaxError(text)
  if (found === null) return new ApiError('invalid_request', `${what} is not valid JSON.`, { cause })
  const { line, column, problem, hint } = found
  const description = `${what} is not valid JSON: line ${line}, column ${column}: ${problem}.`
  return new ApiError('invalid_request', description, { cause, hint })
}
