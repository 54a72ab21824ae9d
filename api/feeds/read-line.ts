/** Bytes of a line to what it says, or to the answer that refuses it. */
import { isUtf8 } from 'node:buffer'
import { Fault } from '../../schemas/faults.js'
import { checkLine } from '../../schemas/feed.js'
import type { GoodLine } from '../../schemas/feed.js'
import { MOST_BODY_BYTES } from '../../schemas/segment/batch.js'
import type { CheckContext } from '../../schemas/segment/check.js'
import { unmarked } from '../body.js'
import { faultAnswer, refusedAnswer } from './answers.js'
import type { LineAnswer } from './answers.js'
import type { Line } from './line-reader.js'

export type ReadLine = { is: 'good'; line: GoodLine; bytes: Buffer } | { is: 'bad'; answer: LineAnswer }

/** `1e20` is 21 digits when it is written anew: shorter lines stay short enough. */
const MAY_GROW = MOST_BODY_BYTES / 6
const TOO_LONG = new Fault(
  'payload_too_large',
  `The line is longer than ${MOST_BODY_BYTES} bytes; send its segments in several lines.`,
)
const NOT_UTF8 = new Fault('invalid_request', 'The line is not text in UTF-8.')
const NOT_JSON = new Fault(
  'invalid_request',
  'The line is not valid JSON; each line must hold one whole JSON object.',
)

/** Checks a line as a whole (contract.md 8), its segments as those of a batch. Never throws: a bad line is an answer. */
export function readLine({ number, bytes }: Line, context: CheckContext): ReadLine {
  const bad = (fault: Fault, key: string | null = null): ReadLine => ({
    is: 'bad',
    answer: faultAnswer({ number, key }, fault),
  })
  if (bytes === null) return bad(TOO_LONG)
  if (!isUtf8(bytes)) return bad(NOT_UTF8)
  let parsed: unknown
  try {
    parsed = JSON.parse((number === 1 ? unmarked(bytes) : bytes).toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return bad(NOT_JSON)
    throw error
  }
  const verdict = checkLine(parsed, context)
  switch (verdict.is) {
    case 'good': {
      // A short number may be long when it is written anew, and has to fit into a message still.
      const grown =
        bytes.length > MAY_GROW && Buffer.byteLength(JSON.stringify(verdict.segments)) > MOST_BODY_BYTES
      return grown ? bad(TOO_LONG, verdict.key) : { is: 'good', line: verdict, bytes }
    }
    case 'refused':
      return { is: 'bad', answer: refusedAnswer({ number, key: verdict.key }, verdict) }
    case 'fault':
      return bad(new Fault(verdict.code, verdict.description), verdict.key)
    default: {
      const never: never = verdict
      return never
    }
  }
}
