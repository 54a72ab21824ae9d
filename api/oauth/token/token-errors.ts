/** Sends the errors of the token and revocation endpoints as RFC 6749 5.2 bodies. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../schemas/base/errors.js'
import type { Log } from '../../../schemas/base/log.js'
import { logFailure, sendError } from '../../http/errors.js'
import { isTransientError } from '../../http/transient-errors.js'
import { NoSigningKeyError } from '../keys/key-ring.js'
import { OauthError } from '../oauth-error.js'
import { bodyTooLong } from './token-form.js'

/** Nodes reload their keys this often, and make a missing one. */
const KEY_RELOAD_SECONDS = 10
const RETRY_AFTER_SECONDS = 5

export async function sendTokenError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): Promise<FastifyReply> {
  // Refused by the server before it reached the endpoint.
  if (error instanceof ApiError) {
    logFailure(error, error, request, log)
    return await sendError(error, request, reply)
  }
  const fault = toOauthError(error)
  request.fault = fault
  const { status, headers, code, message } = fault
  if (status >= 500) {
    const known = code === 'temporarily_unavailable' ? code : 'server_error'
    logFailure(new ApiError(known, message, { cause: error }), error, request, log)
  }
  return await reply.code(status).headers(headers).send({ error: code, error_description: message })
}

function toOauthError(error: unknown): OauthError {
  if (error instanceof OauthError) return error
  if (error instanceof NoSigningKeyError) return unavailable(KEY_RELOAD_SECONDS)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLong()
  if (code.startsWith('FST_ERR_CTP'))
    return new OauthError('invalid_request', 'The body could not be read; send it again.')
  if (isTransientError(error)) return unavailable(RETRY_AFTER_SECONDS)
  return new OauthError('server_error', 'Something went wrong on our side; try again later.')
}

function unavailable(seconds: number): OauthError {
  return new OauthError('temporarily_unavailable', 'The service is temporarily unavailable.', {
    'retry-after': String(seconds),
  })
}
