/** Errors of the token and revocation endpoints (RFC 6749 5.2, RFC 7009 2.2.1). */
export const OAUTH_STATUS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  invalid_target: 400,
  invalid_dpop_proof: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_token_type: 400,
  method_not_allowed: 405,
  payload_too_large: 413,
  rate_limited: 429,
  server_error: 500,
  temporarily_unavailable: 503,
} as const
export type OauthErrorCode = keyof typeof OAUTH_STATUS

/** All but printable ASCII without quotes and backslashes (RFC 6749 5.2). */
const FORBIDDEN = /[^\x20-\x21\x23-\x5b\x5d-\x7e]/g

export class OauthError extends Error {
  readonly code: OauthErrorCode
  readonly status: number
  readonly headers: Record<string, string>
  /** Characters of `description` that RFC 6749 does not allow become '?'. */
  constructor(code: OauthErrorCode, description: string, headers: Record<string, string> = {}) {
    super(description.replace(FORBIDDEN, '?'))
    this.code = code
    this.status = OAUTH_STATUS[code]
    this.headers = headers
  }
}

/** The client could not be authenticated; always with the challenge that RFC 6749 5.2 demands. */
export function invalidClient(description = 'Client authentication failed.'): OauthError {
  return new OauthError('invalid_client', description, { 'www-authenticate': 'Basic realm="oauth"' })
}
