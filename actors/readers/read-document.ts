/** Reads a document with the reader that accepts it, and checks every segment as the ingress does. */
import type { DocumentFormat, DocumentPart, DocumentProblem } from '../../schemas/documents/reading.js'
import { checkSegment } from '../../schemas/segment/validation/check-segment.js'
import type { CheckContext } from '../../schemas/segment/validation/check-segment.js'
import type { RawFields } from '../../schemas/segment/validation/end-relations.js'
import type { DocumentReader, FoundPart, ReadInner, ReceivedDocument } from './reader.js'
import { DOCUMENT_READERS } from './readers.js'

/** A document inside a document inside a document is read no further. */
const MOST_LEVELS = 4

export interface Reading {
  /** Null: no reader accepts the document. */
  format: DocumentFormat | null
  /** Valid raw segments, in the order of the document. */
  segments: RawFields[]
  /**
   * What names each segment in every version of its document, in their order; null: nothing does. The same name from
   * the same source is the same entry, also in a later document.
   */
  keys: Array<string | null>
  /** Every part of the document, in its order. */
  parts: DocumentPart[]
}

/**
 * @param source what all segments name; null: what the document names, else what its reader does
 */
export async function readDocument(
  document: ReceivedDocument,
  source: string | null,
  context: CheckContext,
): Promise<Reading> {
  const { reader, parts: found } = await readAt(document, context, 0)
  const segments: RawFields[] = []
  const keys: Reading['keys'] = []
  const parts = found.map((part) => {
    const raw = withSource(part.raw, source)
    const refused = raw === null ? [] : checkSegment(raw, context).map(asProblem)
    const result = resultOf(part, refused)
    const isSegment = result === 'read' || result === 'incomplete'
    if (isSegment) keys[segments.push(raw!) - 1] = part.key ?? null
    return {
      at: part.at,
      result,
      segment: isSegment ? segments.length - 1 : null,
      problems: [...part.problems, ...refused],
    }
  })
  return { format: reader?.format ?? null, segments, keys, parts }
}

async function readAt(
  document: ReceivedDocument,
  context: CheckContext,
  level: number,
): Promise<{ reader: DocumentReader | undefined; parts: FoundPart[] }> {
  const reader = level < MOST_LEVELS ? DOCUMENT_READERS.find(({ accepts }) => accepts(document)) : undefined
  if (reader === undefined) return { reader, parts: [] }
  const readInner: ReadInner = async (inner) => (await readAt(inner, context, level + 1)).parts
  const parts = await reader.read(document, readInner, context)
  return { reader, parts: parts.map((part) => ({ ...part, raw: withSource(part.raw, null, reader.source) })) }
}

function withSource(raw: RawFields | null, source: string | null, otherwise?: string): RawFields | null {
  if (raw === null) return null
  return source === null ? { source: otherwise, ...raw } : { ...raw, source }
}

const asProblem = ({
  field,
  error_description: description,
}: {
  field: string | null
  error_description: string
}): DocumentProblem => ({ field, description })

function resultOf(part: FoundPart, refused: readonly DocumentProblem[]): DocumentPart['result'] {
  if (part.ignored) return 'ignored'
  if (part.raw === null || refused.length > 0) return 'refused'
  return part.problems.length > 0 ? 'incomplete' : 'read'
}
