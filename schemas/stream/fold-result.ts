/**
 * What a fold gives back and a store saves: rows ready to write. The texts are made by the actors and are opaque to
 * everybody else: `doc` is the public representation, ready to send; `state` is what the actor needs to go on.
 */
import type { Id } from '../base/ids.js'
import type { RawOutcome } from './message.js'

/** A member as a store keeps it and hands it to its actor. */
export interface StoredMember {
  id: Id
  /** Public member record (contract.md 3), JSON. */
  profile: string
  /** The actor's own memory beside segments and trips (constraints, held cancellations, ...); null for a new member. */
  head: string | null
  /** Number of the member's newest event; 0 when there is none. */
  sequence: number
  /** Stream sequence of the last message folded; 0 when there is none. */
  lastSeq: number
  segments: StoredSegment[]
  trips: StoredDocument[]
  accounts: StoredDocument[]
}

export interface StoredDocument {
  id: Id
  version: number
  doc: string
  state: string
}

/** A segment as stored; without its document only the first line of its state comes with it. */
export interface StoredSegment {
  id: Id
  version: number
  doc: string | null
  state: string
}

export interface SegmentWrite {
  id: Id
  tripId: Id | null
  /** As in the doc: Air, Hotel, ... */
  type: string
  status: 'Active' | 'Pending' | 'Cancelled' | 'Merged' | 'Deleted'
  source: string | null
  confirmationNos: string[]
  /** Instants in epoch milliseconds; null when the segment has none. */
  startAt: number | null
  endAt: number | null
  rawIds: Id[]
  version: number
  updated: number
  doc: string
  /** Which raw gave every merged field, as provenance.ts packs it. */
  provenance: string
  state: string
}

export interface TripWrite {
  id: Id
  status: 'Active' | 'Cancelled' | 'Merged' | 'Deleted'
  privacy: string
  personal: boolean
  business: boolean
  beginAt: number | null
  endAt: number | null
  version: number
  updated: number
  doc: string
  /** JSON array text of the trip's segment docs in order of start, for `segments=1`. */
  segments: string
  state: string
}

export interface AccountWrite {
  id: Id
  status: string
  source: string
  accountId: string
  classification: string
  version: number
  updated: number
  doc: string
  state: string
}

/**
 * An event of the member (webhooks.md 1); `body` is the whole event as JSON, ready to send, in pieces: the document that it
 * tells of is one, so that a store that writes the same document beside it need not be handed it twice.
 */
export interface EventWrite {
  /** UUID from member, sequence and ordinal: the same on a repeated fold. */
  id: string
  sequence: number
  type: string
  resourceId: Id
  created: number
  body: readonly string[]
}

/** Result of a message, for GET /v2/batches/{id} and for a waiting single write. */
export interface BatchWrite {
  id: Id
  seq: number
  status: 'processed' | 'failed'
  results: RawOutcome[]
  /** For single writes: the resource that came of it, and why it was refused (a code of schemas/base/errors.ts), if so. */
  resource: { kind: 'segment' | 'trip' | 'account' | 'member'; id: Id } | null
  refusal: Refusal | null
}

/** Why a single write was refused; `missing` says of what kind the id was that it names and that is not there. */
export interface Refusal {
  error: string
  error_description: string
  missing?: 'trip' | 'segment' | 'account'
}

/** All that one step of one member changes. Rows not named stay as they are. */
export interface FoldResult {
  member: Id
  /** New public member record, or null when it did not change. */
  profile: string | null
  head: string
  sequence: number
  lastSeq: number
  segments: SegmentWrite[]
  trips: TripWrite[]
  accounts: AccountWrite[]
  events: EventWrite[]
  batches: BatchWrite[]
}
