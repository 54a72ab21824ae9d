/** Recognises a file of documents that was given without `--format`. */
import { DOCUMENT_READERS } from '../../../../actors/readers/readers.js'
import { UsageError } from '../../answer.js'
import type { FeedInput } from '../feed-input.js'
import { FILE_FORMATS } from './formats.js'

const LINE_FEED = Buffer.from('\n')

/**
 * Returns the input unchanged.
 * @param name of the file
 * @throws {UsageError} that names the likely format, if they begin with a document
 */
export async function feedLines(input: FeedInput, name: string | null): Promise<FeedInput> {
  const first = await input.batches.next()
  if (first.done === true) return input
  const lines = first.value.map(({ bytes }) => bytes ?? Buffer.alloc(0))
  if (!isFeedLine(lines[0]!)) {
    const bytes = Buffer.concat(lines.flatMap((line) => [line, LINE_FEED]))
    const document = { bytes, mediaType: null, name, received: 0, appointments: false }
    const reader = DOCUMENT_READERS.find(({ accepts }) => accepts(document))?.format
    for (const [format, known] of Object.entries(FILE_FORMATS))
      if (known.reader === reader)
        throw new UsageError(
          `FILE holds no feed lines; it looks like ${known.content}. Add --format ${format}.`,
        )
  }
  const batches = (async function* () {
    yield first.value
    yield* input.batches
  })()
  return { ...input, batches }
}

/** Whether the line is a JSON object without schema.org markup. The service reports other errors. */
function isFeedLine(line: Buffer): boolean {
  try {
    const json: unknown = JSON.parse(line.toString())
    return (
      typeof json === 'object' && json !== null && !Object.keys(json).some((name) => name.startsWith('@'))
    )
  } catch {
    return false
  }
}
