/** The form of a token or revocation request. */
import type { FastifyRequest } from 'fastify'
import { FORM_TYPE } from '../../http/form/form-fields.js'
import { OauthError } from '../oauth-error.js'
import { readParameters } from '../parameters.js'
import type { Parameters } from '../parameters.js'

const BODY_LIMIT = 16 * 1024
const MAX_TYPE_SHOWN = 60
const SINGLE_PARAMETERS = [
  'grant_type',
  'client_id',
  'client_secret',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'scope',
  'resource',
  'token',
  'token_type_hint',
]

/**
 * Throws an OauthError for another content type, an oversized body, a repeated parameter, or without the one that
 * every request needs (RFC 6749 5.2).
 */
export function readTokenForm(request: FastifyRequest, required: 'grant_type' | 'token'): Parameters {
  const text = typeof request.body === 'string' ? request.body : ''
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (text !== '' && type !== FORM_TYPE) {
    const found = type === undefined ? 'no Content-Type' : `the Content-Type ${type.slice(0, MAX_TYPE_SHOWN)}`
    throw new OauthError(
      'invalid_request',
      `The body must be a form (${FORM_TYPE}) with the parameter ${required}; the request has ${found}.`,
    )
  }
  if (Buffer.byteLength(text) > BODY_LIMIT) throw bodyTooLong()
  const form = readParameters(text)
  const repeated = form.firstRepeated(SINGLE_PARAMETERS)
  if (repeated !== null)
    throw new OauthError('invalid_request', `The parameter ${repeated} is repeated; send it once.`)
  if (form.get(required) === null) throw new OauthError('invalid_request', missingParameter(required))
  return form
}

export const missingParameter = (name: string): string =>
  `The parameter ${name} is missing; send it in the body as a form (${FORM_TYPE}).`

export function bodyTooLong(): OauthError {
  return new OauthError('payload_too_large', `The body may have at most ${BODY_LIMIT} bytes.`)
}
