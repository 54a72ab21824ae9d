/** From live segments to trips with ids that last (RULES 5 and 7.2), the member's own edits honoured. */
import type { Id } from '../../../schemas/base/ids.js'
import { updateTimeline, rebuildTimeline } from '../../itinerary/grouping/timeline/update-timeline.js'
import type { Homes } from '../../itinerary/places/home.js'
import { tripCandidates, collectAffected } from './trip-candidates.js'
import type { TripCandidate } from './trip-candidates.js'
import type { Env } from '../env.js'
import { updatePlacedLeg } from '../segments/segment-legs.js'
import { updateOverlaps } from './overlapping-trips.js'
import { sameHomes } from '../profile/homes.js'
import type { SegmentState } from '../segments/segment-state.js'
import type { MemberState, TripState } from '../state.js'

export interface TripChanges {
  /** Trips to look at again: new, other segments, other status. */
  changed: Set<TripState>
  created: Set<TripState>
  /** Trips that went into another. */
  merged: Map<TripState, TripState>
  split: Set<TripState>
  /** Items whose trip, reason or place may have changed. */
  segments: Set<SegmentState>
}

/** The outcome of grouping before anything has changed; it is filled in place. */
export function noTripChanges(): TripChanges {
  return { changed: new Set(), created: new Set(), merged: new Map(), split: new Set(), segments: new Set() }
}

function weightOf(item: SegmentState | undefined): number {
  switch (item?.type) {
    case 'Air':
    case 'Rail':
    case 'Cruise':
      return 3
    case 'Hotel':
    case 'Car':
      return 2
    default:
      return 1
  }
}

interface Placement {
  trip: TripState | null
  why: string
}

/** Segments that a member has placed: by id, the trip they go to, or null for none. */
function placements(state: MemberState): Map<Id, Placement> {
  const out = new Map<Id, Placement>()
  const { apart, pins } = state.constraints
  for (const split of apart) {
    const trip = followMerges(state, split.trip)
    if (trip !== null && trip.status !== 'Deleted')
      for (const id of split.segments) out.set(id, { trip, why: 'apart' })
  }
  for (const [id, to] of pins) {
    const trip = to === null ? null : followMerges(state, to)
    if (to === null || (trip !== null && trip.status !== 'Deleted')) out.set(id, { trip, why: 'pinned' })
  }
  return out
}

