/** Refused credentials, with the WWW-Authenticate header that says why (RFC 6750 3; contract.md 2 and 6). */
import { ApiError } from '../../schemas/base/errors.js'
import type { Scope } from '../../schemas/oauth/scope.js'

/** `challenge` is the value of WWW-Authenticate. */
export class AuthError extends ApiError {
  readonly challenge: string
  constructor(
    code: 'invalid_token' | 'insufficient_scope' | 'invalid_request',
    description: string,
    challenge: string,
  ) {
    super(code, description)
    this.challenge = challenge
  }
}

/** No credential at all: the scheme alone, without an error in the header. */
export const missingToken = (): AuthError =>
  new AuthError('invalid_token', 'This endpoint needs an access token.', 'Bearer realm="api"')

/** 401 `invalid_token` (contract.md 6): there is a token, but it is not valid here. */
export const invalidToken = (
  description = 'The access token is malformed, expired, revoked or not meant for this service.',
): AuthError => new AuthError('invalid_token', description, 'Bearer error="invalid_token"')

/**
 * 403 `insufficient_scope`: the credential is valid, but not for this endpoint (contract.md 2 and 8).
 * @param scope a scope with which the token would do, for the header (RFC 6750 3.1)
 */
export const insufficientScope = (description: string, scope?: Scope): AuthError =>
  new AuthError(
    'insufficient_scope',
    description,
    `Bearer error="insufficient_scope"${scope === undefined ? '' : `, scope="${scope}"`}`,
  )

/** 400 `invalid_request`: the credential is malformed, incomplete, or one of two. */
export const malformedCredential = (description: string): AuthError =>
  new AuthError('invalid_request', description, 'Bearer error="invalid_request"')
