/**
 * The result of a fold: rows ready to be written. The texts are made by the actors and opaque to everything else: `doc`
 * is the public representation, of a segment in its stored form (../itinerary/stored/compact-segment.ts); `state` is what
 * the actor needs to continue.
 */
import type { Refusal } from '../itinerary/batch-status.js'
import type { Id } from '../base/ids.js'
import type { Ownership } from '../itinerary/account.js'
import type { Traceparent } from '../trace/traceparent.js'
import type { RawOutcome } from './message.js'

/** A member as it is stored and loaded. */
export interface StoredMember {
  id: Id
  /** Public member record (contract.md 3), JSON. */
  profile: string
  /**
   * The actor's state besides segments and trips (constraints, held cancellations, ...); null for a new
   * member.
   */
  head: string | null
  /** Number of the member's newest event; 0 if there is none. */
  sequence: number
  /** Stream sequence of the last message folded; 0 if there is none. */
  appliedSeq: number
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

/** A segment as stored. Without its document, `state` is only the first line. */
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
  /** Instants in epoch milliseconds; null if the segment has none. */
  startAt: number | null
  endAt: number | null
  rawIds: Id[]
  version: number
  updated: number
  doc: string
  /** The raw segment of every merged field, as provenance.ts packs it. */
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
  /** Its segments in order of the journey, for `segments=1`; null if they are too many: those that name it. */
  segmentIds: Id[] | null
  state: string
}

export interface AccountWrite {
  id: Id
  status: string
  source: string
  accountId: string
  classification: string
  /** Keys of the member's name when the number was registered or proven (schemas/itinerary/name-agreement.ts). */
  holder: string[]
  /** The application that registered it last; null if none did. */
  client: string | null
  ownership: Ownership
  conflict: boolean
  version: number
  updated: number
  doc: string
  state: string
}

/**
 * An event of the member (webhooks.md 1). `body` is the whole event as JSON, a segment in it as stored, in pieces: the
 * document it shows is one piece, so that a store that writes the same document as well need not receive it
 * twice.
 */
export interface EventWrite {
  /** UUID of member, sequence and ordinal: a repeated fold gives the same one. */
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
  /** For single writes: the resource they changed, and the reason if they were refused. */
  resource: { kind: 'segment' | 'trip' | 'account' | 'member'; id: Id } | null
  refusal: Refusal | null
}

/** Everything that one fold step of one member changes. Rows that are not listed stay as they are. */
export interface FoldResult {
  member: Id
  /** New public member record, or null when it did not change. */
  profile: string | null
  head: string
  sequence: number
  appliedSeq: number
  segments: SegmentWrite[]
  trips: TripWrite[]
  accounts: AccountWrite[]
  events: EventWrite[]
  batches: BatchWrite[]
  /** The span of the step that folded it, for its event notices; the fold worker sets it. */
  traceparent?: Traceparent
}
