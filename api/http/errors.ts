/**
 * The one place where a thrown error becomes an answer (contract.md 6). Nothing internal leaves the service;
 * the log line with the same request id has the details.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import type { Log } from '../../schemas/base/log.js'
import { AuthError, PROOF_ALGORITHMS } from './auth-error.js'
import { prefersProblem } from './accept.js'
import { bodyTooLarge } from './body.js'
import { InvalidBodyError, RefusedBatchError } from './faults/invalid-body-error.js'
import { PROBLEM_TYPE, problemText } from './faults/problem.js'
import { JSON_TYPE } from './reply.js'
import { traceField } from './request-span.js'
import { isTransientError } from './transient-errors.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The error that the request was answered with, for the request log. */
    fault: Fault | null
  }
}

/** An error of the API, or of the token endpoint. */
export type Fault = Error & { code: string; hint?: string | null }

/** Errors of the framework by their code. */
const FRAMEWORK_ERRORS: Record<string, () => ApiError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: bodyTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new ApiError('unsupported_media_type', 'The Content-Type of the body must be application/json.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new ApiError('invalid_request', 'The length of the body does not match its Content-Length.'),
  FST_ERR_BAD_URL: () => new ApiError('invalid_request', 'The path has a malformed percent-escape.'),
  FST_ERR_MAX_PARAM_LENGTH: () => new ApiError('not_found', 'There is nothing at this path.'),
}

/** Anything thrown, as an error of the closed list. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { code = '', statusCode } = error instanceof Error ? (error as Partial<FastifyError>) : {}
  const known = FRAMEWORK_ERRORS[code]
  if (known !== undefined) return known()
  if (isTransientError(error))
    return new ApiError(
      'temporarily_unavailable',
      'The service is temporarily unavailable. Retry after 5 seconds.',
      { retryAfter: 5, cause: error },
    )
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ApiError('invalid_request', 'The request could not be read; check it and send it again.', {
      cause: error,
    })
  return new ApiError(
    'server_error',
    'An unexpected error occurred. Retry later; if it comes back, report the X-Request-Id.',
    { cause: error },
  )
}

/**
 * `{error, error_description}`, with a hint and the errors of fields where there are any; of a refused batch an
 * array. Clients that prefer a problem document get one (contract.md 6).
 */
export function errorBody(
  error: ApiError,
  accept: string | undefined,
  instance: string,
): { type: string; body: string } {
  if (prefersProblem(accept)) return { type: PROBLEM_TYPE, body: problemText(error, instance) }
  if (error instanceof RefusedBatchError) return { type: JSON_TYPE, body: JSON.stringify(error.entries) }
  return {
    type: JSON_TYPE,
    body: JSON.stringify({
      error: error.code,
      error_description: error.message,
      ...(error.hint === null ? {} : { hint: error.hint }),
      ...(error instanceof InvalidBodyError ? { errors: error.errors } : {}),
    }),
  }
}

const PROOFS = `algs="${PROOF_ALGORITHMS.join(' ')}"`

/**
 * The challenge in the scheme of the token, or in both without one (RFC 9449 7.1 and 7.2), with the metadata of the
 * resource if a guard has set it (RFC 9728 5.1).
 */
function challengeOf({ challenge }: AuthError, { resourceMetadata, headers }: FastifyRequest): string {
  const isBound = challenge.startsWith('DPoP') || /^ *dpop /i.test(headers.authorization ?? '')
  const metadata =
    resourceMetadata === null
      ? ''
      : `${challenge.includes(' ') ? ',' : ''} resource_metadata="${resourceMetadata}"`
  if (isBound) return `${challenge.replace('Bearer', 'DPoP')}${metadata}, ${PROOFS}`
  return challenge.includes('error=') ? challenge + metadata : `${challenge}${metadata}, DPoP ${PROOFS}`
}

/** Answers with an error: its status, headers and body. */
export async function sendError(
  error: ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  request.fault = error
  const { type, body } = errorBody(error, request.headers.accept, `urn:request:${request.id}`)
  if (error instanceof AuthError) void reply.header('www-authenticate', challengeOf(error, request))
  if (error.retryAfter !== null) void reply.header('retry-after', String(error.retryAfter))
  void reply.removeHeader('etag')
  return await reply.code(error.status).header('cache-control', 'no-store').type(type).send(body)
}

/** Installs the error handler of every route that has none of its own, and logs failures of the service. */
export function installErrorHandler(app: FastifyInstance, log: Log): void {
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = toApiError(thrown)
    logFailure(error, thrown, request, log)
    return await sendError(error, request, reply)
  })
}

/**
 * Logs that a request failed: with the unexpected error, or with the refusal (503), which the log writes
 * without its stack. Requests that the client has to correct are not logged.
 */
export function logFailure(error: ApiError, thrown: unknown, request: FastifyRequest, log: Log): void {
  if (error.status < 500) return
  const fields = {
    request: request.id,
    method: request.method,
    route: request.routeOptions.url ?? null,
    ...traceField(request),
  }
  if (error.code === 'server_error') log.error({ ...fields, error: error.cause ?? thrown }, 'request failed')
  else log.warn({ ...fields, error }, 'request answered 503')
}
