/**
 * The Fastify scope of the pages: cookies, form bodies as text, headers, and an error page for
 * every failure.
 */
import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import type { Log } from '../../schemas/base/log.js'
import { logFailure, sendError, toApiError } from '../http/errors.js'
import { FORM_TYPE } from '../http/form/form-fields.js'
import { MULTIPART_TYPE, readMultipart } from '../http/form/multipart.js'
import { pageHeaders } from './lib/page-headers.js'
import { rendered, sendResult } from './lib/page-registrar.js'
import { problem } from './lib/page-result.js'

const MAX_FORM_BYTES = 64 * 1024
/** More than any page accepts; pages report their own limits. */
const MAX_PARTS = 100
const RETRY_AFTER_SECONDS = 5
const TOO_LARGE = 413

/** Made once, and compressed once: a refusal has to cost less than what it refuses. */
const TOO_MANY_REQUESTS = Buffer.from(rendered(problem('throttled'), '/oauth/').text)

/**
 * Prepares a Fastify scope for pages. Call it on a scope of its own: its parsers, hooks and error handler
 * stay within.
 */
export async function pagesPlugin(app: FastifyInstance, log: Log): Promise<void> {
  await app.register(fastifyCookie)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    FORM_TYPE,
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => {
      done(null, body)
    },
  )
  app.addContentTypeParser(
    MULTIPART_TYPE,
    { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES },
    async (request: FastifyRequest, body: Buffer) =>
      await readMultipart(body, request.headers['content-type'] ?? '', MAX_PARTS).catch((cause: unknown) => {
        throw Object.assign(new Error('not a form', { cause }), { statusCode: 400 })
      }),
  )
  pageHeaders(app)
  app.setErrorHandler(async (error, request, reply) => await answerError(error, request, reply, log))
}

async function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): Promise<FastifyReply> {
  if (error instanceof ApiError) {
    // Refused before any page: no TLS in front, an address that is too long, too many requests, or overload.
    if (error.code === 'rate_limited') {
      request.fault = error
      return await reply
        .code(error.status)
        .header('retry-after', String(error.retryAfter ?? RETRY_AFTER_SECONDS))
        .type('text/html; charset=utf-8')
        .send(TOO_MANY_REQUESTS)
    }
    if (error.code === 'payload_too_large') return await sendResult(problem('too_large'), reply)
    if (error.status !== 503) return await sendError(error, request, reply)
    logFailure(error, error, request, log)
    const retryAfter = error.retryAfter ?? RETRY_AFTER_SECONDS
    return await sendResult(problem('unavailable', { retryAfter }), reply)
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === TOO_LARGE) return await sendResult(problem('too_large'), reply)
  if (status < 500) return await sendResult(problem('invalid_form', { status }), reply)
  const failure = toApiError(error)
  logFailure(failure, error, request, log)
  if (failure.code === 'server_error') return await sendResult(problem('server_error'), reply)
  return await sendResult(problem('unavailable', { retryAfter: RETRY_AFTER_SECONDS }), reply)
}
