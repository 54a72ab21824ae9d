/**
 * The answers to the lines of a feed: one line of JSON each (`FeedResult` in schemas/feeds/feed-line.ts).
 */
import type { ApiError } from '../../../schemas/base/errors.js'
import type { CountedAnswer } from '../../ports/feed-reports.js'
import { InvalidBodyError } from '../../http/faults/invalid-body-error.js'
import type { AcceptedLine, FeedAddress, FeedLineCheck } from '../../../schemas/feeds/feed-line.js'
import type { ReservedIds } from '../../../schemas/stream/idempotency-keys.js'

export interface LineAnswer extends CountedAnswer {
  text: string
}

/** Number of a line, and its key. */
export interface LineRef {
  number: number
  key: string | null
}

/** An accepted line, and its address. */
type AddressedLine = LineRef & { to: FeedAddress }

const lineText = ({ number, key }: LineRef, status: number, rest: object): string =>
  `${JSON.stringify({ line: number, ...(key === null ? {} : { key }), status, ...rest })}\n`

const accepted = (line: AddressedLine, text: string, isDocument: boolean): LineAnswer => ({
  ...{ status: 202, text, line: line.number, code: null },
  ...{ isForAccount: !('member' in line.to), isDocument },
})

const rejected = (line: LineRef, status: number, code: string, rest: object): LineAnswer => ({
  ...{ status, text: lineText(line, status, rest), line: line.number, code },
  ...{ isForAccount: false, isDocument: false },
})

/** The segments of an accepted line, the first with this id; the same for a repeat. */
export function acceptedSegmentsText({ echo }: AcceptedLine, first: number): string {
  return JSON.stringify(echo.map(({ type, status }, at) => ({ type, status, _id: first + at })))
}

/** The answer to an accepted line; `segments` is the text made by `acceptedSegmentsText`. */
export function acceptedAnswer(
  line: AddressedLine,
  { batch }: ReservedIds,
  segments: string,
  replayed = false,
): LineAnswer {
  const text = lineText(line, 202, { batch_id: batch, ...(replayed ? { replayed } : {}) })
  return accepted(line, `${text.slice(0, -2)},"segments":${segments}}\n`, false)
}

/** The answer to a line whose document is accepted under this id. */
export const documentAnswer = (line: AddressedLine, id: string, replayed = false): LineAnswer =>
  accepted(line, lineText(line, 202, { document_id: id, ...(replayed ? { replayed } : {}) }), true)

/**
 * 400 with the errors of each segment of the line, in the form of POST /v2/segments (contract.md 5 and 8).
 */
export function rejectedAnswer(line: LineRef, { entries }: FeedLineCheck & { is: 'refused' }): LineAnswer {
  const first = entries.find(({ errors }) => errors.length > 0)
  return rejected(line, 400, first!.errors[0]!.error, { segments: entries })
}

/** An error as the answer to a line: status, code, and the seconds to wait where waiting helps. */
export function errorAnswer(line: LineRef, error: ApiError): LineAnswer {
  const { status, code, message, hint, retryAfter } = error
  const first = error instanceof InvalidBodyError ? error.errors[0]!.error : code
  return rejected(line, status, first, {
    error: code,
    error_description: message,
    ...(hint === null ? {} : { hint }),
    ...(error instanceof InvalidBodyError ? { errors: error.errors } : {}),
    ...(retryAfter === null ? {} : { retry_after: retryAfter }),
  })
}
