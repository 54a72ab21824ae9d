/**
 * What the API reads: documents, whose text is copied into the response. `db` implements these
 * ports.
 */
import type { Id } from '../base/ids.js'
import type { Refusal } from './batch-status.js'

/** A stored document: its text is the answer. */
export interface DocumentRow {
  id: Id
  version: number
  doc: string
}

export interface Page<T> {
  rows: T[]
  /** Number of entries on all pages. */
  total: number
}

/** A position in a list: the page continues after the row that is there. */
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
  /** JSON array of its segments, if requested. */
  segments: string | null
  /** Changes with the row and its segments; no other row has it. Null: not known. */
  revision: string | null
  /** Position in the requested order, for a cursor. */
  at: number
}

/** A trip of a list; without its texts if the reader has this revision. */
export type ListedTrip = Omit<TripRow, 'doc' | 'segments'> & {
  texts: Pick<TripRow, 'doc' | 'segments'> | null
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
  /** With `start`: whether to include trips without times, which are made by hand and not dated yet. */
  undated: boolean
  end: number | null
  /** `updated` within [since, until). */
  since: number | null
  until: number | null
  /** Null: every status. */
  status: string[] | null
  privacy: string[] | null
  /** Only trips with every one of these words in a name, a place or a number of the trip or its segments. */
  search?: string
  purpose: 'Personal' | 'Business' | null
  segments: boolean
}

export interface TripReads {
  list: (member: Id, query: TripQuery) => Promise<Page<TripRow>>
  /** The same, without the texts of the revisions in `known`. */
  listChanged: (member: Id, query: TripQuery, known: readonly string[]) => Promise<Page<ListedTrip>>
  /**
   * The Active trip of `/trips/current` (contract.md 4.2): a running one with the latest begin, else the
   * nearest; null when there is none.
   */
  current: (member: Id, now: number, segments: boolean) => Promise<TripRow | null>
  /** Whatever its status. `follow`: for a Merged trip, the trip that it was merged into. */
  byId: (member: Id, id: Id, options: { segments: boolean; follow: boolean }) => Promise<TripRow | null>
}

export interface SegmentRow extends DocumentRow {
  type: string
  at: number
  /** JSON, field -> {source, raw_id}, if requested. */
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
  /** Only segments without a trip. */
  unfiled: boolean
  /** Only segments of this trip. */
  trip?: Id
  provenance: boolean
}

export interface SegmentReads {
  /** By start, then id (segments without a time first); with `since` or `until` by `updated`, then id. */
  list: (member: Id, query: SegmentQuery) => Promise<Page<SegmentRow>>
  byId: (member: Id, id: Id, options: { provenance: boolean; follow: boolean }) => Promise<SegmentRow | null>
  /** The segment that a raw segment became. */
  byRawId: (member: Id, rawId: Id, options: { provenance: boolean }) => Promise<SegmentRow | null>
}

/** A segment of a calendar. */
export interface CalendarRow {
  version: number
  doc: string
}

/** Which segments of a member are in the calendar: the latest ones, up to a number and a size. */
export interface CalendarBounds {
  /** Segments that end later, epoch milliseconds. */
  since: number
  segments: number
  /** Of their documents in all, as stored. */
  bytes: number
}

export interface CalendarReads {
  /** Changes with everything in the itinerary; null for a member that was deleted or never existed. */
  version: (member: Id) => Promise<string | null>
  /** By start, then id. */
  segments: (member: Id, bounds: CalendarBounds) => Promise<CalendarRow[]>
  /** By code; unknown ones are left out. */
  airportNames: (codes: readonly string[]) => Promise<Map<string, string>>
}

export interface BatchRow {
  id: Id
  status: 'processed' | 'failed'
  /** JSON array of RawOutcome. */
  results: string
  resource: { kind: 'segment' | 'trip' | 'account' | 'member'; id: Id } | null
  refusal: Refusal | null
}

/** The batch of a raw id. */
export interface RawIdBatch {
  id: Id
  client: string | null
  kind: string
  /** The segment that the raw segment became in this batch. */
  segment: Id | null
  /** Whether it is a cancellation that was held for its booking. */
  held: boolean
}

export interface BatchReads {
  byId: (member: Id, id: Id) => Promise<BatchRow | null>
  /** The batch that contains a raw id; null when it is not folded yet, was rejected, or does not exist. */
  byRawId: (member: Id, rawId: Id) => Promise<RawIdBatch | null>
  /** The largest lag of a partition now, milliseconds; infinite when unknown. */
  lag: () => Promise<number>
  /** Whether the member is parked: its messages wait for an operator. */
  isParked: (member: Id) => Promise<boolean>
  /** Whether a batch with that id, which is neither folded nor waiting, was lost after it was accepted. */
  wasLost: (id: Id) => Promise<boolean>
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
  /** By id, with a text by rank first; `at` is the place of a row in this order. */
  list: (query: SourceQuery) => Promise<Page<{ at: string; doc: string }>>
  byId: (id: string) => Promise<SourceDoc | null>
}

export interface LocationReads {
  /** JSON documents, best match first (contract.md 4.3). */
  cities: (q: string, limit: number, offset: number) => Promise<Page<string>>
  airports: (q: string, limit: number, offset: number) => Promise<Page<string>>
}

export interface ApiReads {
  members: MemberReads
  trips: TripReads
  segments: SegmentReads
  calendar: CalendarReads
  sources: SourceReads
  batches: BatchReads
  accounts: AccountReads
  locations: LocationReads
}
