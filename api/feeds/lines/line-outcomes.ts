/** The answers to lines that are ingested together, and the error that ends their feed. */
import type { ApiError } from '../../../schemas/base/errors.js'
import type { Log } from '../../../schemas/base/log.js'
import { errorAnswer } from './line-answers.js'
import type { LineAnswer } from './line-answers.js'
import type { PendingLine } from './pending-line.js'

export interface LineOutcomes {
  /** By the index of the line. */
  answers: LineAnswer[]
  /** The first error that lasts: the feed cannot go on after it. Null while there is none. */
  endedBy: () => ApiError | null
  /** Answers a line with an error. */
  reject: (line: PendingLine, error: ApiError) => void
  /** Answers lines with a failure of our own, and logs it if it is unexpected. */
  fail: (lines: readonly PendingLine[], failure: { error: ApiError; cause: unknown }) => void
}

const LASTING_CODES = new Set(['temporarily_unavailable', 'server_error', 'insufficient_scope'])

export function lineOutcomes(log: Log, request: string): LineOutcomes {
  const answers: LineAnswer[] = []
  let endedBy: ApiError | null = null
  const reject = (line: PendingLine, error: ApiError): void => {
    answers[line.index] = errorAnswer(line, error)
    if (LASTING_CODES.has(error.code)) endedBy ??= error
  }
  return {
    answers,
    endedBy: () => endedBy,
    reject,
    fail: (lines, { error, cause }) => {
      for (const line of lines) {
        if (error.code === 'server_error')
          log.error({ err: error.cause ?? cause, request, line: line.number }, 'feed line failed')
        reject(line, error)
      }
    },
  }
}
