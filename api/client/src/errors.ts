/** What a failed call throws. */
import type {
  ErrorCode,
  FieldError,
  FieldErrorCode,
  OAuthErrorCode,
  RefusedSegment,
} from './generated/types.js'

/** An answer with an error, as JSON or as a problem document (RFC 9457). */
export class TripfoldError extends Error {
  override readonly name: string = 'TripfoldError'
  readonly status: number
  /** Code from the closed list of the API contract; null: the answer did not come from the API. */
  readonly code: ErrorCode | FieldErrorCode | OAuthErrorCode | null
  /** All errors of a single segment or body. */
  readonly errors: readonly FieldError[]
  /** How to fix it, where the API says it. */
  readonly hint: string | null
  /** Name it when you ask about the request. */
  readonly requestId: string | null
  /** Seconds to wait, of an error that will pass. */
  readonly retryAfter: number | null

  constructor(answer: Response, body: unknown) {
    const fault = isRecord(body) ? body : {}
    const { error, error_description: description, errors, hint } = fault
    super(typeof description === 'string' ? description : `The API answered ${answer.status}.`)
    this.status = answer.status
    this.code = typeof error === 'string' ? (error as ErrorCode) : null
    this.errors = Array.isArray(errors) ? (errors as FieldError[]) : []
    this.hint = typeof hint === 'string' ? hint : null
    this.requestId = answer.headers.get('x-request-id')
    this.retryAfter = retryAfterSeconds(answer.headers, Date.now())
  }
}

/** A batch of which nothing was accepted: `segments` has an entry per segment, in order. */
export class BatchRefusedError extends TripfoldError {
  override readonly name = 'BatchRefusedError'
  readonly segments: readonly RefusedSegment[]

  constructor(answer: Response, segments: readonly RefusedSegment[]) {
    const errors = segments.flatMap((segment) => segment.errors)
    super(answer, {
      error: errors[0]?.error,
      error_description: `The batch was refused: ${errors[0]?.error_description ?? 'no reason was given.'}`,
      errors,
    })
    this.segments = segments
  }
}

/** No answer after all attempts: the network failed or the time was up. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
}

export async function errorOf(answer: Response): Promise<TripfoldError> {
  const text = await answer.text()
  let body: unknown = null
  try {
    body = JSON.parse(text)
  } catch {
    // A proxy's page, or nothing: the status says what there is to say.
  }
  return Array.isArray(body)
    ? new BatchRefusedError(answer, body as RefusedSegment[])
    : new TripfoldError(answer, body)
}

/** Seconds from a Retry-After header, which is a number or a date. */
export function retryAfterSeconds(headers: Headers, now: number): number | null {
  const value = headers.get('retry-after')
  if (value === null) return null
  if (/^\d+$/.test(value)) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1_000))
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
