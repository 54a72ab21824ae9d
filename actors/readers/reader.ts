/** What a reader of documents is: bytes in, raw segments and an account of every part out. */
import type { DocumentFormat, DocumentProblem } from '../../schemas/documents/reading.js'
import type { CheckContext } from '../../schemas/segment/validation/check-segment.js'
import type { RawFields } from '../../schemas/segment/validation/end-relations.js'

/** A document as it arrived. */
export interface ReceivedDocument {
  bytes: Uint8Array
  /** Media type in lower case without parameters; null: not known. */
  mediaType: string | null
  /** Name of the file; null: none. */
  name: string | null
  /** When it arrived, epoch milliseconds: a year that the document leaves out is looked for from here. */
  received: number
  /** Whether appointments that are no travel become Meeting segments. */
  appointments: boolean
}

/** A part of a document as its reader found it. */
export interface FoundPart {
  /** Where it stands, as `line 3`, `row 12`, or the path of an element. */
  at: string
  /** Fields as POST /v2/segments takes them; without `source` if the document names none. Null: no segment. */
  raw: RawFields | null
  problems: DocumentProblem[]
  /** It says nothing about travel; only without a segment. */
  ignored?: true
}

/** Reads a document inside another one, such as an attachment. */
export type ReadInner = (document: ReceivedDocument) => Promise<FoundPart[]>

/** A part that is no segment, and why. */
export const refusedPart = (at: string, description: string, field: string | null = null): FoundPart => ({
  at,
  raw: null,
  problems: [{ field, description }],
})

/** A part that says nothing about travel, and why if that is not plain. */
export const ignoredPart = (at: string, description?: string, field: string | null = null): FoundPart => ({
  at,
  raw: null,
  problems: description === undefined ? [] : [{ field, description }],
  ignored: true,
})

export interface DocumentReader {
  format: DocumentFormat
  /** Id of the source that its segments name when neither the sender nor the document names one. */
  source: string
  /** Whether it is one of its documents, from the name, the media type and a first look at the bytes. */
  accepts: (document: ReceivedDocument) => boolean
  /**
   * Never throws: what is broken is a part with a problem.
   * @param context what the ingress checks with: the zones of airports and the sources that there are
   */
  read: (
    document: ReceivedDocument,
    readInner: ReadInner,
    context: CheckContext,
  ) => FoundPart[] | Promise<FoundPart[]>
}
