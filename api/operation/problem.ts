/**
 * A refusal that an operation names in its declaration and returns: the same object is documented and answered
 * (contract.md 6).
 */
import { ApiError } from '../../schemas/base/errors.js'
import type { ErrorCode } from '../../schemas/base/errors.js'

export interface Problem<C extends ErrorCode = ErrorCode, T extends string = string> {
  readonly status: number
  readonly code: C
  /** What is wrong, in a sentence. */
  readonly says: T
  /** What was probably meant, or where to look. */
  readonly hint?: string | null
  /** Seconds for Retry-After. */
  readonly retryAfter?: number
}

/** Its type carries its code and its sentence, so that the compiler knows which problems a handler returns. */
export const problem = <const C extends ErrorCode, const T extends string>(
  status: number,
  code: C,
  says: T,
): Problem<C, T> => ({ status, code, says })

/** The problem as an error, where it is thrown instead of returned. */
export const problemError = ({ status, code, says, hint, retryAfter }: Problem): ApiError =>
  new ApiError(code, says, {
    status,
    hint: hint ?? null,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })
