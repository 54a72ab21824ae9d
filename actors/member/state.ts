/**
 * One member's itinerary in memory. Statements are kept with the segment they became; trips and paths are found again from
 * the segments; the head keeps what cannot be found again: constraints, held cancellations, sweeps, replacing batches.
 */
import type { StoredMember, StoredSegment } from '../../schemas/stream/fold-result.js'
import type { TripFields } from '../../schemas/itinerary/edit.js'
import type { Id } from '../../schemas/base/ids.js'
import { emptyTimeline } from '../itinerary/grouping/timeline/timeline.js'
import { rebuildTimeline } from '../itinerary/grouping/timeline/update-timeline.js'
import type { Timeline } from '../itinerary/grouping/timeline/timeline.js'
import type { LegChanges } from '../itinerary/grouping/timeline/update-timeline.js'
import type { HomeEvidence } from '../itinerary/grouping/home-evidence.js'
import { compareLegs } from '../itinerary/grouping/legs/compare-legs.js'
import { addWithKey, addStatement, createStatementIndex } from '../itinerary/statement/statement-index.js'
import type { StatementIndex } from '../itinerary/statement/statement-index.js'
import type { SegmentType } from '../../schemas/segment/fields/segment-types.js'
import type { BookingReplacement } from '../itinerary/merge/source-bookings.js'
import type { Fields, IndexKey, RawSegment } from '../itinerary/statement/raw-segment.js'
import { isDerivedCurrent, applyDerived } from './storage/derived-cache.js'
import type { DerivedData } from './storage/derived-cache.js'
import type { Env } from './env.js'
import { SegmentState } from './segments/segment-state.js'
import type { SegmentStatus } from './segments/segment-state.js'
import { remergeSegment } from './segments/resolve-segments.js'
import { updatePlacedLeg } from './segments/segment-legs.js'
import { findConnections } from './segments/rebookings.js'
import { homesOf } from './profile/homes.js'
import { decodeRawSegment, decodeRawSegments, splitSegmentState } from './storage/raw-segment-codec.js'
import type { RawSegmentHeader, StoredRawSegment } from './storage/raw-segment-codec.js'
import { updateSegmentSize, updateTripSize } from './storage/memory-size.js'

export type TripStatus = 'Active' | 'Cancelled' | 'Merged' | 'Deleted'

export interface TripState {
  id: Id
  version: number
  status: TripStatus
  segmentIds: Id[]
  /** Made by the member: stays when it is empty. */
  manual: boolean
  overrides: TripFields
  mergedInto: Id | null
  splitFrom: Id | null
  overlaps: Id[]
  created: number
  updated: number
  doc: string
  /** What it weighs in memory (weigh.ts). */
  bytes: number
}

export interface AccountState {
  id: Id
  version: number
  doc: string
  state: string
}

export interface Constraints {
  /** Segment to trip; null pins it to no trip. */
  pins: Map<Id, Id | null>
  /** Sets of segments that stay in a trip of their own, with the trip made for them. */
  apart: Array<{ trip: Id; segments: Id[] }>
  /** Trips whose segments belong together: pairs of segments. */
  together: Array<[Id, Id]>
}

export interface MemberState {
  readonly id: Id
  lastSeq: number
  sequence: number
  profile: Record<string, unknown>
  index: StatementIndex
  /** The segment that a raw became. */
  segmentOf: Map<Id, Id>
  segments: Map<Id, SegmentState>
  trips: Map<Id, TripState>
  accounts: Map<Id, AccountState>
  heldCancellations: Map<Id, RawSegment>
  constraints: Constraints
  timeline: Timeline
  /** Legs that came and went in the step at work. */
  legChanges: LegChanges
  /** Places by how often they are left, reached and slept at: the home of a member who has told none. */
  homeEvidence: Map<string, HomeEvidence>
  /** source#locator -> stamp of the newest cancellation of the whole booking. */
  cancelledBookings: Map<string, number>
  /** source#locator -> the newest batch in mode `replace`. */
  replacedBookings: Map<string, BookingReplacement>
  /** What its items and trips weigh in memory (weigh.ts). */
  bytes: number
  /** Items that are not away, in the order in which steps last looked at them. */
  recentlyUsed: Set<SegmentState>
  /** How many of them the last step looked at. */
  usedByLastStep: number
}

/** `n`: names of raws, as in stored-raws.ts; without `d`, and in rows of before, `r` instead: each raw in full, and no second line. */
export interface StoredSegmentState {
  t: SegmentType
  n?: RawSegmentHeader[]
  r?: StoredRawSegment[]
  c: number
  u: number
  s: SegmentStatus
  trip: Id | null
  why?: string | null
  set?: Fields
  into?: Id | null
  rep?: Id | null
  by?: Id | null
  like?: Id[]
  d?: DerivedData
}
export interface StoredTripState {
  c: number
  u: number
  s: TripStatus
  g: Id[]
  man?: boolean
  w?: TripFields
  into?: Id | null
  from?: Id | null
  over?: Id[]
}
export interface StoredHead {
  held?: Array<[SegmentType, ...StoredRawSegment]>
  pins?: Array<[Id, Id | null]>
  apart?: Constraints['apart']
  together?: Constraints['together']
  sweeps?: Array<[string, number]>
  replaced?: Array<[string, BookingReplacement]>
}

