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
  cursor_expired: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  rate_limited: 429,
  server_error: 500,
  temporarily_unavailable: 503,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS

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
