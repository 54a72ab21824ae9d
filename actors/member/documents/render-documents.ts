/** Updates the documents of what a step affected, and reports what changed in them. */
import { inOrder } from '../../itinerary/lib/in-order.js'
import type { Pieces } from '../../itinerary/lib/pieces.js'
import type { Id } from '../../../schemas/base/ids.js'
import type { TripFields } from '../../../schemas/itinerary/edit.js'
import type { SegmentWrite, TripWrite } from '../../../schemas/stream/fold-result.js'
import type { Homes } from '../../itinerary/places/home.js'
import type { Env } from '../env.js'
import type { MemberState, TripState } from '../model.js'
import { findConnections } from '../segments/connections.js'
import type { Connection, SegmentState } from '../segments/segment-state.js'
import { markUsed } from '../storage/eviction.js'
import { updateSegmentSize, updateTripSize } from '../storage/memory-size.js'
import { segmentRow, tripRow } from '../storage/rows.js'
import { compareIds, segmentsInOrder } from '../trips/segments-in-order.js'
import type { TripChanges } from '../trips/trip-changes.js'
import type { ResourceChange } from './events.js'
import { liveNotices } from './live-notices.js'
import { hasSameContext, renderSegment } from './render-segment.js'
import { renderTrip } from './render-trip.js'
import { tripSpan } from './trip-span.js'

const NO_CONNECTION: Connection = { isConnection: false, minutes: null }

/** What a step affected. */
export interface Affected {
  /** Segments whose statements or links changed. */
  segments: ReadonlySet<SegmentState>
  /** Segments that were merged away or deleted. */
  gone: ReadonlySet<SegmentState>
  trips: TripChanges
  /** The fields an edit set on each trip. */
  editedFields: ReadonlyMap<TripState, TripFields>
}

export interface Rendered {
  /** Rows to write. */
  segments: SegmentWrite[]
  trips: TripWrite[]
  /** Changes in the order of their events (RULES 7.5): segments, then trips. */
  changes: ResourceChange[]
  /** Segments whose document changed. */
  changedSegments: Set<Id>
}

/** Marks the documents of all active trips and of their segments to be rendered, whatever the step affected. */
export function renderEverything(state: MemberState, changes: TripChanges): void {
  for (const trip of state.trips.values()) if (trip.status === 'Active') changes.changed.add(trip)
  for (const segment of state.segments.values()) {
    if (segment.status === 'Merged' || segment.status === 'Deleted') continue
    segment.rendered = null
    changes.segments.add(segment)
  }
}

/**
 * Renders the documents of what the step affected, and the rows to write. Rows are also written where only
 * internal state changed.
 */
export function* renderDocuments(
  state: MemberState,
  affected: Affected,
  homes: Homes,
  env: Env,
): Pieces<Rendered> {
  const segmentsOf = memoizedSegmentsOf(state)
  const trips = new Set<TripState>(affected.trips.changed)
  const candidates = new Set<SegmentState>([
    ...affected.segments,
    ...affected.gone,
    ...affected.trips.segments,
  ])
  yield* updateConnections(state, trips, candidates, segmentsOf)

  const segmentRows: SegmentWrite[] = []
  const segmentChanges: ResourceChange[] = []
  for (const segment of inOrder([...candidates], compareIds)) {
    yield
    if (segment.leg === null || segment.tripId === null) segment.connection = NO_CONNECTION
    const isChanged = affected.segments.has(segment)
    const mayDiffer = isChanged || affected.gone.has(segment) || !hasSameContext(segment)
    const change = mayDiffer ? renderSegment(state, segment, env) : null
    if (change === null && !isChanged && segment.groupingReason === segment.savedReason) continue
    segment.savedStatus = segment.status
    segment.savedReason = segment.groupingReason
    if (change !== null) {
      segment.version += 1
      segmentChanges.push(change, ...liveNotices(segment, change))
      addTripsListing(trips, state, segment, change)
    }
    segmentRows.push(segmentRow(segment, env))
    updateSegmentSize(state, segment)
  }

  const written = inOrder([...trips], compareIds)
  const created = written.filter((trip) => trip.doc === '')
  const context = { state, changes: affected.trips, editedFields: affected.editedFields, created, homes, env }
  const tripRows: TripWrite[] = []
  const tripChanges: ResourceChange[] = []
  for (const trip of written) {
    yield
    const segments = segmentsOf(trip)
    const live = segments.filter((segment) => segment.leg !== null)
    const span = tripSpan(state, trip.overrides, live, homes)
    const change = renderTrip(trip, { segments, live, span }, context)
    if (change !== null) tripChanges.push(change)
    tripRows.push(tripRow(trip, segments, span))
    updateTripSize(state, trip)
  }
  markUsed(state, [...candidates, ...[...trips].flatMap(segmentsOf)])
  return {
    segments: segmentRows,
    trips: tripRows,
    changes: [...segmentChanges, ...tripChanges],
    changedSegments: new Set(segmentChanges.map((change) => change.resourceId)),
  }
}

/**
 * Adds the trips that show a segment whose document changed, or showed it before: their rows have to be written, because
 * the revision of a trip covers the documents of its segments.
 */
function addTripsListing(
  trips: Set<TripState>,
  state: MemberState,
  { tripId }: SegmentState,
  { previous }: ResourceChange,
): void {
  for (const id of previous === null ? [tripId] : [tripId, previous.get('trip_id')]) {
    const named = typeof id === 'string' ? state.trips.get(id) : undefined
    const trip = named?.status === 'Merged' ? state.trips.get(named.mergedInto ?? '') : named
    if (trip?.status === 'Active' || trip?.status === 'Cancelled') trips.add(trip)
  }
}

type SegmentsOf = (trip: TripState) => SegmentState[]

/** A trip's segments in order of the journey, sorted once per step. */
function memoizedSegmentsOf(state: MemberState): SegmentsOf {
  const known = new Map<TripState, SegmentState[]>()
  return (trip) => {
    const found = known.get(trip)
    if (found !== undefined) return found
    const segments = segmentsInOrder(state, trip)
    known.set(trip, segments)
    return segments
  }
}

function tripOf(state: MemberState, segment: SegmentState): TripState | undefined {
  return segment.tripId === null ? undefined : state.trips.get(segment.tripId)
}

/**
 * Finds the connections of `trips` and of the candidates' trips again; a segment whose connection changed
 * becomes a candidate.
 */
function* updateConnections(
  state: MemberState,
  trips: ReadonlySet<TripState>,
  candidates: Set<SegmentState>,
  segmentsOf: SegmentsOf,
): Pieces<void> {
  const connected = new Set<TripState>(trips)
  for (const segment of candidates) {
    const trip = tripOf(state, segment)
    if (trip?.status === 'Active') connected.add(trip)
  }
  for (const trip of connected) {
    yield
    for (const [id, connection] of findConnections(
      segmentsOf(trip).filter((segment) => segment.leg !== null),
    )) {
      const segment = state.segments.get(id) as SegmentState
      if (
        segment.connection.minutes === connection.minutes &&
        segment.connection.isConnection === connection.isConnection
      )
        continue
      segment.connection = connection
      candidates.add(segment)
    }
  }
}
