/** What the messages of one step affect, collected before any segment or trip is decided. */
import type { Id } from '../../../schemas/base/ids.js'
import type { TripFields } from '../../../schemas/itinerary/edit.js'
import type { AccountWrite, BatchWrite } from '../../../schemas/stream/fold-result.js'
import type { StreamMessage } from '../../../schemas/stream/message.js'
import type { RawSegment } from '../../itinerary/statement/raw-segment.js'
import type { ResourceChange } from '../documents/events.js'
import type { TripState } from '../model.js'
import type { SegmentState } from '../segments/segment-state.js'

export interface StepEffects {
  /** Raw segments to cluster again. */
  toCluster: Set<RawSegment>
  /** Segments to merge again although no statement was added: pinned fields, cancelled bookings. */
  toMerge: Set<SegmentState>
  /** Segments that a withdrawal left without statements. */
  emptied: Set<SegmentState>
  /** Segments to group again although their leg did not change: an edit moved them, or others of their trip. */
  toRegroup: Set<Id>
  /** Group all segments again: the rules may have changed. */
  regroupAll: boolean
  /** Render all documents again: the language in which cities are named changed. */
  renderAll: boolean
  /** Trips whose overrides or status an edit changed. */
  editedTrips: Set<TripState>
  /** The fields an edit set on each trip. */
  editedFields: Map<TripState, TripFields>
  /** Trips that an edit merged, each with its merge target. */
  mergedTrips: Map<TripState, TripState>
  profileChanged: boolean
  accounts: AccountWrite[]
  /** Changes of the member record and of accounts. */
  otherChanges: ResourceChange[]
  batches: PendingBatch[]
}

/** A batch whose results are known only once the step is resolved. */
export interface PendingBatch {
  message: StreamMessage
  rawIds: Id[]
  resource: BatchWrite['resource']
  refusal: BatchWrite['refusal']
  /** For a single write: the raw segment by which its segment is found. */
  writtenRawId: Id | null
  /** Trip to pin the written segment to. */
  pinTo: Id | null
  /** Raw segments that cancel a whole booking or are status reports, each with the raw segments that they are about. */
  cancelledStatements: Map<Id, RawSegment[]>
  /** Raw segments that only repeat a statement, each with that one. */
  repeats: Map<Id, Id>
  /** Its status reports. */
  reports: Map<Id, RawSegment>
}

/** The effects of no message; filled in place. */
export function noEffects(): StepEffects {
  return {
    toCluster: new Set(),
    toMerge: new Set(),
    emptied: new Set(),
    toRegroup: new Set(),
    regroupAll: false,
    renderAll: false,
    editedTrips: new Set(),
    editedFields: new Map(),
    mergedTrips: new Map(),
    profileChanged: false,
    accounts: [],
    otherChanges: [],
    batches: [],
  }
}

/** A batch of which nothing has been applied yet; filled in place. */
export function pendingBatch(message: StreamMessage): PendingBatch {
  return {
    message,
    rawIds: [],
    resource: null,
    refusal: null,
    writtenRawId: null,
    pinTo: null,
    cancelledStatements: new Map(),
    repeats: new Map(),
    reports: new Map(),
  }
}