/** Works the step's changes into the trips. `all`: whatever has changed, look at everything. */
export function regroupTrips(
  state: MemberState,
  homes: Homes,
  env: Env,
  all: boolean,
  also: Iterable<Id>,
): TripChanges {
  const out = noTripChanges()
  const moved = state.legChanges
  state.legChanges = { removed: [], added: [] }
  let affected: Set<Id>
  const rehomed = !sameHomes(homes, state.timeline.homes)
  // What counts as a destination hangs on where home is: every trip may read otherwise now.
  if (rehomed) for (const trip of state.trips.values()) if (trip.status === 'Active') out.changed.add(trip)
  if (all || rehomed) {
    updateTimeline(state.timeline, moved)
    affected = rebuildTimeline(state.timeline, homes)
    for (const leg of moved.removed) affected.add(leg.id)
  } else affected = updateTimeline(state.timeline, moved)
  for (const id of also) {
    affected.add(id)
    const into = state.segments.get(id)?.mergedInto ?? null
    if (into !== null) affected.add(into)
  }
  if (affected.size === 0) return out
  const placed =
    state.constraints.pins.size > 0 || state.constraints.apart.length > 0
      ? placements(state)
      : new Map<Id, Placement>()
  if (all) for (const id of placed.keys()) affected.add(id)
  const old = collectAffected(state, affected)
  if (all)
    for (const trip of state.trips.values())
      if (trip.status === 'Active' || (trip.status === 'Cancelled' && trip.manual)) old.add(trip)
  const casts = tripCandidates(state, affected)
  if (state.constraints.together.length > 0)
    for (const trip of collectAffected(state, affected)) old.add(trip)
  const castOf = new Map<Id, TripCandidate>()
  const pinnedTo = new Map<TripCandidate, TripState>()
  for (const cast of casts) {
    const trip = mostPinned(state, cast, placed)
    if (trip !== null) pinnedTo.set(cast, trip)
    cast.segmentIds = cast.segmentIds.filter((id) => !placed.has(id))
    for (const id of cast.segmentIds) castOf.set(id, cast)
  }
  const pairs = sharedWeights(state, old, castOf)
  const used = new Set<TripState>()
  for (const { trip, cast } of pairs) {
    if (cast.trip !== null || used.has(trip)) continue
    cast.trip = trip
    used.add(trip)
  }
  // What no trip has had yet joins the one to which the rest of its group is pinned.
  for (const [cast, trip] of pinnedTo) {
    if (
      cast.trip !== null ||
      cast.segmentIds.length === 0 ||
      pairs.some((pair) => pair.cast === cast && pair.trip !== trip)
    )
      continue
    const there = casts.find((other) => other.trip === trip)
    if (there === undefined) {
      cast.trip = trip
      used.add(trip)
      old.add(trip)
      continue
    }
    for (const id of cast.segmentIds) {
      there.segmentIds.push(id)
      there.reasons.set(id, cast.reasons.get(id) ?? 'together')
    }
    cast.segmentIds = []
  }
  for (const [id, { trip, why }] of placed) {
    if (!affected.has(id) || trip === null || state.segments.get(id)?.leg == null) continue
    const to = casts.find((cast) => cast.trip === trip)
    if (to !== undefined) {
      to.segmentIds.push(id)
      to.reasons.set(id, why)
      continue
    }
    // A trip outside the stretch keeps what it has.
    const kept = trip.segmentIds.filter(
      (other) => other !== id && !affected.has(other) && state.segments.get(other)?.leg != null,
    )
    for (const other of kept) affected.add(other)
    casts.push({
      segmentIds: [...kept, id],
      reasons: new Map([
        ...kept.map((other): [Id, string] => [
          other,
          state.segments.get(other)?.groupingReason ?? 'together',
        ]),
        [id, why],
      ]),
      trip,
    })
    used.add(trip)
    old.add(trip)
  }
  const filed = new Map<Id, { trip: TripState; why: string }>()
  for (const cast of casts) if (cast.segmentIds.length > 0) assignTrip(state, cast, env, out, filed)
  for (const trip of old)
    if (!casts.some((cast) => cast.trip === trip && cast.segmentIds.length > 0))
      retireTrip(state, trip, pairs, placed, out)
  for (const id of affected) {
    const item = state.segments.get(id)
    if (item === undefined) continue
    out.segments.add(item)
    if (item.leg === null) continue
    updatePlacedLeg(state, item)
    const now = filed.get(id) ?? null
    item.groupingReason = now?.why ?? null
    item.tripId = now?.trip.id ?? null
  }
  updateOverlaps(state, out)
  return out
}

/** The trip to which the heaviest part of a cast is pinned; null when nothing of it is. */
function mostPinned(
  state: MemberState,
  cast: TripCandidate,
  placed: ReadonlyMap<Id, Placement>,
): TripState | null {
  return heaviest(state, cast.segmentIds, (id) => {
    const to = placed.get(id)
    return to?.why === 'pinned' ? to.trip : null
  })
}

/** The trip to which the heaviest part of the segments goes, the older one of two; null when none of them goes to any. */
function heaviest(
  state: MemberState,
  ids: readonly Id[],
  tripOf: (id: Id) => TripState | null,
): TripState | null {
  const weights = new Map<TripState, number>()
  for (const id of ids) {
    const trip = tripOf(id)
    if (trip !== null) weights.set(trip, (weights.get(trip) ?? 0) + weightOf(state.segments.get(id)))
  }
  return (
    [...weights].sort(
      ([a, weight], [b, other]) => other - weight || a.created - b.created || Number(a.id) - Number(b.id),
    )[0]?.[0] ?? null
  )
}

interface Pair {
  trip: TripState
  cast: TripCandidate
  weight: number
}

/** Old trips against new casts by what they share: heaviest first, then the older trip (RULES 7.2). */
function sharedWeights(
  state: MemberState,
  old: ReadonlySet<TripState>,
  castOf: ReadonlyMap<Id, TripCandidate>,
): Pair[] {
  const pairs: Pair[] = []
  const back = reinstated(state, castOf)
  for (const trip of old) {
    const weights = new Map<TripCandidate, number>()
    for (const id of trip.segmentIds) {
      const item = state.segments.get(id)
      const cast = castOf.get(id) ?? castOf.get(item?.mergedInto ?? '')
      if (cast !== undefined) weights.set(cast, (weights.get(cast) ?? 0) + weightOf(item))
    }
    for (const [id, cast] of back.get(trip) ?? [])
      weights.set(cast, (weights.get(cast) ?? 0) + weightOf(state.segments.get(id)))
    for (const [cast, weight] of weights) pairs.push({ trip, cast, weight })
  }
  return pairs.sort(
    (a, b) => b.weight - a.weight || a.trip.created - b.trip.created || Number(a.trip.id) - Number(b.trip.id),
  )
}