/** The state of a member as last saved; behaves as the one that was saved. */
export function restore(stored: StoredMember, env: Env): MemberState {
  const head = (stored.head === null ? {} : JSON.parse(stored.head)) as StoredHead
  const state: MemberState = {
    id: stored.id,
    lastSeq: stored.lastSeq,
    sequence: stored.sequence,
    profile: JSON.parse(stored.profile === '' ? '{}' : stored.profile) as Record<string, unknown>,
    index: createStatementIndex(),
    segmentOf: new Map(),
    segments: new Map(),
    trips: new Map(),
    accounts: new Map(
      stored.accounts.map((part) => [
        part.id,
        { id: part.id, version: part.version, doc: part.doc, state: part.state },
      ]),
    ),
    heldCancellations: new Map(),
    timeline: emptyTimeline(),
    legChanges: { removed: [], added: [] },
    homeEvidence: new Map(),
    constraints: { pins: new Map(head.pins ?? []), apart: head.apart ?? [], together: head.together ?? [] },
    cancelledBookings: new Map(head.sweeps ?? []),
    replacedBookings: new Map(head.replaced ?? []),
    bytes: 0,
    recentlyUsed: new Set(),
    usedByLastStep: 0,
  }
  for (const [type, ...kept] of head.held ?? []) {
    const raw = decodeRawSegment(type, kept)
    state.heldCancellations.set(raw.id, raw)
    addStatement(state.index, raw, env.places)
  }
  /** Items whose documents say what they are: nothing of them was worked out anew. */
  const asStored: SegmentState[] = []
  for (const part of stored.segments) {
    const [text, said] = splitSegmentState(part.state)
    const kept = JSON.parse(text) as StoredSegmentState
    const raws =
      kept.r === undefined
        ? decodeRawSegments(kept.t, kept.n ?? [], said)
        : kept.r.map((raw) => decodeRawSegment(kept.t, raw))
    const item = itemOf(part, kept, raws)
    state.segments.set(item.id, item)
    for (const raw of raws) state.segmentOf.set(raw.id, item.id)
    const { d } = kept
    if (isDerivedCurrent(d, item, env)) {
      raws.forEach((raw, i) => {
        addWithKey(state.index, raw, d.k[i] as IndexKey)
      })
      applyDerived(state, item, d, env)
      asStored.push(item)
      continue
    }
    for (const raw of raws) addStatement(state.index, raw, env.places)
    if (raws.length > 0) remergeSegment(state, item, env)
  }
  const { added: come } = state.legChanges
  state.timeline.legs = come.filter((leg) => leg.kind === 'movement' || leg.kind === 'stay').sort(compareLegs)
  state.timeline.points = come
    .filter((leg) => leg.kind === 'point' || leg.kind === 'support')
    .sort(compareLegs)
  state.timeline.parking = new Set(come.filter((leg) => leg.kind === 'support'))
  state.legChanges = { removed: [], added: [] }
  rebuildTimeline(state.timeline, homesOf(state, env))
  for (const item of state.segments.values()) updatePlacedLeg(state, item)
  for (const part of stored.trips) {
    const kept = JSON.parse(part.state) as StoredTripState
    state.trips.set(part.id, {
      id: part.id,
      version: part.version,
      status: kept.s,
      segmentIds: kept.g,
      manual: kept.man ?? false,
      overrides: kept.w ?? {},
      mergedInto: kept.into ?? null,
      splitFrom: kept.from ?? null,
      overlaps: kept.over ?? [],
      created: kept.c,
      updated: kept.u,
      doc: part.doc,
      bytes: 0,
    })
    for (const [id, link] of findConnections(
      kept.g.map((id) => state.segments.get(id)).filter((item): item is SegmentState => item?.leg != null),
    ))
      (state.segments.get(id) as SegmentState).connection = link
  }
  for (const item of asStored)
    item.rendered = { trip: item.tripId, seen: item.placedLeg, link: item.connection }
  for (const item of [...state.segments.values()]
    .filter(({ isEvicted: away }) => !away)
    .sort((a, b) => a.updated - b.updated))
    state.recentlyUsed.add(item)
  for (const item of state.segments.values()) updateSegmentSize(state, item)
  for (const trip of state.trips.values()) updateTripSize(state, trip)
  return state
}

function itemOf(
  { id, version, doc }: StoredSegment,
  kept: StoredSegmentState,
  raws: RawSegment[],
): SegmentState {
  const item = new SegmentState(id, kept.t, kept.c)
  item.version = version
  item.doc = doc
  item.rawSegments = raws
  item.status = item.savedStatus = kept.s
  item.tripId = kept.trip
  item.groupingReason = item.savedReason = kept.why ?? null
  item.mergedInto = kept.into ?? null
  item.replaces = kept.rep ?? null
  item.replacedBy = kept.by ?? null
  item.updated = kept.u
  if (kept.set !== undefined) item.pinnedFields = kept.set
  if (kept.like !== undefined) item.possibleDuplicates = kept.like
  return item
}
