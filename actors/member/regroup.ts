/** From live segments to trips with ids that last (itinerary.md 5 and 7), the member's own edits honoured. */
import type { Id } from '../../schemas/ids.js'
import { relay, relayAll } from '../itinerary/group.js'
import type { Homes } from '../itinerary/home.js'
import { castsOf, widen } from './casts.js'
import type { Cast } from './casts.js'
import type { Env } from './env.js'
import { see } from './legs.js'
import { overlaps } from './overlaps.js'
import { sameHomes } from './profile.js'
import type { Item } from './item.js'
import type { MemberState, Trip } from './state.js'

export interface Regrouped {
  /** Trips to look at again: new, other segments, other status. */
  touched: Set<Trip>
  created: Set<Trip>
  /** Trips that went into another. */
  merged: Map<Trip, Trip>
  split: Set<Trip>
  /** Items whose trip, reason or place may have changed. */
  items: Set<Item>
}

/** The outcome of grouping before anything has changed; it is filled in place. */
export function emptyRegroup(): Regrouped {
  return { touched: new Set(), created: new Set(), merged: new Map(), split: new Set(), items: new Set() }
}

function weightOf(item: Item | undefined): number {
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
  trip: Trip | null
  why: string
}

/** Segments that a member has placed: by id, the trip they go to, or null for none. */
function placements(state: MemberState): Map<Id, Placement> {
  const out = new Map<Id, Placement>()
  const { apart, pins } = state.constraints
  for (const split of apart) {
    const trip = survivor(state, split.trip)
    if (trip !== null && trip.status !== 'Deleted')
      for (const id of split.segments) out.set(id, { trip, why: 'apart' })
  }
  for (const [id, to] of pins) {
    const trip = to === null ? null : survivor(state, to)
    if (to === null || (trip !== null && trip.status !== 'Deleted')) out.set(id, { trip, why: 'pinned' })
  }
  return out
}

