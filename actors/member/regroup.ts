/** From live segments to trips with ids that last (itinerary.md 5 and 7), the member's own edits honoured. */
import type { Id } from '../../schemas/ids.js'
import { groupsOf } from '../itinerary/group.js'
import type { Homes } from '../itinerary/home.js'
import type { Leg } from '../itinerary/leg.js'
import type { Env } from './env.js'
import type { Item, MemberState, Trip } from './state.js'

export interface Regrouped {
  /** Trips to look at again: new, other segments, other status. */
  touched: Set<Trip>
  created: Set<Trip>
  merged: Map<Trip, Trip>
  split: Set<Trip>
}

interface Cast { ids: Id[], why: Map<Id, string>, trip: Trip | null }

function weightOf (item: Item | undefined): number {
  switch (item?.type) {
    case 'Air': case 'Rail': case 'Cruise': return 3
    case 'Hotel': case 'Car': return 2
    default: return 1
  }
}

/** Groups as the rules have them, then as the member wants them. */
function castsOf (state: MemberState, legs: Leg[], homes: Homes): Cast[] {
  const { apart, together } = state.constraints
  const casts: Cast[] = groupsOf(legs, homes).map(group => ({ ids: group.legs.map(leg => leg.id), why: new Map(group.why), trip: null }))
  const castOf = (id: Id): Cast | undefined => casts.find(cast => cast.ids.includes(id))
  for (const [a, b] of together) {
    const left = castOf(a)
    const right = castOf(b)
    if (left === undefined || right === undefined || left === right) continue
    for (const id of right.ids) { left.ids.push(id); left.why.set(id, 'together') }
    right.ids = []
  }
  const live = new Set(legs.map(leg => leg.id))
  const place = (id: Id, trip: Trip | null, why: string): void => {
    if (!live.has(id)) return
    const from = castOf(id)
    if (from !== undefined) from.ids = from.ids.filter(other => other !== id)
    if (trip === null) return
    const to = casts.find(cast => cast.trip === trip)
    if (to === undefined) casts.push({ ids: [id], why: new Map([[id, why]]), trip }); else { to.ids.push(id); to.why.set(id, why) }
  }
  for (const split of apart) {
    const trip = state.trips.get(split.trip)
    if (trip !== undefined && trip.status !== 'Deleted') for (const id of split.segments) place(id, trip, 'apart')
  }
  return casts.filter(cast => cast.ids.length > 0)
}

