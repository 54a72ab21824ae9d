/**
 * The closed list of error codes (contract.md 6) and their HTTP status. Codes of single segments:
 * segment-error.ts.
 */

export const ERROR_STATUS = {
  invalid_request: 400,
  invalid_token: 401,
  insufficient_scope: 403,
  access_denied: 403,
  https_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  conflict: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  rate_limited: 429,
  server_error: 500,
  temporarily_unavailable: 503,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS

/** What each code means, and what the client should do, for the reference. */
export const ERROR_MEANINGS: Readonly<Record<ErrorCode, { meaning: string; fix: string }>> = {
  invalid_request: {
    meaning: 'A parameter, a header or the body is wrong. For a trip id also: there is no such trip.',
    fix: 'Correct what `error_description` names. The same request fails again.',
  },
  invalid_token: {
    meaning: 'There is no credential, or it is malformed, expired or revoked.',
    fix: 'Get a new token with the refresh token. If that is refused too, ask the member for access again.',
  },
  insufficient_scope: {
    meaning: 'The credential is valid but of the wrong kind, or without the scope of the endpoint.',
    fix: 'Use the kind of token that the endpoint names, or ask the member for the scope in `WWW-Authenticate`.',
  },
  access_denied: {
    meaning: 'The application may not do this: its status or role does not allow it.',
    fix: 'Look at the status of the application in the console, or ask the operator.',
  },
  https_required: {
    meaning: 'The request came over plain HTTP.',
    fix: 'Use https. Revoke credentials that were sent without TLS.',
  },
  not_found: {
    meaning: 'There is no such path or resource, or it is not visible to this credential.',
    fix: 'Check the path and the id. Merged resources can be followed with `follow=1`.',
  },
  method_not_allowed: {
    meaning: 'The path exists, but not with this method.',
    fix: 'Use a method that the `Allow` header names.',
  },
  not_acceptable: {
    meaning: 'The `Accept` header excludes the media type of the endpoint.',
    fix: 'Send `Accept: application/json`, or leave it out.',
  },
  conflict: {
    meaning: 'It contradicts the present state, or a request with the same Idempotency-Key is in progress.',
    fix: 'With `Retry-After`: repeat it then. Otherwise read the resource again.',
  },
  precondition_failed: {
    meaning: 'The resource has changed since the entity tag in `If-Match` was read.',
    fix: 'Read it again, apply your change to what you read, and send the new tag.',
  },
  payload_too_large: {
    meaning: 'The body is larger than the endpoint accepts, counted after decompression.',
    fix: 'Send it in several batches.',
  },
  unsupported_media_type: {
    meaning: 'The endpoint does not accept this Content-Type or Content-Encoding.',
    fix: 'Send JSON; compress with gzip or br, or not at all.',
  },
  idempotency_key_reused: {
    meaning: 'The Idempotency-Key was sent before with another body.',
    fix: 'Use a new key for each new request, and the old one only to repeat it unchanged.',
  },
  rate_limited: {
    meaning: 'Too many requests of the application, the member token or the network.',
    fix: 'Wait for `Retry-After` seconds. Nothing of the request was accepted.',
  },
  server_error: {
    meaning: 'An unexpected error. It has been logged with the request id.',
    fix: 'Repeat it later with the same Idempotency-Key; report `X-Request-Id` if it stays.',
  },
  temporarily_unavailable: {
    meaning:
      'The service cannot accept the request at present, or cannot tell whether it has. Nothing is wrong with the ' +
      'request, and what is certainly accepted is never answered like this.',
    fix: 'Repeat it unchanged after `Retry-After` seconds, with the same Idempotency-Key.',
  },
}

/** An error with a code of the closed list; anything else that is thrown becomes `server_error`. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** Seconds for Retry-After; null if waiting does not help. */
  readonly retryAfter: number | null
  /** What the description cannot say: what was probably meant, or where to look (contract.md 6.1). */
  readonly hint: string | null
  constructor(
    code: ErrorCode,
    description: string,
    options: { retryAfter?: number; status?: number; cause?: unknown; hint?: string | null } = {},
  ) {
    const status = options.status ?? ERROR_STATUS[code]
    const depth = Error.stackTraceLimit
    // What a client did wrong needs no stack, which takes longer to collect than the rest of the error.
    if (status < 500) Error.stackTraceLimit = 0
    super(description, { cause: options.cause })
    Error.stackTraceLimit = depth
    this.code = code
    this.status = status
    this.retryAfter = options.retryAfter ?? null
    this.hint = options.hint ?? null
  }
}
