/**
 * The JSON in the `state` columns of a member's rows. Keys are short because there is one such text per
 * segment.
 */
import type { Id } from '../../../schemas/base/ids.js'
import type { TripFields } from '../../../schemas/itinerary/edit.js'
import type { InferredHome } from '../../../schemas/member-pages/grouping-notes.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import type { GroupingReason } from '../../itinerary/grouping/path.js'
import type { BookingReplacement } from '../../itinerary/merge/source-bookings.js'
import type { Fields } from '../../itinerary/statement/raw-segment.js'
import type { Constraints, TripStatus } from '../model.js'
import type { KnownAtPin, SegmentStatus } from '../segments/segment-state.js'
import type { DerivedData } from './derived-cache.js'
import type { RawSegmentHeader, StoredRawSegment } from './raw-segment-codec.js'

/**
 * With derived data (`d`) the raw segments are stored as headers (`n`), and their fields on a second line
 * (raw-segment-codec.ts). Without it, and in rows of earlier versions, `r` holds each raw segment in full and
 * there is no second line.
 */
export interface StoredSegmentState {
  t: SegmentType
  n?: RawSegmentHeader[]
  r?: StoredRawSegment[]
  /** Created and updated, epoch milliseconds. */
  c: number
  u: number
  s: SegmentStatus
  trip: Id | null
  why?: GroupingReason | null
  /** Pinned fields. */
  set?: Fields
  /** By pinned field, what was known when it was pinned; absent in rows of earlier versions. */
  seen?: Record<string, KnownAtPin>
  /** Merged into, replaces, replaced by, possible duplicates. */
  into?: Id | null
  rep?: Id | null
  by?: Id | null
  like?: Id[]
  /** The status reports that it shows. */
  w?: StoredRawSegment[]
  /** The delay in the last event about it, in minutes. */
  late?: number
  d?: DerivedData
}

export interface StoredTripState {
  /** Created and updated, epoch milliseconds. */
  c: number
  u: number
  s: TripStatus
  /** Ids of its segments; absent if there are very many: those that name it, then (RULES 2.3). */
  g?: Id[]
  man?: boolean
  /** What the member set (overrides). */
  w?: TripFields
  /** Merged into, split from, overlapping trips. */
  into?: Id | null
  from?: Id | null
  over?: Id[]
}

/** What belongs to no single segment or trip; absent where empty. */
export interface StoredHead {
  held?: Array<[SegmentType, ...StoredRawSegment]>
  /** The status reports that no segment shows yet. */
  reports?: Array<[SegmentType, ...StoredRawSegment]>
  pins?: Array<[Id, Id | null]>
  apart?: Constraints['apart']
  together?: Constraints['together']
  /** The state's `bookingCancellations`. */
  cancelled?: Array<[SegmentType, ...StoredRawSegment]>
  /** In rows of earlier versions: `source#locator` and the instant of its newest cancellation. */
  sweeps?: Array<[string, number]>
  replaced?: Array<[string, BookingReplacement]>
  /** `repeats`: first id, its distance to the first id repeated, count, time, how long before it was stated. */
  again?: Array<[first: number, back: number, count: number, at: number, before: number]>
  /** The inferred home, for the member's pages: only a fold knows it. Not read back, so that an old one does no harm. */
  home?: InferredHome
}
