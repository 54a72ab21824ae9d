import type { FeedAnswer } from '../../../api/client/src/generated/types.js'
import type { Line } from '../../../api/feeds/lines/line-reader.js'
import { MAX_LINE_BYTES } from './feed-input.js'

/** A line to send. */
export interface FeedingLine extends Line {
  /** The text that is sent. */
  sent: Buffer
  /** Whether its key was made here. */
  isKeyMade: boolean
  /** The final answer; null while there is none. */
  answer: FeedAnswer | null
}

/** The answer to a line that is too long to be kept. */
const TOO_LONG = {
  status: 413,
  error: 'payload_too_large',
  error_description: `The line is longer than ${MAX_LINE_BYTES} bytes; send its segments in several lines.`,
} as const
const decoder = new TextDecoder()
const LINE_FEED = Buffer.from('\n')

/**
 * The line to send: one without a key gets `feed:ID:NUMBER`, so that it is safe to send again (contract.md 8.1). Anything
 * but a non-empty JSON object is sent unchanged, and the service refuses it. A line that is too long to keep is not sent.
 */
export function feedingLine({ number, bytes }: Line, id: string): FeedingLine {
  if (bytes === null)
    return { number, bytes, sent: LINE_FEED, isKeyMade: false, answer: { line: number, ...TOO_LONG } }
  const isKeyMade = lacksKey(bytes)
  const sent = isKeyMade
    ? [bytes.subarray(0, bytes.lastIndexOf('}')), Buffer.from(`,"key":"feed:${id}:${number}"}\n`)]
    : [bytes, LINE_FEED]
  return { number, bytes, sent: Buffer.concat(sent), isKeyMade, answer: null }
}

function lacksKey(bytes: Buffer): boolean {
  let line: unknown
  try {
    line = JSON.parse(decoder.decode(bytes))
  } catch {
    return false
  }
  if (typeof line !== 'object' || line === null || Array.isArray(line)) return false
  return Object.keys(line).length > 0 && ((line as { key?: unknown }).key ?? null) === null
}
