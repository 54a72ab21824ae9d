/** Reads a document with the reader that accepts it, and checks every segment as the ingress does. */
import type { DocumentFormat, DocumentPart, DocumentProblem } from '../../schemas/documents/reading.js'
import { checkSegment } from '../../schemas/segment/validation/check-segment.js'
import type { CheckContext } from '../../schemas/segment/validation/check-segment.js'
import type { SegmentError } from '../../schemas/segment/validation/segment-error.js'
import type { RawFields } from '../../schemas/segment/validation/end-relations.js'
import { withAirportTimes } from './airport-times.js'
import { isForPeople } from './extract.js'
import type { Extract } from './extract.js'
import { refusedPart } from './reader.js'
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
 * @param extract reads what is for people, if no reader finds a segment in any of it; null: nothing is said about it
 */
export async function readDocument(
  document: ReceivedDocument,
  source: string | null,
  context: CheckContext,
  extract: Extract | null = null,
): Promise<Reading> {
  const first = await readAt(document, context, 0)
  const isUnread = first.isForPeople && first.parts.every(({ raw }) => raw === null)
  const second = isUnread && extract !== null ? await extracted(document, context, extract) : null
  const reader = first.reader ?? second?.reader
  const found = [...first.parts, ...(second?.parts ?? [])]
  const segments: RawFields[] = []
  const places = new Map<string, string>()
  const parts = found.map((part): DocumentPart => {
    const { raw, problems, isRefused } = checked(part, source, context)
    const text = JSON.stringify(raw)
    const before = raw === null ? undefined : places.get(text)
    if (before !== undefined) {
      const description = `This repeats ${before}, which was read.`
      return { at: part.at, result: 'ignored', segment: null, problems: [{ field: null, description }] }
    }
    const result = resultOf(part, isRefused, problems)
    const isSegment = result === 'read' || result === 'incomplete'
    if (isSegment) {
      places.set(text, part.at)
      segments.push(raw!)
    }
    return { at: part.at, result, segment: isSegment ? segments.length - 1 : null, problems }
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
  // Other readers take what is no page, whatever stands in it.
  let forPeople = (reader?.format ?? 'schema-org') === 'schema-org' && isForPeople(document)
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
  if (typeof made === 'string') return { reader: undefined, parts: [refusedPart('document', made)] }
  const json = { ...document, bytes: made, mediaType: 'application/ld+json', name: null }
  const found = await readAt(json, context, 1)
  if (found.parts.length === 0)
    return { ...found, parts: [refusedPart('document', 'The extractor found no travel in this document.')] }
  return { ...found, parts: found.parts.map((part) => ({ ...part, at: `extractor: ${part.at}` })) }
}

function withSource(raw: RawFields | null, source: string | null, otherwise?: string): RawFields | null {
  if (raw === null) return null
  return source === null ? { source: otherwise, ...raw } : { ...raw, source }
}

/** The segment as the ingress takes it: what does not fit a field that may be missing is left out. */
function checked(
  part: FoundPart,
  source: string | null,
  context: CheckContext,
): { raw: RawFields | null; problems: DocumentProblem[]; isRefused: boolean } {
  const sourced = withSource(part.raw, source)
  const raw = sourced === null ? null : withAirportTimes(sourced, context)
  const errors = raw === null ? [] : checkSegment(raw, context)
  if (raw === null || errors.length === 0) return { raw, problems: part.problems, isRefused: false }
  const problems = [
    ...part.problems,
    ...errors.map((one) => ({ field: one.field, description: one.error_description })),
  ]
  const fitting = withoutUnfit(raw, errors)
  return checkSegment(fitting, context).length > 0
    ? { raw, problems, isRefused: true }
    : { raw: fitting, problems, isRefused: false }
}

/** An end before its start may be the start that is wrong; without what a leg needs it would cancel a whole booking. */
const REFUSED_WHOLE: ReadonlySet<string> = new Set(['invalid_date_range', 'missing_field'])

/** Fields of which neither is sent without the other. */
const PARTNERS: Readonly<Record<string, string>> = {
  price: 'currency',
  currency: 'price',
  lat: 'lon',
  lon: 'lat',
}

function withoutUnfit(raw: RawFields, errors: readonly SegmentError[]): RawFields {
  if (errors.some(({ error, field }) => REFUSED_WHOLE.has(error) && partnerOf(field ?? '') === null))
    return raw
  const fitting = structuredClone(raw)
  for (const { field } of errors) {
    const [, name = '', row, inner] = /^(\w+)(?:\[(\d+)\]\.(\w+))?$/.exec(field ?? '') ?? []
    if (row !== undefined) delete (fitting[name] as RawFields[])[Number(row)]![inner!]
    else for (const one of [name, partnerOf(name) ?? name]) delete fitting[one]
  }
  return fitting
}

function partnerOf(name: string): string | null {
  const [, prefix = '', last = ''] = /^(.*_)?([a-z]+)$/.exec(name) ?? []
  return Object.hasOwn(PARTNERS, last) ? prefix + PARTNERS[last]! : null
}

function resultOf(
  part: FoundPart,
  isRefused: boolean,
  problems: readonly DocumentProblem[],
): DocumentPart['result'] {
  if (part.ignored) return 'ignored'
  if (part.raw === null || isRefused) return 'refused'
  return problems.length > 0 ? 'incomplete' : 'read'
}
