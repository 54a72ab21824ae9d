/** Refused credentials, with the WWW-Authenticate header that says why (RFC 6750 3; contract.md 2 and 6). */
import type { Scope } from '../../schemas/oauth/scope.js'
import { AuthError } from '../http/auth-error.js'
import type { AuthErrorOptions, CredentialHolder } from '../http/auth-error.js'

/** A challenge. RFC 6750 3 allows no double quote and no backslash in the description. */
const challenge = (scheme: 'Bearer' | 'DPoP', error: string, description: string): string =>
  `${scheme} error="${error}", error_description="${description.replace(/[^\x20-\x7e]|["\\]/g, "'")}"`

/** Where a client without a token gets one. */
export interface TokenSource {
  baseUrl: string
  authUrl: string
}

/**
 * No credential at all: the scheme alone, without an error in the header.
 * @param hint what stands in the header in place of a token
 */
export const missingToken = ({ baseUrl, authUrl }: TokenSource, hint: string | null = null): AuthError =>
  new AuthError(
    'invalid_token',
    'This endpoint needs an access token in the header "Authorization: Bearer ACCESS_TOKEN"; ' +
      `POST ${authUrl}/oauth/token issues it, as ${baseUrl}/docs/guides/sign-in-members shows.`,
    'Bearer realm="api"',
    { hint },
  )

/** 401 `invalid_token` (contract.md 6.2): there is a credential, but it is not valid here. */
export const invalidToken = (description: string, options: AuthErrorOptions = {}): AuthError =>
  new AuthError('invalid_token', description, challenge('Bearer', 'invalid_token', description), options)

/** No key of this service signed it, so nothing in it is disclosed. */
export const malformedToken = (): AuthError =>
  invalidToken('The access token is malformed or was not issued by this service.', {
    hint: 'Send the access_token exactly as the token endpoint returned it, without quotes.',
  })

export const expiredToken = (holder: CredentialHolder | null): AuthError =>
  invalidToken('The access token has expired.', {
    hint: 'Get a new one from the token endpoint, with the refresh token or with client credentials.',
    holder,
  })

export const revokedToken = (holder: CredentialHolder | null): AuthError =>
  invalidToken('The access token was revoked.', {
    hint: 'The member, the application or an operator withdrew it; a member can authorise the application again.',
    holder,
  })

/** The token is valid, but its scheme or its proof is not (RFC 9449 7). */
export const wrongProof = (
  error: 'invalid_token' | 'invalid_dpop_proof',
  description: string,
  holder: CredentialHolder,
): AuthError => new AuthError('invalid_token', description, challenge('DPoP', error, description), { holder })

/** We signed it, but for another address of the service. */
export const wrongAudience = (): AuthError =>
  invalidToken('The access token was issued for another base URL (its audience).', {
    hint: 'Use the token at that base URL. For another, such as that of /mcp, get one with the parameter "resource".',
  })

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
  new AuthError('invalid_request', description, challenge('Bearer', 'invalid_request', description))
