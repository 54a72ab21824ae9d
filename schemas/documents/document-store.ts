/** Documents in the store: written by the ingress, read by the role `jobs`, and shown to their senders. */
import type { Id } from '../base/ids.js'
import type { DocumentFormat, DocumentPart } from './reading.js'
import type { DocumentStatus } from './document.js'

/** How a document is to be read. */
export interface DocumentOptions {
  /** Source of all its segments; null: the one that the document names. */
  source: string | null
  /** Whether appointments other than travel become Meeting segments. */
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
  /** The feed that sent it; absent or null: none did. */
  feed?: Id | null
  /** Epoch milliseconds. */
  received: number
  bytes: Uint8Array
  name: string | null
  mediaType: string | null
  /** The batch of its first segments. */
  batch: Id
}

/** Why a document is not accepted: too many of the member or application wait, or too much was read within the hour. */
export type DocumentAnswer = 'stored' | 'member_waits' | 'client_waits' | 'many_segments'

/** What is known of a mail that arrived at a member's address. */
export interface MailFacts {
  /** The address in From; null: not exactly one. */
  from: string | null
  /** Whether the operator's mail server has verified that the mail comes from there. */
  isVerified: boolean
}

/** A document as it is shown. Texts are JSON, ready to be sent. */
export interface DocumentRow extends Pick<NewDocument, 'id' | 'name' | 'source' | 'received' | 'dryRun'> {
  mediaType: string | null
  status: DocumentStatus
  size: number
  format: DocumentFormat | null
  error: string | null
  batches: Id[]
  /** Null: not a mail that arrived at an address of the member. */
  mail: MailFacts | null
}

export interface DocumentDetails extends DocumentRow {
  parts: string | null
  segments: string | null
}

/** Which documents are visible: those of the member (null: any) that the application sent (null: any). */
export interface DocumentViewer {
  member: Id | null
  client: string | null
}

export interface SubmittedDocument {
  /** Epoch milliseconds. */
  at: number
  /** Replaces the segments that were read; null: unchanged. */
  segments: unknown[] | null
  batch: Id
}

/** The documents for the API. */
export interface Documents {
  /** Stores a document and the job that reads it; does nothing if it exists. */
  add: (document: NewDocument) => Promise<DocumentAnswer>
  byId: (viewer: DocumentViewer, id: Id) => Promise<DocumentDetails | null>
  /** The documents of a member, or those that an application sent, newest first. */
  list: (
    viewer: DocumentViewer,
    page: { before: Id | null; limit: number },
  ) => Promise<{ rows: DocumentRow[]; total: number }>
  /** Mails of the member that wait to be submitted, newest first. */
  waitingMails: (member: Id) => Promise<DocumentRow[]>
  /** Deletes a document that became no batch; false if there is none. */
  remove: (viewer: DocumentViewer & { member: Id }, id: Id) => Promise<boolean>
  /** Submits a dry run that was read; `state`: it is not one. */
  submit: (
    viewer: DocumentViewer,
    id: Id,
    submitted: SubmittedDocument,
  ) => Promise<'submitted' | 'unknown' | 'state'>
  /** Whether this is a batch of a document: when it was published, epoch milliseconds; `waits`: not yet. */
  batchPublished: (member: Id, batch: Id) => Promise<number | 'waits' | null>
}

/** A batch of a document: the given number of its segments, in order. */
export interface DocumentBatch {
  batch: Id
  first: Id
  count: number
}

/** The result of reading a document. */
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
  /** The segments that were read, or submitted in their place. */
  segments: unknown[]
  /** When it was sent or submitted, epoch milliseconds; null: a dry run that is not submitted. */
  submitted: number | null
  /** Its batches; null while they are not known. */
  becomes: DocumentBatch[] | null
}

/** The documents for their worker. */
export interface DocumentReadings {
  /** Null: there is nothing left to do. */
  byId: (id: Id) => Promise<DocumentToRead | null>
  /** Saves the result; that of an earlier attempt stays. Deletes the bytes, unless they are to be kept. */
  saveReading: (id: Id, reading: ReadDocument) => Promise<void>
  /** Saves its batches before any is published; returns those of an earlier attempt, if there are any. */
  saveBatches: (id: Id, batches: readonly DocumentBatch[]) => Promise<DocumentBatch[]>
  /** Marks all of it as published; or saves why it was not accepted, in a sentence. */
  markPublished: (id: Id, problem: string | null) => Promise<void>
}
