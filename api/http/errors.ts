/** The one place where a failure becomes an answer (contract.md 6). Nothing internal leaves; the log has it under the request id. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import type { SegmentError } from '../../schemas/segment/validation/segment-error.js'
import type { Log } from '../../schemas/base/log.js'
import { AuthError } from '../auth/challenge.js'
import { isTransientError } from './transient-errors.js'
import { JSON_TYPE } from './reply.js'

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

const TITLES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** Faults of a single segment: the first one is told as the error, all of them stand beside it. */
export class InvalidSegmentError extends ApiError {
  readonly errors: SegmentError[]
  constructor(errors: SegmentError[]) {
    super('invalid_request', errors[0]!.error_description)
    this.errors = errors
  }
}

/** Whatever was thrown, as a fault of the closed list. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { code = '', statusCode } = error instanceof Error ? (error as Partial<FastifyError>) : {}
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError('payload_too_large', 'The body is too large; send it in smaller parts.')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('unsupported_media_type', 'The body must be application/json.')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ApiError('invalid_request', 'The body is shorter or longer than its Content-Length.')
    case 'FST_ERR_BAD_URL':
      return new ApiError('invalid_request', 'The path has a malformed percent-escape.')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new ApiError('not_found', 'There is nothing at this path.')
    default:
  }
  if (isTransientError(error))
    return new ApiError('temporarily_unavailable', 'The service is temporarily unavailable.', {
      retryAfter: 5,
      cause: error,
    })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ApiError('invalid_request', 'The request could not be read.', { cause: error })
  return new ApiError('server_error', 'Something went wrong on our side.', { cause: error })
}

/** `{error, error_description}`, or its RFC 9457 superset when the client asks for application/problem+json. */
export function errorBody(
  fault: ApiError,
  accept: string | undefined,
  instance: string,
): { type: string; body: string } {
  const errors = fault instanceof InvalidSegmentError ? fault.errors : []
  if (accept?.toLowerCase().includes('application/problem+json') !== true) {
    return {
      type: JSON_TYPE,
      body: JSON.stringify({
        error: fault.code,
        error_description: fault.message,
        ...(fault instanceof InvalidSegmentError ? { errors } : {}),
      }),
    }
  }
  return {
    type: PROBLEM_TYPE,
    body: JSON.stringify({
      type: 'about:blank',
      title: TITLES[fault.status] ?? 'Error',
      status: fault.status,
      detail: fault.message,
      instance,
      error: fault.code,
      error_description: fault.message,
      errors,
    }),
  }
}

/** Answers with a fault: status, headers that go with it, body. */
export async function sendError(
  fault: ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { type, body } = errorBody(fault, request.headers.accept, `urn:request:${request.id}`)
  if (fault instanceof AuthError) void reply.header('www-authenticate', fault.challenge)
  if (fault.retryAfter !== null) void reply.header('retry-after', String(fault.retryAfter))
  void reply.removeHeader('etag')
  return await reply.code(fault.status).header('cache-control', 'no-store').type(type).send(body)
}

/** Puts the error handler on the server: every failure of every route that has no handler of its own. */
export function installErrorHandler(app: FastifyInstance, log: Log): void {
  app.setErrorHandler(async (error, request, reply) => {
    const fault = toApiError(error)
    if (fault.status >= 500) {
      const facts = {
        err: fault.cause ?? error,
        request: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        error: fault.code,
      }
      if (fault.code === 'server_error') log.error(facts, 'a request failed')
      else log.warn(facts, 'a request was turned away')
    }
    return await sendError(fault, request, reply)
  })
}