/** Works the step's changes into the trips. `all`: whatever has changed, look at everything. */
export function regroup(
  state: MemberState,
  homes: Homes,
  env: Env,
  all: boolean,
  also: Iterable<Id>,
): Regrouped {
  const out = emptyRegroup()
  const moved = state.moved
  state.moved = { gone: [], come: [] }
  let affected: Set<Id>
  const rehomed = !sameHomes(homes, state.timeline.homes)
  // What counts as a destination hangs on where home is: every trip may read otherwise now.
  if (rehomed) for (const trip of state.trips.values()) if (trip.status === 'Active') out.touched.add(trip)
  if (all || rehomed) {
    relay(state.timeline, moved)
    affected = relayAll(state.timeline, homes)
    for (const leg of moved.gone) affected.add(leg.id)
  } else affected = relay(state.timeline, moved)
  for (const id of also) {
    affected.add(id)
    const into = state.items.get(id)?.mergedInto ?? null
    if (into !== null) affected.add(into)
  }
  if (affected.size === 0) return out
  const placed =
    state.constraints.pins.size > 0 || state.constraints.apart.length > 0
      ? placements(state)
      : new Map<Id, Placement>()
  if (all) for (const id of placed.keys()) affected.add(id)
  const old = widen(state, affected)
  if (all)
    for (const trip of state.trips.values())
      if (trip.status === 'Active' || (trip.status === 'Cancelled' && trip.manual)) old.add(trip)
  const casts = castsOf(state, affected)
  if (state.constraints.together.length > 0) for (const trip of widen(state, affected)) old.add(trip)
  const castOf = new Map<Id, Cast>()
  const pinnedTo = new Map<Cast, Trip>()
  for (const cast of casts) {
    const trip = mostPinned(state, cast, placed)
    if (trip !== null) pinnedTo.set(cast, trip)
    cast.ids = cast.ids.filter((id) => !placed.has(id))
    for (const id of cast.ids) castOf.set(id, cast)
  }
  const pairs = votesOf(state, old, castOf)
  const used = new Set<Trip>()
  for (const { trip, cast } of pairs) {
    if (cast.trip !== null || used.has(trip)) continue
    cast.trip = trip
    used.add(trip)
  }
  // What no trip has had yet joins the one to which the rest of its group is pinned.
  for (const [cast, trip] of pinnedTo) {
    if (
      cast.trip !== null ||
      cast.ids.length === 0 ||
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
    for (const id of cast.ids) {
      there.ids.push(id)
      there.why.set(id, cast.why.get(id) ?? 'together')
    }
    cast.ids = []
  }
  for (const [id, { trip, why }] of placed) {
    if (!affected.has(id) || trip === null || state.items.get(id)?.leg == null) continue
    const to = casts.find((cast) => cast.trip === trip)
    if (to !== undefined) {
      to.ids.push(id)
      to.why.set(id, why)
      continue
    }
    // A trip outside the stretch keeps what it has.
    const kept = trip.segments.filter(
      (other) => other !== id && !affected.has(other) && state.items.get(other)?.leg != null,
    )
    for (const other of kept) affected.add(other)
    casts.push({
      ids: [...kept, id],
      why: new Map([
        ...kept.map((other): [Id, string] => [other, state.items.get(other)?.why ?? 'together']),
        [id, why],
      ]),
      trip,
    })
    used.add(trip)
    old.add(trip)
  }
  const filed = new Map<Id, { trip: Trip; why: string }>()
  for (const cast of casts) if (cast.ids.length > 0) file(state, cast, env, out, filed)
  for (const trip of old)
    if (!casts.some((cast) => cast.trip === trip && cast.ids.length > 0))
      leave(state, trip, pairs, placed, out)
  for (const id of affected) {
    const item = state.items.get(id)
    if (item === undefined) continue
    out.items.add(item)
    if (item.leg === null) continue
    see(state, item)
    const now = filed.get(id) ?? null
    item.why = now?.why ?? null
    item.tripId = now?.trip.id ?? null
  }
  overlaps(state, out)
  return out
}

/** The trip to which the heaviest part of a cast is pinned; null when nothing of it is. */
function mostPinned(state: MemberState, cast: Cast, placed: ReadonlyMap<Id, Placement>): Trip | null {
  return heaviest(state, cast.ids, (id) => {
    const to = placed.get(id)
    return to?.why === 'pinned' ? to.trip : null
  })
}

/** The trip to which the heaviest part of the segments goes, the older one of two; null when none of them goes to any. */
function heaviest(state: MemberState, ids: readonly Id[], tripOf: (id: Id) => Trip | null): Trip | null {
  const weights = new Map<Trip, number>()
  for (const id of ids) {
    const trip = tripOf(id)
    if (trip !== null) weights.set(trip, (weights.get(trip) ?? 0) + weightOf(state.items.get(id)))
  }
  return (
    [...weights].sort(
      ([a, weight], [b, other]) => other - weight || a.created - b.created || Number(a.id) - Number(b.id),
    )[0]?.[0] ?? null
  )
}

interface Pair {
  trip: Trip
  cast: Cast
  weight: number
}

/** Old trips against new casts by what they share: heaviest first, then the older trip (itinerary.md 7). */
function votesOf(state: MemberState, old: ReadonlySet<Trip>, castOf: ReadonlyMap<Id, Cast>): Pair[] {
  const pairs: Pair[] = []
  const back = reinstated(state, castOf)
  for (const trip of old) {
    const weights = new Map<Cast, number>()
    for (const id of trip.segments) {
      const item = state.items.get(id)
      const cast = castOf.get(id) ?? castOf.get(item?.mergedInto ?? '')
      if (cast !== undefined) weights.set(cast, (weights.get(cast) ?? 0) + weightOf(item))
    }
    for (const [id, cast] of back.get(trip) ?? [])
      weights.set(cast, (weights.get(cast) ?? 0) + weightOf(state.items.get(id)))
    for (const [cast, weight] of weights) pairs.push({ trip, cast, weight })
  }
  return pairs.sort(
    (a, b) => b.weight - a.weight || a.trip.created - b.trip.created || Number(a.trip.id) - Number(b.trip.id),
  )
}

/** Segments that were cancelled and are live again, by the trip they are still read in: it does not list them any more. */
function reinstated(state: MemberState, castOf: ReadonlyMap<Id, Cast>): Map<Trip, Array<[Id, Cast]>> {
  const out = new Map<Trip, Array<[Id, Cast]>>()
  for (const [id, cast] of castOf) {
    const item = state.items.get(id)
    if (item?.saved !== 'Cancelled' || item.tripId === null) continue
    const trip = state.trips.get(item.tripId)
    if (trip === undefined || trip.segments.includes(id)) continue
    const list = out.get(trip)
    if (list === undefined) out.set(trip, [[id, cast]])
    else list.push([id, cast])
  }
  return out
}

/** Gives a cast its trip, a new one when no old one is its own. */
function file(
  state: MemberState,
  cast: Cast,
  env: Env,
  out: Regrouped,
  filed: Map<Id, { trip: Trip; why: string }>,
): void {
  let trip = cast.trip
  if (trip === null) {
    const from =
      cast.ids
        .map((id) => state.trips.get(state.items.get(id)?.tripId ?? ''))
        .find((other) => other?.status === 'Active') ?? null
    trip = {
      id: env.id(),
      version: 0,
      status: 'Active',
      segments: [],
      manual: false,
      words: {},
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
    out.touched.add(trip)
  }
  const order = (id: Id): number => state.items.get(id)?.leg?.order ?? 0
  const ids = cast.ids.slice().sort((a, b) => order(a) - order(b) || Number(a) - Number(b))
  if (trip.segments.join() !== ids.join()) {
    trip.segments = ids
    out.touched.add(trip)
  }
  for (const id of ids) filed.set(id, { trip, why: cast.why.get(id) ?? 'together' })
}

/** An old trip that no cast goes on: merged into the one that took most of it, by itself or because the member said so, or cancelled. */
function leave(
  state: MemberState,
  trip: Trip,
  pairs: readonly Pair[],
  placed: ReadonlyMap<Id, Placement>,
  out: Regrouped,
): void {
  if (trip.status !== 'Active') return
  // Cancelled segments stay to be read; what is withdrawn or elsewhere does not.
  const kept = trip.segments.filter((id) => {
    const item = state.items.get(id)
    return item !== undefined && item.leg === null && item.raws.length > 0
  })
  const heir =
    pairs.find((pair) => pair.trip === trip)?.cast.trip ??
    (trip.manual || kept.length > 0
      ? null
      : heaviest(state, trip.segments, (id) => placed.get(id)?.trip ?? null))
  if (heir !== null && heir !== trip) {
    trip.status = 'Merged'
    trip.mergedInto = heir.id
    trip.segments = []
    out.merged.set(trip, heir)
    out.touched.add(trip).add(heir)
    return
  }
  if (kept.length < trip.segments.length) {
    trip.segments = kept
    out.touched.add(trip)
  }
  if (trip.manual) return
  trip.status = 'Cancelled'
  out.touched.add(trip)
}

/** The trip an id leads to, through merges. */
export function survivor(state: MemberState, id: Id): Trip | null {
  let trip = state.trips.get(id) ?? null
  for (let hops = 0; trip !== null && trip.mergedInto !== null && hops < 20; hops++)
    trip = state.trips.get(trip.mergedInto) ?? null
  return trip
}
