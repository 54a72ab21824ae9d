/**
 * The state of one member: types only. `state.ts` restores it from its rows; `decide.ts` changes it in place.
 */
import type { StoredDocument, TripWrite } from '../../schemas/stream/fold-result.js'
import type { TripFields } from '../../schemas/itinerary/edit.js'
import type { Id } from '../../schemas/base/ids.js'
import type { Timeline } from '../itinerary/grouping/timeline/timeline.js'
import type { LegChanges } from '../itinerary/grouping/timeline/update-timeline.js'
import type { HomeEvidence } from '../itinerary/grouping/homes/home-evidence.js'
import type { StatementIndex } from '../itinerary/statement/statement-index.js'
import type { BookingReplacement } from '../itinerary/merge/source-bookings.js'
import type { RawSegment } from '../itinerary/statement/raw-segment.js'
import type { SegmentState } from './segments/segment-state.js'

export type TripStatus = TripWrite['status']

/** A trip of the member, whatever its status. */
export interface TripState {
  id: Id
  version: number
  status: TripStatus
  segmentIds: Id[]
  /** Created by the member: stays Active while it is empty. */
  manual: boolean
  /** What the member set; wins over what is derived from the segments. */
  overrides: TripFields
  mergedInto: Id | null
  splitFrom: Id | null
  overlaps: Id[]
  created: number
  updated: number
  /** The document as last written, JSON; empty before the first time. */
  doc: string
  /** Its share of `MemberState.bytes`. */
  bytes: number
}

/** A loyalty account; `doc` is its document, JSON. */
export type AccountState = StoredDocument

/** What the member's edits demand, by segment (RULES 5.16). */
export interface Constraints {
  /** Segment to trip; null keeps it out of every trip. */
  pins: Map<Id, Id | null>
  /** Sets of segments that stay in a trip of their own, with the trip made for them. */
  apart: Array<{ trip: Id; segments: Id[] }>
  /** Pairs of segments whose trips belong together. */
  together: Array<[Id, Id]>
}

/** Reports of sources of live status (RULES 3.6). */
export interface StatusReports {
  /** By type and local day of departure. */
  byDay: Map<string, RawSegment[]>
  /** Each kept report with the number of segments that show it. */
  holders: Map<RawSegment, number>
}

/** Raw segments with consecutive ids, each of which only repeats a statement of the member (RULES 3.2). */
export interface Repeat {
  /** The ids of the first one, and of the first one repeated. */
  first: number
  kept: number
  count: number
  /** When they were received, and the stamp by which versions are ordered; epoch milliseconds. */
  at: number
  stated: number
}

export interface MemberState {
  readonly id: Id
  /** Stream sequence of the last message folded. */
  appliedSeq: number
  /** Number of the newest event. */
  sequence: number
  profile: Record<string, unknown>
  index: StatementIndex
  /** Raw segment id to the id of the segment it belongs to. */
  segmentOf: Map<Id, Id>
  segments: Map<Id, SegmentState>
  trips: Map<Id, TripState>
  accounts: Map<Id, AccountState>
  /** Cancellations whose booking has not arrived yet (RULES 4.4). */
  heldCancellations: Map<Id, RawSegment>
  statusReports: StatusReports
  constraints: Constraints
  timeline: Timeline
  /** Legs added and removed in the current step; the timeline does not have them yet. */
  legChanges: LegChanges
  /** Where a member who has given no home seems to live (RULES 5.2.1); null until it was asked for. */
  homeEvidence: HomeEvidence | null
  /** `source#locator` to the cancellations of the whole booking (RULES 4.3), the newest last. */
  bookingCancellations: Map<string, RawSegment[]>
  /** `source#locator` to the newest batch in mode `replace`. */
  replacedBookings: Map<string, BookingReplacement>
  /** In order of arrival. */
  repeats: Repeat[]
  /** Estimated size of its segments and trips (storage/memory-size.ts). */
  bytes: number
  /** Loaded segments, least recently used first. */
  recentlyUsed: Set<SegmentState>
  /** How many segments the last step used. */
  usedByLastStep: number
}
