/** What the door asks of the memory: documents as they are stored, ready to be copied out. db/ has the queries. */
import type { Refusal } from '../../schemas/stream/fold-result.js'
import type { Id } from '../../schemas/base/ids.js'
import type { Envelope } from '../../schemas/stream/message.js'

/** A stored document: its text is the answer. */
export interface DocumentRow {
  id: Id
  version: number
  doc: string
}

export interface Page<T> {
  rows: T[]
  /** How many there are in all, the page apart. */
  total: number
}

/** Where a page goes on: after the row with this place in the order. */
export interface CursorPosition {
  at: number
  id: Id
}

/** Instants are epoch milliseconds; null means no limit. */
export interface PageRange {
  limit: number
  offset: number
  after: CursorPosition | null
}

export interface TripRow extends DocumentRow {
  /** JSON array of its segments, when asked for. */
  segments: string | null
  /** Place in the order that was asked for, for a cursor. */
  at: number
}

export interface TripQuery extends PageRange {
  /**
   * - `list`: by begin, then id. With `since` or `until`: by `updated`, then id.
   * - `upcoming`: end >= now, by begin then id. `past`: end < now, by end then id, descending.
   */
  view: 'list' | 'upcoming' | 'past'
  now: number
  /** Trips that intersect [start, end). */
  start: number | null
  /** With `start`, whether trips without times are among them: made by hand, and not dated yet. */
  undated: boolean
  end: number | null
  /** `updated` within [since, until). */
  since: number | null
  until: number | null
  /** Null: every status. */
  status: string[] | null
  privacy: string[] | null
  purpose: 'Personal' | 'Business' | null
  segments: boolean
}

export interface TripReads {
  list: (member: Id, query: TripQuery) => Promise<Page<TripRow>>
  /** The Active trip of `/trips/current` (contract.md 4): a running one with the latest begin, else the nearest; null when there is none. */
  current: (member: Id, now: number, segments: boolean) => Promise<TripRow | null>
  /** Of whatever status. `follow`: a Merged one answers its survivor. */
  byId: (member: Id, id: Id, options: { segments: boolean; follow: boolean }) => Promise<TripRow | null>
}

export interface SegmentRow extends DocumentRow {
  type: string
  at: number
  /** field -> {source, raw_id}, JSON, when asked for. */
  provenance: string | null
}

export interface SegmentQuery extends PageRange {
  type: string | null
  source: string | null
  status: string[] | null
  /** Segments that intersect [start, end). */
  start: number | null
  end: number | null
  since: number | null
  until: number | null
  confirmationNo: string | null
  /** Only those of no trip. */
  unfiled: boolean
  provenance: boolean
  /** The last in the order first, for the end of a long list. */
  latest?: boolean
}

export interface SegmentReads {
  /** By start, then id (those without a time first); with `since` or `until` by `updated`, then id. */
  list: (member: Id, query: SegmentQuery) => Promise<Page<SegmentRow>>
  byId: (member: Id, id: Id, options: { provenance: boolean; follow: boolean }) => Promise<SegmentRow | null>
  /** The segment that a raw segment has become. */
  byRawId: (member: Id, rawId: Id, options: { provenance: boolean }) => Promise<SegmentRow | null>
}

export interface BatchRow {
  id: Id
  status: 'processed' | 'failed'
  /** JSON array of RawOutcome. */
  results: string
  resource: { kind: 'segment' | 'trip' | 'account' | 'member'; id: Id } | null
  refusal: Refusal | null
}

export interface BatchReads {
  byId: (member: Id, id: Id) => Promise<BatchRow | null>
  /** The batch whose raw ids hold this one, and the segment that it became there, or whether it is a cancellation held until its booking comes; null when it is not folded yet, was refused, or there is none. */
  byRawId: (
    member: Id,
    rawId: Id,
  ) => Promise<{ id: Id; client: string | null; kind: string; segment: Id | null; held: boolean } | null>
  /** Largest time, in milliseconds, by which a partition is behind its stream now; infinite when that is not known. */
  lag: () => Promise<number>
  /** Whether what the member hands in waits for an operator. */
  isParked: (member: Id) => Promise<boolean>
}

export interface AccountQuery extends PageRange {
  status: string[] | null
  classification: string | null
}

