/**
 * The answers to the lines of a feed: one line of JSON each (`FeedResult` in schemas/feeds/feed-line.ts).
 */
import type { ApiError } from '../../../schemas/base/errors.js'
import { InvalidBodyError } from '../../http/faults/invalid-body-error.js'
import type { AcceptedLine, FeedLineCheck } from '../../../schemas/feeds/feed-line.js'
import type { ReservedIds } from '../../../schemas/stream/idempotency-keys.js'

export interface LineAnswer {
  status: number
  text: string
}

/** Number of a line, and its key. */
export interface LineRef {
  number: number
  key: string | null
}

const lineAnswer = ({ number, key }: LineRef, status: number, rest: object): LineAnswer => ({
  status,
  text: `${JSON.stringify({ line: number, ...(key === null ? {} : { key }), status, ...rest })}\n`,
})

/** The segments of an accepted line, the first with this id; the same for a repeat. */
export function acceptedSegmentsText({ echo }: AcceptedLine, first: number): string {
  return JSON.stringify(echo.map(({ type, status }, at) => ({ type, status, _id: first + at })))
}

/** The answer to an accepted line; `segments` is the text made by `acceptedSegmentsText`. */
export function acceptedAnswer(
  line: LineRef,
  { batch }: ReservedIds,
  segments: string,
  replayed = false,
): LineAnswer {
  const { status, text } = lineAnswer(line, 202, { batch_id: batch, ...(replayed ? { replayed } : {}) })
  return { status, text: `${text.slice(0, -2)},"segments":${segments}}\n` }
}

/** The answer to a line whose document is accepted under this id. */
export const documentAnswer = (line: LineRef, id: string, replayed = false): LineAnswer =>
  lineAnswer(line, 202, { document_id: id, ...(replayed ? { replayed } : {}) })

/**
 * 400 with the errors of each segment of the line, in the form of POST /v2/segments (contract.md 5 and 8).
 */
export function rejectedAnswer(line: LineRef, { entries }: FeedLineCheck & { is: 'refused' }): LineAnswer {
  return lineAnswer(line, 400, { segments: entries })
}

/** An error as the answer to a line: status, code, and the seconds to wait where waiting helps. */
export function errorAnswer(line: LineRef, error: ApiError): LineAnswer {
  const { status, code, message, hint, retryAfter } = error
  return lineAnswer(line, status, {
    error: code,
    error_description: message,
    ...(hint === null ? {} : { hint }),
    ...(error instanceof InvalidBodyError ? { errors: error.errors } : {}),
    ...(retryAfter === null ? {} : { retry_after: retryAfter }),
  })
}
