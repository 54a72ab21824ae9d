/** What a step leaves in the store of a member: its head, and a row for each segment and trip it touched. */
import type { SegmentWrite, TripWrite } from '../../../schemas/stream/fold-result.js'
import { packOrigins } from '../../../schemas/itinerary/provenance.js'
import type { Homes } from '../../itinerary/places/home.js'
import { derivedData } from './derived-cache.js'
import type { Env } from '../env.js'
import type { SegmentState } from '../segments/segment-state.js'
import { segmentTimes } from '../segments/segment-times.js'
import type { MemberState, StoredHead, StoredSegmentState, StoredTripState, TripState } from '../state.js'
import { rawSegmentHeaders, encodeRawSegment, encodeSegmentState } from './raw-segment-codec.js'
import { tripSpan } from '../documents/trip-document.js'

/** What of a member belongs to no segment and no trip: statements held back, and what its edits demand. */
export function storedHead(state: MemberState): StoredHead {
  const { pins, apart, together } = state.constraints
  const head: StoredHead = {}
  if (state.heldCancellations.size > 0)
    head.held = [...state.heldCancellations.values()].map((raw) => [raw.type, ...encodeRawSegment(raw)])
  if (pins.size > 0) head.pins = [...pins]
  if (apart.length > 0) head.apart = apart
  if (together.length > 0) head.together = together
  if (state.cancelledBookings.size > 0) head.sweeps = [...state.cancelledBookings]
  if (state.replacedBookings.size > 0) head.replaced = [...state.replacedBookings]
  return head
}

function locatorsOf({ merged }: SegmentState): string[] {
  return [
    ...new Set(
      (merged?.bookings ?? []).flatMap(({ confirmation_no: locator }) => (locator === null ? [] : [locator])),
    ),
  ]
}

/** The row of a segment, its document as it stands. */
export function segmentRow(item: SegmentState, env: Env): SegmentWrite {
  const derived = derivedData(item, env)
  const state: StoredSegmentState = {
    t: item.type,
    ...(derived === undefined
      ? { r: item.rawSegments.map(encodeRawSegment) }
      : { n: rawSegmentHeaders(item.rawSegments) }),
    c: item.created,
    u: item.updated,
    s: item.status,
    trip: item.tripId,
  }
  if (item.groupingReason !== null) state.why = item.groupingReason
  if (Object.keys(item.pinnedFields).length > 0) state.set = item.pinnedFields
  if (item.mergedInto !== null) state.into = item.mergedInto
  if (item.replaces !== null) state.rep = item.replaces
  if (item.replacedBy !== null) state.by = item.replacedBy
  if (item.possibleDuplicates.length > 0) state.like = item.possibleDuplicates
  if (derived !== undefined) state.d = derived
  const { start, end } = segmentTimes(item)
  return {
    id: item.id,
    tripId: item.tripId,
    type: item.type,
    status: item.status,
    source: item.merged?.source ?? null,
    confirmationNos: locatorsOf(item),
    startAt: start?.instant ?? null,
    endAt: end?.instant ?? start?.instant ?? null,
    rawIds: item.rawSegments.map((raw) => raw.id),
    version: item.version,
    updated: item.updated,
    doc: item.doc,
    provenance: packOrigins(item.merged?.origins ?? {}),
    state: derived === undefined ? JSON.stringify(state) : encodeSegmentState(state, item.rawSegments),
  }
}

/** The row of a trip, its document as it stands, with the documents of `items`, which are its segments in their order. */
export function tripRow(
  member: MemberState,
  trip: TripState,
  items: readonly SegmentState[],
  homes: Homes,
): TripWrite {
  const state: StoredTripState = { c: trip.created, u: trip.updated, s: trip.status, g: trip.segmentIds }
  if (trip.manual) state.man = true
  if (Object.keys(trip.overrides).length > 0) state.w = trip.overrides
  if (trip.mergedInto !== null) state.into = trip.mergedInto
  if (trip.splitFrom !== null) state.from = trip.splitFrom
  if (trip.overlaps.length > 0) state.over = trip.overlaps
  const span = tripSpan(
    member,
    trip.overrides,
    items.filter((item) => item.leg !== null),
    homes,
  )
  return {
    id: trip.id,
    status: trip.status,
    privacy: trip.overrides.privacy ?? 'Private',
    personal: trip.overrides.personal ?? false,
    business: trip.overrides.business ?? false,
    beginAt: span?.begin.instant ?? null,
    endAt: span?.end.instant ?? null,
    version: trip.version,
    updated: trip.updated,
    doc: trip.doc,
    segments: `[${items
      .filter((item) => item.doc !== '')
      .map((item) => item.doc)
      .join(',')}]`,
    state: JSON.stringify(state),
  }
}