export interface AccountReads {
  list: (member: Id, query: AccountQuery) => Promise<Page<DocumentRow>>
  byId: (member: Id, id: Id) => Promise<DocumentRow | null>
}

export interface MemberReads {
  byId: (id: Id) => Promise<DocumentRow | null>
}

export interface SourceQuery {
  q: string | null
  classification: string | null
  segmentType: string | null
  limit: number
  offset: number
  after: string | null
}

export interface SourceDoc {
  id: string
  doc: string
}

export interface SourceReads {
  /** By id. */
  list: (query: SourceQuery) => Promise<Page<SourceDoc>>
  byId: (id: string) => Promise<SourceDoc | null>
}

export interface LocationReads {
  /** JSON documents, best first (contract.md 4, Locations). */
  cities: (q: string, limit: number, offset: number) => Promise<Page<string>>
  airports: (q: string, limit: number, offset: number) => Promise<Page<string>>
}

export interface ApiReads {
  members: MemberReads
  trips: TripReads
  segments: SegmentReads
  sources: SourceReads
  batches: BatchReads
  accounts: AccountReads
  locations: LocationReads
}

export interface ReservedIds {
  batch: Id
  first: Id
}

/** What is known of an Idempotency-Key (contract.md 5). */
export type KeyState =
  /** Ours now: go on, with these ids (those of an earlier try whose outcome is unknown, else the ones proposed). */
  | { is: 'ours'; ids: ReservedIds }
  /** Another request with this key is still running, with these ids; null: it has ended just now. */
  | { is: 'running'; ids: ReservedIds | null }
  /** The key was used with another body. */
  | { is: 'other' }
  /** It was answered before: this is the answer. */
  | { is: 'answered'; status: number; answer: string; ids: ReservedIds }

export interface KeyOwner {
  client: string
  member: Id
  key: string
  body: Uint8Array
}

export interface IdempotencyKeys {
  claim: (owner: KeyOwner, proposed: ReservedIds) => Promise<KeyState>
  saveAnswer: (owner: KeyOwner, status: number, answer: string) => Promise<void>
  /** Nothing was stored: the key is free again. */
  release: (owner: KeyOwner) => Promise<void>
  /** The outcome is unknown: the next try with this key goes on with the same ids. */
  abandon: (owner: KeyOwner) => Promise<void>
}

export interface CalendarFeed {
  id: Id
  name: string | null
  created: Date
  lastUsed: Date | null
}

/** Secret calendar addresses. */
export interface CalendarFeeds {
  /** Null when the member has `most` already. */
  create: (
    feed: { id: Id; member: Id; client: string; name: string | null; secret: string },
    most: number,
  ) => Promise<CalendarFeed | null>
  list: (member: Id) => Promise<CalendarFeed[]>
  remove: (member: Id, id: Id) => Promise<boolean>
  memberOf: (secret: string) => Promise<Id | null>
}

/** Keys of lines of feeds, many at a time. */
export interface LineKeyStore {
  /** Claims keys, no two of them the same; where each stands, in order. */
  claim: (
    client: string,
    lines: ReadonlyArray<{ key: string; body: Uint8Array; ids: ReservedIds }>,
  ) => Promise<KeyState[]>
  /** Keeps what accepted lines were answered. */
  saveAnswers: (client: string, lines: ReadonlyArray<{ key: string; answer: string }>) => Promise<void>
  /** They were not accepted, or nobody knows: the next try goes on with the same ids. */
  abandon: (client: string, keys: readonly string[]) => Promise<void>
}

/** What feeds ask of the memory (contract.md 8). */
export interface FeedStore {
  /** Whether the application may send feeds, now. */
  mayFeed: (client: string) => Promise<boolean>
  /** Those of the members who exist and authorise the application. */
  authorisedMembers: (client: string, ids: readonly Id[]) => Promise<Set<Id>>
  /** Who registered each loyalty number, in order; null: nobody has. */
  accountOwners: (
    numbers: ReadonlyArray<{ source: string; number: string }>,
  ) => Promise<Array<{ member: Id; account: Id } | null>>
  /** Keeps lines, in order, until somebody registers their number: all or none. */
  holdLines: (
    lines: ReadonlyArray<{ source: string; number: string; envelope: Envelope; body: string }>,
  ) => Promise<void>
  keys: LineKeyStore
}
