/** What a step leaves in the store of a member: its head, and a row for each segment and trip it touched. */
import type { SegmentWrite, TripWrite } from '../../schemas/folded.js'
import { packOrigins } from '../../schemas/provenance.js'
import type { Homes } from '../itinerary/home.js'
import { derivedOf } from './derived.js'
import type { Env } from './env.js'
import type { Item } from './item.js'
import { endsOf } from './seen.js'
import type { MemberState, StoredHead, StoredItem, StoredTrip, Trip } from './state.js'
import { storedNames, storedRaw, storedText } from './stored-raws.js'
import { shownSpan } from './trip-doc.js'

/** What of a member belongs to no segment and no trip: statements held back, and what its edits demand. */
export function headOf(state: MemberState): StoredHead {
  const { pins, apart, together } = state.constraints
  const head: StoredHead = {}
  if (state.held.size > 0) head.held = [...state.held.values()].map((raw) => [raw.type, ...storedRaw(raw)])
  if (pins.size > 0) head.pins = [...pins]
  if (apart.length > 0) head.apart = apart
  if (together.length > 0) head.together = together
  if (state.sweeps.size > 0) head.sweeps = [...state.sweeps]
  if (state.replaced.size > 0) head.replaced = [...state.replaced]
  return head
}

function locatorsOf({ merged }: Item): string[] {
  return [
    ...new Set(
      (merged?.bookings ?? []).flatMap(({ confirmation_no: locator }) => (locator === null ? [] : [locator])),
    ),
  ]
}

/** The row of a segment, its document as it stands. */
export function segmentRow(item: Item, env: Env): SegmentWrite {
  const derived = derivedOf(item, env)
  const state: StoredItem = {
    t: item.type,
    ...(derived === undefined ? { r: item.raws.map(storedRaw) } : { n: storedNames(item.raws) }),
    c: item.created,
    u: item.updated,
    s: item.status,
    trip: item.tripId,
  }
  if (item.why !== null) state.why = item.why
  if (Object.keys(item.set).length > 0) state.set = item.set
  if (item.mergedInto !== null) state.into = item.mergedInto
  if (item.replaces !== null) state.rep = item.replaces
  if (item.replacedBy !== null) state.by = item.replacedBy
  if (item.lookalikes.length > 0) state.like = item.lookalikes
  if (derived !== undefined) state.d = derived
  const { start, end } = endsOf(item)
  return {
    id: item.id,
    tripId: item.tripId,
    type: item.type,
    status: item.status,
    source: item.merged?.source ?? null,
    confirmationNos: locatorsOf(item),
    startAt: start?.at ?? null,
    endAt: end?.at ?? start?.at ?? null,
    rawIds: item.raws.map((raw) => raw.id),
    version: item.version,
    updated: item.updated,
    doc: item.doc,
    provenance: packOrigins(item.merged?.origins ?? {}),
    state: derived === undefined ? JSON.stringify(state) : storedText(state, item.raws),
  }
}

/** The row of a trip, its document as it stands, with the documents of `items`, which are its segments in their order. */
export function tripRow(member: MemberState, trip: Trip, items: readonly Item[], homes: Homes): TripWrite {
  const state: StoredTrip = { c: trip.created, u: trip.updated, s: trip.status, g: trip.segments }
  if (trip.manual) state.man = true
  if (Object.keys(trip.words).length > 0) state.w = trip.words
  if (trip.mergedInto !== null) state.into = trip.mergedInto
  if (trip.splitFrom !== null) state.from = trip.splitFrom
  if (trip.overlaps.length > 0) state.over = trip.overlaps
  const span = shownSpan(
    member,
    trip.words,
    items.filter((item) => item.leg !== null),
    homes,
  )
  return {
    id: trip.id,
    status: trip.status,
    privacy: trip.words.privacy ?? 'Private',
    personal: trip.words.personal ?? false,
    business: trip.words.business ?? false,
    beginAt: span?.begin.at ?? null,
    endAt: span?.end.at ?? null,
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
