/** The rows a step writes: the head of the member, and one row per affected segment and trip. */
import { normaliseLocator } from '../../../schemas/base/locator.js'
import { MAX_LISTED_SEGMENTS } from '../../../schemas/itinerary/itinerary-limits.js'
import { packOrigins } from '../../../schemas/itinerary/stored/provenance.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import type { RawSegment } from '../../itinerary/statement/raw-segment.js'
import type { SegmentWrite, TripWrite } from '../../../schemas/stream/fold-result.js'
import type { Homes } from '../../itinerary/places/home.js'
import type { TripSpan } from '../documents/trip-span.js'
import type { Env } from '../env.js'
import type { MemberState, TripState } from '../model.js'
import type { SegmentState } from '../segments/segment-state.js'
import { segmentEnds, segmentUntil } from '../segments/segment-ends.js'
import { heldReports } from '../segments/status-reports.js'
import { derivedData } from './derived-cache.js'
import { encodeRawSegment, encodeSegmentState, rawSegmentHeaders } from './raw-segment-codec.js'
import type { StoredRawSegment } from './raw-segment-codec.js'
import type { StoredHead, StoredSegmentState, StoredTripState } from './stored-state.js'

/** The head: what belongs to no single segment or trip. */
export function storedHead(state: MemberState, homes: Homes): StoredHead {
  const { pins, apart, together } = state.constraints
  const head: StoredHead = {}
  if (state.heldCancellations.size > 0) head.held = [...state.heldCancellations.values()].map(storedAlone)
  const reports = heldReports(state)
  if (reports.length > 0) head.reports = reports.map(storedAlone)
  if (pins.size > 0) head.pins = [...pins]
  if (apart.length > 0) head.apart = apart
  if (together.length > 0) head.together = together
  if (state.bookingCancellations.size > 0)
    head.cancelled = [...state.bookingCancellations.values()].flatMap((raws) => raws.map(storedAlone))
  if (state.replacedBookings.size > 0) head.replaced = [...state.replacedBookings]
  if (state.repeats.length > 0)
    head.again = state.repeats.map(({ first, kept, count, at, stated }) => {
      return [first, first - kept, count, at, at - stated]
    })
  const inferred = homes.areGiven ? undefined : homes.list.at(-1)
  if (inferred !== undefined) head.home = { city: inferred.city, lat: inferred.lat, lon: inferred.lon }
  return head
}

const storedAlone = (raw: RawSegment): [SegmentType, ...StoredRawSegment] => [
  raw.type,
  ...encodeRawSegment(raw),
]

/** The row of a segment with its document as it stands. */
export function segmentRow(segment: SegmentState, env: Env): SegmentWrite {
  const { merged } = segment
  const { start } = segmentEnds(segment)
  return {
    id: segment.id,
    tripId: segment.tripId,
    type: segment.type,
    status: segment.status,
    source: merged?.source ?? null,
    confirmationNos: confirmationNumbers(segment),
    startAt: start?.instant ?? null,
    endAt: segmentUntil(segment),
    rawIds: segment.rawSegments.map((raw) => raw.id),
    version: segment.version,
    updated: segment.updated,
    doc: segment.doc,
    provenance: packOrigins(merged?.origins.entries() ?? []),
    state: segmentStateText(segment, env),
  }
}

function confirmationNumbers({ merged }: SegmentState): string[] {
  const numbers = (merged?.bookings ?? []).map((booking) => normaliseLocator(booking.confirmation_no))
  return [...new Set(numbers.filter((number) => number !== null))]
}

/** The `state` column of a segment (stored-state.ts). */
function segmentStateText(segment: SegmentState, env: Env): string {
  const { rawSegments } = segment
  const derived = derivedData(segment, env)
  const { type: t, created: c, updated: u, status: s, tripId: trip } = segment
  const state: StoredSegmentState =
    derived === undefined
      ? { t, r: rawSegments.map(encodeRawSegment), c, u, s, trip }
      : { t, n: rawSegmentHeaders(rawSegments), c, u, s, trip }
  if (segment.groupingReason !== null) state.why = segment.groupingReason
  if (Object.keys(segment.pinnedFields).length > 0) {
    state.set = segment.pinnedFields
    state.seen = segment.knownAtPin
  }
  if (segment.mergedInto !== null) state.into = segment.mergedInto
  if (segment.replaces !== null) state.rep = segment.replaces
  if (segment.replacedBy !== null) state.by = segment.replacedBy
  if (segment.reports.length > 0) state.w = segment.reports.map(encodeRawSegment)
  if (segment.announcedDelay !== 0) state.late = segment.announcedDelay
  if (segment.possibleDuplicates.length > 0) state.like = segment.possibleDuplicates
  if (derived === undefined) return JSON.stringify(state)
  state.d = derived
  return encodeSegmentState(state, rawSegments)
}

/** The row of a trip with its document as it stands, its segments, given in order, and the time that the live ones span. */
export function tripRow(
  trip: TripState,
  segments: readonly SegmentState[],
  span: TripSpan | null,
): TripWrite {
  const { overrides } = trip
  return {
    id: trip.id,
    status: trip.status,
    privacy: overrides.privacy ?? 'Private',
    personal: overrides.personal ?? false,
    business: overrides.business ?? false,
    beginAt: span?.begin.instant ?? null,
    endAt: span?.until ?? null,
    version: trip.version,
    updated: trip.updated,
    doc: trip.doc,
    segmentIds: segments.length > MAX_LISTED_SEGMENTS ? null : segments.map(({ id }) => id),
    state: tripStateText(trip),
  }
}

/** True if it may hold segments that do not name it, or that are not live. */
function isListed({ manual, status }: TripState): boolean {
  return manual || status !== 'Active'
}

/** The `state` column of a trip (stored-state.ts). */
function tripStateText(trip: TripState): string {
  const state: StoredTripState = { c: trip.created, u: trip.updated, s: trip.status }
  if (trip.segmentIds.length <= MAX_LISTED_SEGMENTS || isListed(trip)) state.g = trip.segmentIds
  if (trip.manual) state.man = true
  if (Object.keys(trip.overrides).length > 0) state.w = trip.overrides
  if (trip.mergedInto !== null) state.into = trip.mergedInto
  if (trip.splitFrom !== null) state.from = trip.splitFrom
  if (trip.overlaps.length > 0) state.over = trip.overlaps
  return JSON.stringify(state)
}
