/** Cuts a file of several documents into them, as it arrives. */
import type { Line } from '../../../../api/feeds/lines/line-reader.js'
import { Refused } from '../../answer.js'

/**
 * Takes the next part of a file, and gives the documents that end in it. Texts are Latin-1: a character is a byte, so that
 * each document keeps its bytes whatever its encoding.
 */
export interface Cutter {
  push: (text: string) => string[]
  /** What is left at the end of the file. */
  end: () => string[]
  /** Length of what is held back. */
  held: () => number
}

/** A longer document is not kept. The service takes those of a sixteenth of this. */
const MAX_DOCUMENT_BYTES = 16 * 2 ** 20
const UTF_16 = new Map([
  ['\xff\xfe', 'utf-16le'],
  ['\xfe\xff', 'utf-16be'],
])
const UTF_8_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/** The documents of a file, numbered from 1: those that end in one chunk together. Blank ones are left out. */
export async function* cutDocuments(
  chunks: AsyncIterable<Buffer>,
  { push, end, held }: Cutter,
): AsyncGenerator<Line[], void, undefined> {
  let number = 0
  const documents = (texts: readonly string[]): Line[] =>
    texts
      .map((text) => text.replace(/^(?:[ \t]*\r?\n)+|\s+$/g, ''))
      .filter((text) => text !== '')
      .map((text) => ({ number: (number += 1), bytes: Buffer.from(text, 'latin1') }))
  for await (const text of latin1(chunks)) {
    const found = documents(push(text))
    if (found.length > 0) yield found
    if (held() > MAX_DOCUMENT_BYTES)
      throw new Refused(
        `FILE cannot be read after document ${number}: the next one is longer than ${MAX_DOCUMENT_BYTES} bytes. ` +
          'Check that the file has the format of --format.',
      )
  }
  const last = documents(end())
  if (last.length > 0) yield last
}

/** The text without its byte order mark; UTF-16 as UTF-8, because separators are single bytes. */
async function* latin1(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const asIs = (chunk: Buffer): string => chunk.toString('latin1')
  let decode: ((chunk: Buffer) => string) | null = null
  for await (const chunk of chunks) {
    decode ??= decoderFor(asIs(chunk.subarray(0, 2))) ?? asIs
    const isMarked = decode === asIs && chunk.subarray(0, UTF_8_MARK.length).equals(UTF_8_MARK)
    yield decode(isMarked ? chunk.subarray(UTF_8_MARK.length) : chunk)
  }
}

function decoderFor(mark: string): ((chunk: Buffer) => string) | null {
  const encoding = UTF_16.get(mark)
  if (encoding === undefined) return null
  const decoder = new TextDecoder(encoding)
  return (chunk) => Buffer.from(decoder.decode(chunk, { stream: true })).toString('latin1')
}
