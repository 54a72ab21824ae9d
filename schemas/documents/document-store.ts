/** Documents in the store: written by the ingress, read by the role `jobs`, and looked at by who sent them. */
import type { Id } from '../base/ids.js'
import type { DocumentFormat, DocumentPart } from './reading.js'
import type { DocumentStatus } from './document.js'

/** How a document is to be read. */
export interface DocumentOptions {
  /** Source of all its segments; null: what the document names. */
  source: string | null
  /** Whether appointments that are no travel become Meeting segments. */
  appointments: boolean
  /** It becomes a batch only when it is submitted. */
  dryRun: boolean
}

/** The loyalty account that a line of a feed names in place of a member. */
export interface DocumentAccount {
  source: string
  number: string
}

export interface NewDocument extends DocumentOptions {
  id: Id
  /** Null: addressed by `account`. */
  member: Id | null
  account: DocumentAccount | null
  client: string
  request: string
  /** Epoch milliseconds. */
  received: number
  bytes: Uint8Array
  name: string | null
  mediaType: string | null
  /** The batch of its first segments. */
  batch: Id
}

/** Why a document is not taken: too much of the member or application waits, or was read within the hour. */
export type DocumentAnswer = 'stored' | 'member_waits' | 'client_waits' | 'many_segments'

/** A document as it is shown. Texts are JSON, ready to be sent. */
export interface DocumentRow extends Pick<NewDocument, 'id' | 'name' | 'source' | 'received' | 'dryRun'> {
  mediaType: string | null
  status: DocumentStatus
  size: number
  format: DocumentFormat | null
  error: string | null
  batches: Id[]
}

export interface DocumentDetails extends DocumentRow {
  parts: string | null
  segments: string | null
}

/** Whose documents are seen: those of the member (null: of anybody) that the application sent (null: that anybody did). */
export interface DocumentViewer {
  member: Id | null
  client: string | null
}

export interface SubmittedDocument {
  /** Epoch milliseconds. */
  at: number
  /** In place of those that were read; null: as they were read. */
  segments: unknown[] | null
  batch: Id
}

/** The documents as the API sees them. */
export interface Documents {
  /** Stores a document and the job that reads it. One that is there already stays as it is. */
  add: (document: NewDocument) => Promise<DocumentAnswer>
  byId: (viewer: DocumentViewer, id: Id) => Promise<DocumentDetails | null>
  /** Those of a member, newest first. */
  list: (
    viewer: DocumentViewer & { member: Id },
    page: { before: Id | null; limit: number },
  ) => Promise<{ rows: DocumentRow[]; total: number }>
  /** Makes a dry run that was read a document to be published; `state`: it is none. */
  submit: (
    viewer: DocumentViewer,
    id: Id,
    submitted: SubmittedDocument,
  ) => Promise<'submitted' | 'unknown' | 'state'>
  /** Whether a document becomes this batch: since when the stream has it, epoch milliseconds; `waits`: it has not. */
  batchPublished: (member: Id, batch: Id) => Promise<number | 'waits' | null>
}

/** A batch that a document becomes: so many of its segments, in order. */
export interface DocumentBatch {
  batch: Id
  first: Id
  count: number
}

/** What came of reading a document. */
export interface ReadDocument {
  status: 'read' | 'nothing_read' | 'failed'
  format: DocumentFormat | null
  parts: DocumentPart[]
  segments: unknown[]
  error: string | null
}

/** A document in the hands of a worker. */
export interface DocumentToRead extends NewDocument {
  /** Null while it is not read. */
  status: ReadDocument['status'] | null
  /** What was read, or was submitted in place of it. */
  segments: unknown[]
  /** When it was sent or submitted, epoch milliseconds; null: a dry run that is not submitted. */
  submitted: number | null
  /** What it becomes; null while that is not known. */
  becomes: DocumentBatch[] | null
}

/** The documents as their worker sees them. */
export interface DocumentReadings {
  /** Null: there is nothing to do for it. */
  byId: (id: Id) => Promise<DocumentToRead | null>
  /** Saves what was read; an earlier attempt's reading stays. The bytes go, unless they are kept. */
  saveReading: (id: Id, reading: ReadDocument) => Promise<void>
  /** Saves what it becomes, before any of it is published; returns what an earlier attempt has saved. */
  saveBatches: (id: Id, batches: readonly DocumentBatch[]) => Promise<DocumentBatch[]>
  /** The stream has all of it; or why it was not accepted, in a sentence. */
  markPublished: (id: Id, problem: string | null) => Promise<void>
}
