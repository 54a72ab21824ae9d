/** Parses a line of a feed, or makes the answer that rejects it. */
import { isUtf8 } from 'node:buffer'
import { ApiError } from '../../../schemas/base/errors.js'
import { MAX_BODY_BYTES } from '../../../schemas/segment/batch.js'
import { checkFeedLine } from '../../../schemas/feeds/feed-line.js'
import type { AcceptedLine } from '../../../schemas/feeds/feed-line.js'
import type { CheckContext } from '../../../schemas/segment/validation/check-segment.js'
import { parseJsonText, stripByteOrderMark } from '../../http/body.js'
import { InvalidBodyError } from '../../http/faults/invalid-body-error.js'
import { errorAnswer, rejectedAnswer } from './line-answers.js'
import type { LineAnswer } from './line-answers.js'
import type { Line } from './line-reader.js'

export type ParsedLine =
  { is: 'valid'; line: AcceptedLine; bytes: Buffer } | { is: 'invalid'; answer: LineAnswer }

/** `1e20` becomes 21 digits when it is written again: shorter lines stay within the limit. */
const MAY_GROW_BYTES = MAX_BODY_BYTES / 6
const TOO_LONG = new ApiError(
  'payload_too_large',
  `The line is longer than ${MAX_BODY_BYTES} bytes; send its segments in several lines.`,
)
const NOT_UTF8 = new ApiError('invalid_request', 'The line is not valid UTF-8; send it in UTF-8.')
/**
 * Validates a line (contract.md 8), its segments like those of a batch. Never throws: an invalid line is an
 * answer.
 */
export function parseLine({ number, bytes }: Line, context: CheckContext): ParsedLine {
  const invalid = (error: ApiError, key: string | null = null): ParsedLine => ({
    is: 'invalid',
    answer: errorAnswer({ number, key }, error),
  })
  if (bytes === null) return invalid(TOO_LONG)
  if (!isUtf8(bytes)) return invalid(NOT_UTF8)
  let json: unknown
  try {
    json = parseJsonText(number === 1 ? stripByteOrderMark(bytes) : bytes, 'The line')
  } catch (error) {
    if (error instanceof ApiError) return invalid(error)
    throw error
  }
  const checked = checkFeedLine(json, context)
  switch (checked.is) {
    case 'good': {
      // Numbers may become longer when they are written again, and the line still has to fit into a message.
      const isTooLong =
        bytes.length > MAY_GROW_BYTES && Buffer.byteLength(JSON.stringify(checked.segments)) > MAX_BODY_BYTES
      return isTooLong ? invalid(TOO_LONG, checked.key) : { is: 'valid', line: checked, bytes }
    }
    case 'refused':
      return { is: 'invalid', answer: rejectedAnswer({ number, key: checked.key }, checked) }
    case 'malformed':
      return invalid(new InvalidBodyError(checked.errors), checked.key)
    default: {
      const never: never = checked
      return never
    }
  }
}
