/** Bytes of a line to what it says, or to the answer that refuses it. */
import { isUtf8 } from 'node:buffer'
import { ApiError } from '../../../schemas/base/errors.js'
import { checkFeedLine } from '../../../schemas/segment/feed-line.js'
import type { AcceptedLine } from '../../../schemas/segment/feed-line.js'
import { MAX_BODY_BYTES } from '../../../schemas/segment/batch.js'
import type { CheckContext } from '../../../schemas/segment/validation/check-segment.js'
import { stripByteOrderMark } from '../../http/body.js'
import { errorAnswer, rejectedAnswer } from './line-answers.js'
import type { LineAnswer } from './line-answers.js'
import type { Line } from './line-reader.js'

export type ParsedLine = { is: 'good'; line: AcceptedLine; bytes: Buffer } | { is: 'bad'; answer: LineAnswer }

/** `1e20` is 21 digits when it is written anew: shorter lines stay short enough. */
const MAY_GROW_BYTES = MAX_BODY_BYTES / 6
const TOO_LONG = new ApiError(
  'payload_too_large',
  `The line is longer than ${MAX_BODY_BYTES} bytes; send its segments in several lines.`,
)
const NOT_UTF8 = new ApiError('invalid_request', 'The line is not text in UTF-8.')
const NOT_JSON = new ApiError(
  'invalid_request',
  'The line is not valid JSON; each line must hold one whole JSON object.',
)

/** Checks a line as a whole (contract.md 8), its segments as those of a batch. Never throws: a bad line is an answer. */
export function parseLine({ number, bytes }: Line, context: CheckContext): ParsedLine {
  const bad = (fault: ApiError, key: string | null = null): ParsedLine => ({
    is: 'bad',
    answer: errorAnswer({ number, key }, fault),
  })
  if (bytes === null) return bad(TOO_LONG)
  if (!isUtf8(bytes)) return bad(NOT_UTF8)
  let parsed: unknown
  try {
    parsed = JSON.parse((number === 1 ? stripByteOrderMark(bytes) : bytes).toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return bad(NOT_JSON)
    throw error
  }
  const verdict = checkFeedLine(parsed, context)
  switch (verdict.is) {
    case 'good': {
      // A short number may be long when it is written anew, and has to fit into a message still.
      const grown =
        bytes.length > MAY_GROW_BYTES && Buffer.byteLength(JSON.stringify(verdict.segments)) > MAX_BODY_BYTES
      return grown ? bad(TOO_LONG, verdict.key) : { is: 'good', line: verdict, bytes }
    }
    case 'refused':
      return { is: 'bad', answer: rejectedAnswer({ number, key: verdict.key }, verdict) }
    case 'fault':
      return bad(new ApiError(verdict.code, verdict.description), verdict.key)
    default: {
      const never: never = verdict
      return never
    }
  }
}