/** Gives every group its trip. `homes` are those in force. */
export function regroup (state: MemberState, homes: Homes, env: Env): Regrouped {
  const out: Regrouped = { touched: new Set(), created: new Set(), merged: new Map(), split: new Set() }
  const legs: Leg[] = []
  for (const item of state.items.values()) if (item.leg !== null) legs.push(item.leg)
  const casts = castsOf(state, legs, homes)
  const { pins } = state.constraints
  const old = [...state.trips.values()].filter(trip => trip.status === 'Active' || trip.status === 'Cancelled')
  const castOf = new Map<Id, Cast>()
  for (const cast of casts) for (const id of cast.ids) castOf.set(id, cast)
  const pairs: Array<{ trip: Trip, cast: Cast, weight: number }> = []
  for (const trip of old) {
    const weights = new Map<Cast, number>()
    for (const id of trip.segments) {
      const cast = castOf.get(id)
      if (cast !== undefined && !pins.has(id)) weights.set(cast, (weights.get(cast) ?? 0) + weightOf(state.items.get(id)))
    }
    for (const [cast, weight] of weights) pairs.push({ trip, cast, weight })
  }
  pairs.sort((a, b) => b.weight - a.weight || a.trip.created - b.trip.created || Number(a.trip.id) - Number(b.trip.id))
  const used = new Set<Trip>(casts.flatMap(cast => cast.trip === null ? [] : [cast.trip]))
  for (const { trip, cast } of pairs) {
    if (cast.trip !== null || used.has(trip)) continue
    cast.trip = trip
    used.add(trip)
  }
  // Pins are moved once the groups have their trips.
  for (const [id, tripId] of pins) {
    const item = state.items.get(id)
    if (item?.leg == null) continue
    const from = castOf.get(id)
    const trip = tripId === null ? null : survivor(state, tripId)
    if (from !== undefined && from.trip === trip && trip !== null) { from.why.set(id, 'pinned'); continue }
    if (from !== undefined) from.ids = from.ids.filter(other => other !== id)
    if (trip === null || trip.status === 'Deleted') continue
    const to = casts.find(cast => cast.trip === trip)
    if (to === undefined) { casts.push({ ids: [id], why: new Map([[id, 'pinned']]), trip }); used.add(trip) } else { to.ids.push(id); to.why.set(id, 'pinned') }
  }
  const filed = new Map<Id, { trip: Trip, why: string }>()
  for (const cast of casts) {
    if (cast.ids.length === 0) continue
    let trip = cast.trip
    if (trip === null) {
      const from = cast.ids.map(id => state.items.get(id)?.tripId ?? null).find(id => id !== null && state.trips.get(id)?.status === 'Active') ?? null
      trip = {
        id: env.id(), version: 0, status: 'Active', segments: [], manual: false, words: {}, mergedInto: null, splitFrom: from, overlaps: [],
        created: env.now, updated: env.now, doc: ''
      }
      state.trips.set(trip.id, trip)
      out.created.add(trip)
      if (from !== null) out.split.add(state.trips.get(from) as Trip)
    }
    if (trip.status !== 'Active') { trip.status = 'Active'; out.touched.add(trip) }
    if (trip.segments.length !== cast.ids.length || trip.segments.some((id, i) => id !== cast.ids[i])) {
      trip.segments = cast.ids
      out.touched.add(trip)
    }
    for (const id of cast.ids) filed.set(id, { trip, why: cast.why.get(id) ?? 'together' })
  }
  for (const trip of old) {
    if (used.has(trip)) continue
    const heir = pairs.filter(pair => pair.trip === trip).sort((a, b) => b.weight - a.weight)[0]?.cast.trip ?? null
    if (trip.manual && heir === null) { if (trip.segments.some(id => state.items.get(id)?.leg != null)) { trip.segments = []; out.touched.add(trip) } continue }
    if (heir !== null && heir !== trip && trip.status === 'Active') {
      trip.status = 'Merged'
      trip.mergedInto = heir.id
      trip.segments = []
      out.merged.set(trip, heir)
      out.touched.add(trip).add(heir)
    } else if (trip.status === 'Active') {
      trip.status = 'Cancelled'
      out.touched.add(trip)
    }
  }
  for (const item of state.items.values()) {
    if (item.leg === null) continue
    const now = filed.get(item.id) ?? null
    item.why = now?.why ?? null
    item.tripId = now?.trip.id ?? null
  }
  overlaps(state, out)
  return out
}

/** The trip an id leads to, through merges. */
export function survivor (state: MemberState, id: Id): Trip | null {
  let trip = state.trips.get(id) ?? null
  for (let hops = 0; trip !== null && trip.mergedInto !== null && hops < 20; hops++) trip = state.trips.get(trip.mergedInto) ?? null
  return trip
}

function overlaps (state: MemberState, out: Regrouped): void {
  const spans: Array<{ trip: Trip, start: number, end: number }> = []
  for (const trip of state.trips.values()) {
    if (trip.status !== 'Active') continue
    let start = Infinity
    let end = -Infinity
    for (const id of trip.segments) {
      const leg = state.items.get(id)?.leg
      if (leg == null || leg.type === 'Checkin' || leg.type === 'Parking') continue
      start = Math.min(start, leg.start)
      end = Math.max(end, leg.end)
    }
    if (start <= end) spans.push({ trip, start, end })
  }
  spans.sort((a, b) => a.start - b.start || Number(a.trip.id) - Number(b.trip.id))
  const found = new Map<Trip, Id[]>()
  spans.forEach((span, i) => {
    for (let j = i + 1; j < spans.length; j++) {
      const other = spans[j] as typeof span
      if (other.start >= span.end) break
      found.set(span.trip, [...found.get(span.trip) ?? [], other.trip.id])
      found.set(other.trip, [...found.get(other.trip) ?? [], span.trip.id])
    }
  })
  for (const { trip } of spans) {
    const now = (found.get(trip) ?? []).sort((a, b) => Number(a) - Number(b))
    if (now.join() !== trip.overlaps.join()) { trip.overlaps = now; out.touched.add(trip) }
  }
}
