/** What the messages of one step have touched, gathered before anything is decided. */
import type { TripFields } from '../../../schemas/itinerary/edit.js'
import type { AccountWrite, BatchWrite, Refusal } from '../../../schemas/stream/fold-result.js'
import type { Id } from '../../../schemas/base/ids.js'
import type { StreamMessage } from '../../../schemas/stream/message.js'
import type { RawSegment } from '../../itinerary/statement/raw-segment.js'
import type { ResourceChange } from '../documents/events.js'
import type { SegmentState } from '../segments/segment-state.js'
import type { TripState } from '../state.js'

export interface StepEffects {
  /** Statements to cluster again. */
  toCluster: Set<RawSegment>
  /** Items to merge again although no statement came (pinned fields, sweeps). */
  toMerge: Set<SegmentState>
  /** Items left without statements by a withdrawal. */
  emptied: Set<SegmentState>
  /** Group everything again: homes or constraints have changed. */
  regroupAll: boolean
  /** Trips whose words or status an edit changed. */
  editedTrips: Set<TripState>
  /** What an edit said of trips. */
  editedFields: Map<TripState, TripFields>
  /** Trips that an edit merged, each into the other. */
  mergedTrips: Map<TripState, TripState>
  profileChanged: boolean
  accounts: AccountWrite[]
  /** Events that are neither of a segment nor of a trip: accounts, the member. */
  otherChanges: ResourceChange[]
  batches: PendingBatch[]
}

/** A batch whose results are known only after the fold. */
export interface PendingBatch {
  message: StreamMessage
  rawIds: Id[]
  resource: BatchWrite['resource']
  refusal: BatchWrite['refusal']
  /** The raw by which a single write's segment is found. */
  writtenRawId: Id | null
  /** Trip to pin the written segment to. */
  pinTo: Id | null
  /** Raws that cancel a whole booking, each with the statements it concerns. */
  cancelledStatements: Map<Id, RawSegment[]>
}

/** A step in which no message has been taken in; it is filled in place. */
export function noEffects(): StepEffects {
  return {
    toCluster: new Set(),
    toMerge: new Set(),
    emptied: new Set(),
    regroupAll: false,
    editedTrips: new Set(),
    editedFields: new Map(),
    mergedTrips: new Map(),
    profileChanged: false,
    accounts: [],
    otherChanges: [],
    batches: [],
  }
}

/**
 * The batch counts as `failed`, for this reason; `error` is a code of contract.md 6. What the message has changed by now is
 * not undone.
 */
export function refuse(pending: PendingBatch, error: string, description: string): void {
  pending.refusal = { error, error_description: description }
}

/** Refuses what names a trip, segment or account that is not there. */
export function refuseNotFound(
  pending: PendingBatch,
  missing: NonNullable<Refusal['missing']>,
  id: Id,
): void {
  pending.refusal = { error: 'not_found', error_description: `There is no ${missing} ${id}.`, missing }
}

/** Refuses a change of a row that is not, or no longer, the one that `If-Match` named at the door; false then. */
export function matchesExpectedVersion(
  pending: PendingBatch,
  row: { id: Id; version: number } | null | undefined,
): boolean {
  const { expects } = pending.message.envelope
  if (expects === undefined || (row?.id === expects.id && row.version === expects.version)) return true
  refuseOutdated(pending)
  return false
}

/** Refuses a change of what has changed since it was read. */
export function refuseOutdated(pending: PendingBatch): void {
  refuse(pending, 'precondition_failed', 'The resource has changed since; read it again.')
}
