/** A document of a file as a line of a feed (contract.md 14.4). */
import { createHash } from 'node:crypto'
import { isUtf8 } from 'node:buffer'
import type { Line } from '../../../../api/feeds/lines/line-reader.js'
import type { ErrorCode } from '../../../../schemas/base/errors.js'
import { MAX_BODY_BYTES } from '../../../../schemas/segment/batch.js'
import type { FeedingLine } from '../line-key.js'
import type { FileFormat } from './formats.js'
import type { LineAddress } from './text-address.js'

export interface DocumentOptions {
  format: FileFormat
  /** Of documents that name nobody. */
  address: LineAddress | null
  /** Source of all segments; undefined: that of the account, else the one that the document names. */
  source: string | undefined
  /** Name of the file; undefined: it has none. */
  name: string | undefined
}

const LINE_FEED = '\n'
const KEY_LENGTH = 22

/**
 * Makes the line for each document. Its key is made of what is sent, so that the same file has one effect within the lifetime
 * of a key, and another one for another member. What can be no line is answered here.
 */
export function documentLine(options: DocumentOptions): (document: Line) => FeedingLine {
  const { format, source, name } = options
  return ({ number, bytes }) => {
    const answered = (status: number, error: ErrorCode, description: string): FeedingLine => ({
      ...{ number, bytes, sent: Buffer.from(LINE_FEED), isKeyMade: true },
      answer: { line: number, status, error, error_description: description },
    })
    const taken = format.take(bytes!.toString('latin1'))
    if (taken === null)
      return answered(400, 'invalid_request', 'The document is not valid JSON, or it is cut off.')
    const rest = Buffer.from(taken.rest, 'latin1')
    const content = isUtf8(rest) ? { text: rest.toString() } : { base64: rest.toString('base64') }
    const line = {
      ...(taken.address ?? options.address),
      document: { ...content, media_type: format.mediaType, name, source },
    }
    const hash = createHash('sha256').update(JSON.stringify(line)).digest('base64url').slice(0, KEY_LENGTH)
    const sent = Buffer.from(`${JSON.stringify({ ...line, key: `feed:${hash}:${number}` })}${LINE_FEED}`)
    if (sent.length > MAX_BODY_BYTES)
      return answered(
        413,
        'payload_too_large',
        `As a line of a feed the document is longer than ${MAX_BODY_BYTES} bytes. Split it, or send it to ` +
          'POST /v2/documents with a token of the member.',
      )
    return { number, bytes, sent, isKeyMade: true, answer: null }
  }
}
