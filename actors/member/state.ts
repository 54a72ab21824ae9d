/**
 * Restores the state of one member from its rows. Statements are stored with the segment they belong to; the
 * timeline is rebuilt from the segments' legs. The head row holds what cannot be derived: constraints, held
 * cancellations, cancelled and replaced bookings.
 */
import type { Id } from '../../schemas/base/ids.js'
import type { StoredDocument, StoredMember, StoredSegment } from '../../schemas/stream/fold-result.js'
import { compareLegs } from '../itinerary/grouping/legs/compare-legs.js'
import { emptyTimeline } from '../itinerary/grouping/timeline/timeline.js'
import { rebuildTimeline } from '../itinerary/grouping/timeline/update-timeline.js'
import { inOnePiece } from '../itinerary/lib/pieces.js'
import type { Pieces } from '../itinerary/lib/pieces.js'
import { isFerryTransport } from '../itinerary/statement/ferry-body.js'
import { addStatement, addWithKey, createStatementIndex } from '../itinerary/statement/statement-index.js'
import { FieldValues } from '../itinerary/statement/field-values.js'
import { RawSegment } from '../itinerary/statement/raw-segment.js'
import type { IndexKey } from '../itinerary/statement/raw-segment.js'
import type { Env } from './env.js'
import { bookingOf } from './intake/booking-cancellations.js'
import type { MemberState, TripState } from './model.js'
import { homesOf } from './profile/homes.js'
import { findConnections } from './segments/connections.js'
import { remergeSegment } from './segments/merge-statements.js'
import { updatePlacedLeg } from './segments/segment-legs.js'
import { holdReports, noStatusReports, restoreReport } from './segments/status-reports.js'
import { SegmentState } from './segments/segment-state.js'
import { applyDerived, isDerivedCurrent, isOfTheseRules } from './storage/derived-cache.js'
import { updateSegmentSize, updateTripSize } from './storage/memory-size.js'
import { decodeRawSegment, decodeRawSegments, splitSegmentState } from './storage/raw-segment-codec.js'
import { inJourneyOrder } from './trips/segments-in-order.js'
import type { StoredHead, StoredSegmentState, StoredTripState } from './storage/stored-state.js'

/**
 * The state of a member as last saved; it behaves like the state that was saved. Segments without a document
 * are restored as evicted.
 */
export function restore(stored: StoredMember, env: Env): MemberState {
  return inOnePiece(restoreInPieces(stored, env))
}

export function* restoreInPieces(stored: StoredMember, env: Env): Pieces<MemberState> {
  const head = (stored.head === null ? {} : JSON.parse(stored.head)) as StoredHead
  const state = emptyState(stored, head, env)
  for (const [type, ...raw] of head.held ?? []) {
    const cancellation = decodeRawSegment(isFerryTransport(type, raw[3]) ? 'Ferry' : type, raw)
    state.heldCancellations.set(cancellation.id, cancellation)
    addStatement(state.index, cancellation, env.places)
  }
  for (const [type, ...raw] of head.reports ?? [])
    restoreReport(state, decodeRawSegment(type, raw), env.places)
  /** Segments restored without merging their statements: their documents are still what was last written. */
  const unchanged: SegmentState[] = []
  for (const row of stored.segments) {
    const segment = restoreSegment(state, row, env)
    if (segment !== null) unchanged.push(segment)
    yield
  }
  yield* restoreTimeline(state, env)
  for (const row of stored.trips) {
    restoreTrip(state, row)
    yield
  }
  for (const segment of unchanged)
    segment.rendered = {
      tripId: segment.tripId,
      placedLeg: segment.placedLeg,
      connection: segment.connection,
    }
  const loaded = [...state.segments.values()].filter((segment) => !segment.isEvicted)
  for (const segment of loaded.sort((a, b) => a.updated - b.updated)) state.recentlyUsed.add(segment)
  for (const segment of state.segments.values()) updateSegmentSize(state, segment)
  for (const trip of state.trips.values()) updateTripSize(state, trip)
  return state
}

function emptyState(stored: StoredMember, head: StoredHead, env: Env): MemberState {
  return {
    id: stored.id,
    appliedSeq: stored.appliedSeq,
    sequence: stored.sequence,
    profile: JSON.parse(stored.profile === '' ? '{}' : stored.profile) as Record<string, unknown>,
    index: createStatementIndex(),
    segmentOf: new Map(),
    segments: new Map(),
    trips: new Map(),
    accounts: new Map(
      stored.accounts.map(({ id, version, doc, state }) => [id, { id, version, doc, state }]),
    ),
    heldCancellations: new Map(),
    statusReports: noStatusReports(),
    constraints: { pins: new Map(head.pins ?? []), apart: head.apart ?? [], together: head.together ?? [] },
    timeline: emptyTimeline(),
    legChanges: { removed: [], added: [] },
    homeEvidence: null,
    bookingCancellations: restoreCancellations(head, env),
    replacedBookings: new Map(head.replaced ?? []),
    repeats: (head.again ?? []).map(([first, back, count, at, before]) => {
      return { first, kept: first - back, count, at, stated: at - before }
    }),
    bytes: 0,
    recentlyUsed: new Set(),
    usedByLastStep: 0,
  }
}

