/** What is answered to the lines of a feed: one line of JSON for each (schemas/feed.ts, FeedResult). */
import type { Fault } from '../../schemas/faults.js'
import type { FeedVerdict, GoodLine } from '../../schemas/feed.js'
import type { FirstTry } from '../reads.js'

export interface LineAnswer {
  status: number
  text: string
}

/** Number of a line, and its key. */
export interface Named {
  number: number
  key: string | null
}

const answer = ({ number, key }: Named, status: number, rest: object): LineAnswer => ({
  status,
  text: `${JSON.stringify({ line: number, ...(key === null ? {} : { key }), status, ...rest })}\n`,
})

/** The segments of an accepted line: the part of the answer that is kept with its key. */
export function acceptedText({ told }: GoodLine, first: number): string {
  return JSON.stringify(told.map(({ type, status }, at) => ({ type, status, _id: first + at })))
}

/** `segments` as `acceptedText` made them. */
export function acceptedAnswer(
  line: Named,
  { batch }: FirstTry,
  segments: string,
  replayed = false,
): LineAnswer {
  const { status, text } = answer(line, 202, { batch_id: batch, ...(replayed ? { replayed } : {}) })
  return { status, text: `${text.slice(0, -2)},"segments":${segments}}\n` }
}

/** 400 with the faults of each segment of the line, as POST /v2/segments tells them (contract.md 5 and 8). */
export function refusedAnswer(line: Named, { entries }: FeedVerdict & { is: 'refused' }): LineAnswer {
  return answer(line, 400, { segments: entries })
}

/** The fault as a line: its status and code, and after how many seconds to come again where it says so. */
export function faultAnswer(line: Named, { status, code, message, retryAfter }: Fault): LineAnswer {
  return answer(line, status, {
    error: code,
    error_description: message,
    ...(retryAfter === null ? {} : { retry_after: retryAfter }),
  })
}
