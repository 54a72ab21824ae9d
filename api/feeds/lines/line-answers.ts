/** What is answered to the lines of a feed: one line of JSON for each (schemas/segment/feed-line.ts, FeedResult). */
import type { ApiError } from '../../../schemas/base/errors.js'
import type { FeedLineCheck, AcceptedLine } from '../../../schemas/segment/feed-line.js'
import type { ReservedIds } from '../../ports/reads.js'

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

/** The segments of an accepted line: the part of the answer that is kept with its key. */
export function acceptedSegmentsText({ echo: told }: AcceptedLine, first: number): string {
  return JSON.stringify(told.map(({ type, status }, at) => ({ type, status, _id: first + at })))
}

/** `segments` as `acceptedText` made them. */
export function acceptedAnswer(
  line: LineRef,
  { batch }: ReservedIds,
  segments: string,
  replayed = false,
): LineAnswer {
  const { status, text } = lineAnswer(line, 202, { batch_id: batch, ...(replayed ? { replayed } : {}) })
  return { status, text: `${text.slice(0, -2)},"segments":${segments}}\n` }
}

/** 400 with the faults of each segment of the line, as POST /v2/segments tells them (contract.md 5 and 8). */
export function rejectedAnswer(line: LineRef, { entries }: FeedLineCheck & { is: 'refused' }): LineAnswer {
  return lineAnswer(line, 400, { segments: entries })
}

/** The fault as a line: its status and code, and after how many seconds to come again where it says so. */
export function errorAnswer(line: LineRef, { status, code, message, retryAfter }: ApiError): LineAnswer {
  return lineAnswer(line, status, {
    error: code,
    error_description: message,
    ...(retryAfter === null ? {} : { retry_after: retryAfter }),
  })
}