function restoreCancellations(
  { cancelled = [], sweeps = [] }: StoredHead,
  { places }: Env,
): MemberState['bookingCancellations'] {
  const raws = cancelled.map(([type, ...raw]) => decodeRawSegment(type, raw))
  for (const [booking, receivedAt] of sweeps) {
    const at = booking.lastIndexOf('#')
    const fields = FieldValues.of('Air', { status: 'Cancelled', confirmation_no: booking.slice(at + 1) })
    raws.push(new RawSegment({ id: '', type: 'Air', source: booking.slice(0, at), receivedAt }, fields))
  }
  const byBooking: MemberState['bookingCancellations'] = new Map()
  for (const raw of raws) {
    const booking = bookingOf(raw, places)
    byBooking.set(booking, [...(byBooking.get(booking) ?? []), raw])
  }
  return byBooking
}

/**
 * Adds a segment with its raw segments and leg. Returns it if its stored derived data could be used, else
 * null.
 */
function restoreSegment(state: MemberState, row: StoredSegment, env: Env): SegmentState | null {
  const [text, fields] = splitSegmentState(row.state)
  const saved = JSON.parse(text) as StoredSegmentState
  if (isStoredFerry(saved, fields)) saved.t = 'Ferry'
  const raws = storedRawSegments(saved, fields)
  const segment = segmentFromRow(row, saved, raws)
  state.segments.set(segment.id, segment)
  const reports = (saved.w ?? []).map((raw) =>
    restoreReport(state, decodeRawSegment(saved.t, raw), env.places),
  )
  holdReports(state, segment, reports)
  for (const raw of raws) state.segmentOf.set(raw.id, segment.id)
  const { d: derived } = saved
  if (isDerivedCurrent(derived, segment, env)) {
    raws.forEach((raw, i) => {
      addWithKey(state.index, raw, derived.k[i] as IndexKey)
    })
    applyDerived(state, segment, derived, env)
    return segment
  }
  for (const raw of raws) addStatement(state.index, raw, env.places)
  if (raws.length > 0) remergeSegment(state, segment, env)
  return null
}

function storedRawSegments(saved: StoredSegmentState, fields: string | null): RawSegment[] {
  return saved.r === undefined
    ? decodeRawSegments(saved.t, saved.n ?? [], fields)
    : saved.r.map((raw) => decodeRawSegment(saved.t, raw))
}

/** True for a ferry in a row that was written before ferries were a type of their own (RULES 1). */
function isStoredFerry(saved: StoredSegmentState, fields: string | null): boolean {
  if (saved.t !== 'Transport' || isOfTheseRules(saved.d)) return false
  const raws = storedRawSegments(saved, fields)
  return raws.length > 0 && raws.every((raw) => isFerryTransport(raw.type, raw.fields.toJSON()))
}

function segmentFromRow(
  { id, version, doc }: StoredSegment,
  saved: StoredSegmentState,
  raws: RawSegment[],
): SegmentState {
  const segment = new SegmentState(id, saved.t, saved.c)
  segment.version = version
  segment.doc = doc
  segment.rawSegments = raws
  segment.status = segment.savedStatus = saved.s
  segment.tripId = saved.trip
  segment.groupingReason = segment.savedReason = saved.why ?? null
  segment.mergedInto = saved.into ?? null
  segment.replaces = saved.rep ?? null
  segment.replacedBy = saved.by ?? null
  segment.updated = saved.u
  segment.announcedDelay = saved.late ?? 0
  if (saved.set !== undefined) {
    segment.pinnedFields = saved.set
    segment.knownAtPin = saved.seen ?? knownByThen(saved.set, saved.u)
  }
  if (saved.like !== undefined) segment.possibleDuplicates = saved.like
  return segment
}

/** For pins in rows of earlier versions: everything shown by then was known. */
const knownByThen = (pinned: object, at: number): SegmentState['knownAtPin'] =>
  Object.fromEntries(Object.keys(pinned).map((field) => [field, { at }]))

/** Builds the timeline from the legs that the segments added. */
function* restoreTimeline(state: MemberState, env: Env): Pieces<void> {
  const legs = state.legChanges.added
  const { timeline } = state
  timeline.legs = legs.filter((leg) => leg.kind === 'movement' || leg.kind === 'stay').sort(compareLegs)
  timeline.points = legs.filter((leg) => leg.kind === 'point' || leg.kind === 'support').sort(compareLegs)
  timeline.parking = new Set(legs.filter((leg) => leg.kind === 'support'))
  state.legChanges = { removed: [], added: [] }
  yield
  yield* rebuildTimeline(timeline, homesOf(state, env))
  for (const segment of state.segments.values()) updatePlacedLeg(state, segment)
}

/** Ids of the live segments that name a trip, in the order in which regrouping lists them. */
function liveSegmentsOf(state: MemberState, trip: Id): Id[] {
  const live = [...state.segments.values()].filter(({ tripId, leg }) => tripId === trip && leg !== null)
  return inJourneyOrder(
    state,
    live.map(({ id }) => id),
  )
}

function restoreTrip(state: MemberState, { id, version, doc, state: text }: StoredDocument): void {
  const saved = JSON.parse(text) as StoredTripState
  const trip: TripState = {
    id,
    version,
    status: saved.s,
    segmentIds: saved.g ?? liveSegmentsOf(state, id),
    manual: saved.man ?? false,
    overrides: saved.w ?? {},
    mergedInto: saved.into ?? null,
    splitFrom: saved.from ?? null,
    overlaps: saved.over ?? [],
    created: saved.c,
    updated: saved.u,
    doc,
    bytes: 0,
  }
  state.trips.set(id, trip)
  const live = trip.segmentIds
    .map((segmentId) => state.segments.get(segmentId))
    .filter((segment): segment is SegmentState => segment?.leg != null)
  for (const [segmentId, connection] of findConnections(live))
    (state.segments.get(segmentId) as SegmentState).connection = connection
}
