/** The lines of a feed from a file or standard input, decompressed according to its first bytes. */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { pipeline, Readable, type Transform } from 'node:stream'
import { createGunzip, type Zlib } from 'node:zlib'
import { lineReader, type Line } from '../../../api/feeds/lines/line-reader.js'
import { zstdDecoder } from '../../../api/limits/zstd-decoder.js'
import { Refused, UsageError } from '../answer.js'

export interface FeedInput {
  /** The lines or documents as they arrive: those of one chunk together. */
  batches: AsyncGenerator<Line[], void, undefined>
  /** Bytes read so far, and bytes of the file; null for standard input. */
  bytesRead: () => number
  size: number | null
  /** The same for the same bytes of a file; random for standard input. */
  id: string
}

/** What a file holds: lines, or documents. */
interface Content {
  /** Word for one. */
  unit: string
  cut: (chunks: AsyncIterable<Buffer>) => AsyncGenerator<Line[], void, undefined>
}

/** Longer lines are not kept. The service refuses lines of a sixteenth of this. */
export const MAX_LINE_BYTES = 16 * 2 ** 20
/** Small, because bytes read past a line count as done with that line. */
const READ_BYTES = 16 * 2 ** 10
const ID_LENGTH = 22
const MAGIC_BYTES = 4
const GZIP = Buffer.from([0x1f, 0x8b])
/** 128 MiB, as in `zstd --long`. */
const ZSTD_WINDOW_LOG = 27
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/**
 * Opens FILE, or standard input for `-`. Throws a UsageError if it cannot be read.
 */
export async function openFeed(path: string, { unit, cut }: Content): Promise<FeedInput> {
  const isFile = path !== '-' && isRegular(path)
  const source = path === '-' ? process.stdin : createReadStream(path, { highWaterMark: READ_BYTES })
  let read = 0
  let decoder: Decoder | null = null
  const chunks = async function* (): AsyncGenerator<Buffer, void, undefined> {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      read += chunk.length
      yield chunk
    }
  }
  const onDecoder = (found: Decoder): void => {
    decoder = found
  }
  return {
    batches: refusing(cut(decompressed(chunks(), onDecoder)), unit),
    // What the decoder has consumed, not what is queued for it.
    bytesRead: () => (decoder as Decoder | null)?.bytesWritten ?? read,
    size: isFile ? statSync(path).size : null,
    id: isFile ? await fileId(path) : randomBytes(ID_LENGTH).toString('base64url').slice(0, ID_LENGTH),
  }
}

function isRegular(path: string): boolean {
  try {
    const found = statSync(path)
    if (found.isDirectory()) throw new Error('it is a directory')
    return found.isFile()
  } catch (error) {
    throw new UsageError(`FILE: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

async function fileId(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('base64url').slice(0, ID_LENGTH)
}

/** The lines that are not blank. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line[], void, undefined> {
  const reader = lineReader(MAX_LINE_BYTES)
  for await (const chunk of chunks) {
    const lines = [...reader.push(chunk)]
    if (lines.length > 0) yield lines
  }
  const last = reader.end()
  if (last.length > 0) yield last
}

async function* refusing(
  batches: AsyncGenerator<Line[]>,
  unit: string,
): AsyncGenerator<Line[], void, undefined> {
  let number = 0
  try {
    for await (const lines of batches) {
      number = lines.at(-1)!.number
      yield lines
    }
  } catch (error) {
    if (error instanceof Refused) throw error
    const problem = error instanceof Error ? error.message : String(error)
    throw new Refused(`FILE cannot be read after ${unit} ${number}: ${problem}.`)
  }
}

/** Node's decoders count the bytes that they have consumed. */
type Decoder = Transform & Zlib

async function* decompressed(
  chunks: AsyncGenerator<Buffer, void, undefined>,
  onDecoder: (decoder: Decoder) => void,
): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0)
  while (head.length < MAGIC_BYTES) {
    const { done, value } = await chunks.next()
    if (done === true) break
    head = Buffer.concat([head, value])
  }
  const whole = async function* (): AsyncGenerator<Buffer> {
    yield head
    yield* chunks
  }
  const decoder = decoderFor(head)
  if (decoder === null) {
    yield* whole()
    return
  }
  onDecoder(decoder)
  yield* pipeline(Readable.from(whole()), decoder, () => {
    // Reading from the decoder throws the error.
  }) as AsyncIterable<Buffer>
}

/** The decoder for a file that begins with these bytes; null: it is not compressed. */
function decoderFor(head: Buffer): Decoder | null {
  if (head.subarray(0, GZIP.length).equals(GZIP)) return createGunzip()
  if (!head.subarray(0, ZSTD.length).equals(ZSTD)) return null
  if (zstdDecoder !== null) return zstdDecoder(ZSTD_WINDOW_LOG) as Decoder
  throw new Refused(
    `FILE is compressed with zstd, which Node supports from 22.15 and 23.8 on; this is ${process.versions.node}. ` +
      'Decompress it first: zstd -dc FILE | npm run cli -- feed -',
  )
}
