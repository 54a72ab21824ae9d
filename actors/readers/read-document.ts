/** Reads a document with the reader that accepts it, and checks every segment as the ingress does. */
import type { DocumentFormat, DocumentPart, DocumentProblem } from '../../schemas/documents/reading.js'
import { checkSegment } from '../../schemas/segment/validation/check-segment.js'
import type { CheckContext } from '../../schemas/segment/validation/check-segment.js'
import type { RawFields } from '../../schemas/segment/validation/end-relations.js'
import { isForPeople, noExtractor, unreadPart } from './extract.js'
import type { Extract } from './extract.js'
import type { DocumentReader, FoundPart, ReadInner, ReceivedDocument } from './reader.js'
import { DOCUMENT_READERS } from './readers.js'

/** A document inside a document inside a document is read no further. */
const MOST_LEVELS = 4

export interface Reading {
  /** Null: no reader accepts the document. */
  format: DocumentFormat | null
  /** Valid raw segments, in the order of the document. */
  segments: RawFields[]
  /** Every part of the document, in its order. */
  parts: DocumentPart[]
}

/**
 * @param source what all segments name; null: what the document names, else what its reader does
 * @param extract reads what is for people, if no reader finds a segment in any of it
 */
export async function readDocument(
  document: ReceivedDocument,
  source: string | null,
  context: CheckContext,
  extract: Extract = noExtractor,
): Promise<Reading> {
  const first = await readAt(document, context, 0)
  const isUnread = first.isForPeople && first.parts.every(({ raw }) => raw === null)
  const second = isUnread ? await extracted(document, context, extract) : null
  const reader = first.reader ?? second?.reader
  const found = [...first.parts, ...(second?.parts ?? [])]
  const segments: RawFields[] = []
  const parts = found.map((part) => {
    const raw = withSource(part.raw, source)
    const refused = raw === null ? [] : checkSegment(raw, context).map(asProblem)
    const result = resultOf(part, refused)
    if (result === 'read' || result === 'incomplete') segments.push(raw!)
    return {
      at: part.at,
      result,
      segment: result === 'read' || result === 'incomplete' ? segments.length - 1 : null,
      problems: [...part.problems, ...refused],
    }
  })
  return { format: reader?.format ?? null, segments, parts }
}

interface Found {
  reader: DocumentReader | undefined
  parts: FoundPart[]
  /** Whether it, or a document in it, is for people. */
  isForPeople: boolean
}

async function readAt(document: ReceivedDocument, context: CheckContext, level: number): Promise<Found> {
  const reader = level < MOST_LEVELS ? DOCUMENT_READERS.find(({ accepts }) => accepts(document)) : undefined
  let forPeople = isForPeople(document)
  if (reader === undefined) return { reader, parts: [], isForPeople: forPeople }
  const readInner: ReadInner = async (inner) => {
    const found = await readAt(inner, context, level + 1)
    forPeople ||= found.isForPeople
    return found.parts
  }
  const parts = await reader.read(document, readInner, context)
  return {
    reader,
    parts: parts.map((part) => ({ ...part, raw: withSource(part.raw, null, reader.source) })),
    isForPeople: forPeople,
  }
}

async function extracted(
  document: ReceivedDocument,
  context: CheckContext,
  extract: Extract,
): Promise<Pick<Found, 'reader' | 'parts'>> {
  const made = await extract(document)
  if (typeof made === 'string') return { reader: undefined, parts: [unreadPart(made)] }
  const json = { ...document, bytes: made, mediaType: 'application/ld+json', name: null }
  const found = await readAt(json, context, 1)
  if (found.parts.length === 0)
    return { ...found, parts: [unreadPart('The extractor found no travel in it.')] }
  return { ...found, parts: found.parts.map((part) => ({ ...part, at: `extractor: ${part.at}` })) }
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
