/** The closed lists of error codes (contract.md 5 and 6) and the one table that turns them into HTTP. */

/** Codes of one raw segment's faults, contract.md 5. */
export type SegmentErrorCode =
  | 'missing_field'
  | 'invalid_type'
  | 'invalid_status'
  | 'invalid_source'
  | 'invalid_trip_id'
  | 'invalid_datetime'
  | 'invalid_date_range'
  | 'invalid_airport'
  | 'invalid_currency'
  | 'invalid_price'
  | 'invalid_value'
  | 'too_long'
  | 'unknown_field'

export interface SegmentError {
  error: SegmentErrorCode
  error_description: string
  field: string | null
}

/** Codes of every other error, contract.md 6, with their HTTP status. */
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

/** A failure with a code of the closed list; anything else that is thrown is a `server_error`. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** Seconds for Retry-After, when waiting helps. */
  readonly retryAfter: number | null
  constructor(
    code: ErrorCode,
    description: string,
    options: { retryAfter?: number; status?: number; cause?: unknown } = {},
  ) {
    super(description, { cause: options.cause })
    this.code = code
    this.status = options.status ?? ERROR_STATUS[code]
    this.retryAfter = options.retryAfter ?? null
  }
}