/** Segments that were cancelled and are live again, by the trip they are still read in: it does not list them any more. */
function reinstated(
  state: MemberState,
  castOf: ReadonlyMap<Id, TripCandidate>,
): Map<TripState, Array<[Id, TripCandidate]>> {
  const out = new Map<TripState, Array<[Id, TripCandidate]>>()
  for (const [id, cast] of castOf) {
    const item = state.segments.get(id)
    if (item?.savedStatus !== 'Cancelled' || item.tripId === null) continue
    const trip = state.trips.get(item.tripId)
    if (trip === undefined || trip.segmentIds.includes(id)) continue
    const list = out.get(trip)
    if (list === undefined) out.set(trip, [[id, cast]])
    else list.push([id, cast])
  }
  return out
}

/** Gives a cast its trip, a new one when no old one is its own. */
function assignTrip(
  state: MemberState,
  cast: TripCandidate,
  env: Env,
  out: TripChanges,
  filed: Map<Id, { trip: TripState; why: string }>,
): void {
  let trip = cast.trip
  if (trip === null) {
    const from =
      cast.segmentIds
        .map((id) => state.trips.get(state.segments.get(id)?.tripId ?? ''))
        .find((other) => other?.status === 'Active') ?? null
    trip = {
      id: env.newId(),
      version: 0,
      status: 'Active',
      segmentIds: [],
      manual: false,
      overrides: {},
      mergedInto: null,
      splitFrom: from?.id ?? null,
      overlaps: [],
      created: env.now,
      updated: env.now,
      doc: '',
      bytes: 0,
    }
    state.trips.set(trip.id, trip)
    cast.trip = trip
    out.created.add(trip)
    if (from !== null) out.split.add(from)
  }
  if (trip.status !== 'Active') {
    trip.status = 'Active'
    out.changed.add(trip)
  }
  const order = (id: Id): number => state.segments.get(id)?.leg?.orderAt ?? 0
  const ids = cast.segmentIds.slice().sort((a, b) => order(a) - order(b) || Number(a) - Number(b))
  if (trip.segmentIds.join() !== ids.join()) {
    trip.segmentIds = ids
    out.changed.add(trip)
  }
  for (const id of ids) filed.set(id, { trip, why: cast.reasons.get(id) ?? 'together' })
}

/** An old trip that no cast goes on: merged into the one that took most of it, by itself or because the member said so, or cancelled. */
function retireTrip(
  state: MemberState,
  trip: TripState,
  pairs: readonly Pair[],
  placed: ReadonlyMap<Id, Placement>,
  out: TripChanges,
): void {
  if (trip.status !== 'Active') return
  // Cancelled segments stay to be read; what is withdrawn or elsewhere does not.
  const kept = trip.segmentIds.filter((id) => {
    const item = state.segments.get(id)
    return item !== undefined && item.leg === null && item.rawSegments.length > 0
  })
  const heir =
    pairs.find((pair) => pair.trip === trip)?.cast.trip ??
    (trip.manual || kept.length > 0
      ? null
      : heaviest(state, trip.segmentIds, (id) => placed.get(id)?.trip ?? null))
  if (heir !== null && heir !== trip) {
    trip.status = 'Merged'
    trip.mergedInto = heir.id
    trip.segmentIds = []
    out.merged.set(trip, heir)
    out.changed.add(trip).add(heir)
    return
  }
  if (kept.length < trip.segmentIds.length) {
    trip.segmentIds = kept
    out.changed.add(trip)
  }
  if (trip.manual) return
  trip.status = 'Cancelled'
  out.changed.add(trip)
}

/** The trip an id leads to, through merges. */
export function followMerges(state: MemberState, id: Id): TripState | null {
  let trip = state.trips.get(id) ?? null
  for (let hops = 0; trip !== null && trip.mergedInto !== null && hops < 20; hops++)
    trip = state.trips.get(trip.mergedInto) ?? null
  return trip
}
