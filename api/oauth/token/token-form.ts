/** The form of a token or revocation request. */
import type { FastifyRequest } from 'fastify'
import { FORM_TYPE } from '../../http/form/form-fields.js'
import { OauthError } from '../oauth-error.js'
import { readParameters } from '../parameters.js'
import type { Parameters } from '../parameters.js'

const BODY_LIMIT = 16 * 1024
const SINGLE_PARAMETERS = [
  'grant_type',
  'client_id',
  'client_secret',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'scope',
  'token',
  'token_type_hint',
]

/** Throws an OauthError for another content type, an oversized body, or a repeated parameter. */
export function readTokenForm(request: FastifyRequest): Parameters {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== FORM_TYPE || typeof request.body !== 'string')
    throw new OauthError('invalid_request', `The body must be ${FORM_TYPE}.`)
  if (Buffer.byteLength(request.body) > BODY_LIMIT) throw bodyTooLong()
  const form = readParameters(request.body)
  const repeated = form.firstRepeated(SINGLE_PARAMETERS)
  if (repeated !== null) throw new OauthError('invalid_request', `The parameter ${repeated} is repeated.`)
  return form
}

export function bodyTooLong(): OauthError {
  return new OauthError('payload_too_large', `The body may have ${BODY_LIMIT} bytes.`)
}
