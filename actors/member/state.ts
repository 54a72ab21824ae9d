/**
 * One member's itinerary in memory. Statements are kept with the segment they became; trips and paths are found again from
 * the segments; the head keeps what cannot be found again: constraints, held cancellations, sweeps.
 */
import type { StoredMember } from '../../schemas/folded.js'
import type { TripFields } from '../../schemas/edit.js'
import type { Id } from '../../schemas/ids.js'
import { emptyTimeline, relayAll } from '../itinerary/group.js'
import type { LegChanges, Timeline } from '../itinerary/group.js'
import type { Votes } from '../itinerary/home.js'
import { inJourneyOrder } from '../itinerary/leg.js'
import type { Leg } from '../itinerary/leg.js'
import type { Merged } from '../itinerary/merge.js'
import { addIndexed, addStatement, emptyIndex } from '../itinerary/statements.js'
import type { IndexKey, StatementIndex } from '../itinerary/statements.js'
import type { SegmentType } from '../itinerary/kinds.js'
import type { Fields, Raw } from '../itinerary/statement.js'
import { holds, takeDerived } from './derived.js'
import type { Derived } from './derived.js'
import type { Env } from './env.js'
import { remerge } from './items.js'
import { see } from './legs.js'
import { connectionsOf } from './links.js'
import type { Connection } from './links.js'
import { homesOf } from './profile.js'
import { rawFrom, rawsFrom } from './stored-raws.js'
import type { StoredRaw } from './stored-raws.js'
import { weighItem, weighTrip } from './weigh.js'

export type SegmentStatus = 'Active' | 'Pending' | 'Cancelled' | 'Merged' | 'Deleted'
export type TripStatus = 'Active' | 'Cancelled' | 'Merged' | 'Deleted'

export interface Item {
  id: Id
  version: number
  raws: Raw[]
  merged: Merged | null
  /** Its leg while it is live; change it through `setLeg` alone. */
  leg: Leg | null
  /** The leg as its trip has it: a place that its name alone left open is settled there. */
  seen: Leg | null
  status: SegmentStatus
  /** Whether it is reached by a connection. */
  link: Connection
  /** Status as last written. */
  saved: SegmentStatus | null
  /** What the document said beside the statements when last written; null when it was not written since the state was restored. */
  shown: { trip: Id | null, seen: Leg | null, link: Connection } | null
  /** Reason as last written. */
  savedWhy: string | null
  tripId: Id | null
  why: string | null
  /** Fields the member pinned (segment.set). */
  set: Fields
  mergedInto: Id | null
  replaces: Id | null
  replacedBy: Id | null
  lookalikes: Id[]
  created: number
  updated: number
  doc: string
  type: SegmentType
  /** What it weighs in memory (weigh.ts). */
  bytes: number
}

export interface Trip {
  id: Id
  version: number
  status: TripStatus
  segments: Id[]
  /** Made by the member: stays when it is empty. */
  manual: boolean
  words: TripFields
  mergedInto: Id | null
  splitFrom: Id | null
  overlaps: Id[]
  created: number
  updated: number
  doc: string
  /** What it weighs in memory (weigh.ts). */
  bytes: number
}

export interface Account { id: Id, version: number, doc: string, state: string }

export interface Constraints {
  /** Segment to trip; null pins it to no trip. */
  pins: Map<Id, Id | null>
  /** Sets of segments that stay in a trip of their own, with the trip made for them. */
  apart: Array<{ trip: Id, segments: Id[] }>
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
  owner: Map<Id, Id>
  items: Map<Id, Item>
  trips: Map<Id, Trip>
  accounts: Map<Id, Account>
  held: Map<Id, Raw>
  constraints: Constraints
  timeline: Timeline
  /** Legs that came and went in the step at work. */
  moved: LegChanges
  /** Places by how often they are left, reached and slept at: the home of a member who has told none. */
  votes: Map<string, Votes>
  /** source#locator -> stamp of the newest batch in mode `replace`. */
  sweeps: Map<string, number>
  /** What its items and trips weigh in memory (weigh.ts). */
  bytes: number
}

/** `q`: raws as in stored-raws.ts; rows of before have `r`, each raw in full. */
export interface StoredItem { t: SegmentType, q?: StoredRaw[], r?: StoredRaw[], c: number, u: number, s: SegmentStatus, trip: Id | null, why?: string | null, set?: Fields, into?: Id | null, rep?: Id | null, by?: Id | null, like?: Id[], d?: Derived }
export interface StoredTrip { c: number, u: number, s: TripStatus, g: Id[], man?: boolean, w?: TripFields, into?: Id | null, from?: Id | null, over?: Id[] }
export interface StoredHead { held?: Array<[SegmentType, ...StoredRaw]>, pins?: Array<[Id, Id | null]>, apart?: Constraints['apart'], together?: Constraints['together'], sweeps?: Array<[string, number]> }

/** The state of a member as last saved; behaves as the one that was saved. */
export function restore (stored: StoredMember, env: Env): MemberState {
  const head = (stored.head === null ? {} : JSON.parse(stored.head)) as StoredHead
  const state: MemberState = {
    id: stored.id,
    lastSeq: stored.lastSeq,
    sequence: stored.sequence,
    profile: JSON.parse(stored.profile === '' ? '{}' : stored.profile) as Record<string, unknown>,
    index: emptyIndex(),
    owner: new Map(),
    items: new Map(),
    trips: new Map(),
    accounts: new Map(stored.accounts.map(part => [part.id, { id: part.id, version: part.version, doc: part.doc, state: part.state }])),
    held: new Map(),
    timeline: emptyTimeline(),
    moved: { gone: [], come: [] },
    votes: new Map(),
    constraints: { pins: new Map(head.pins ?? []), apart: head.apart ?? [], together: head.together ?? [] },
    sweeps: new Map(head.sweeps ?? []),
    bytes: 0
  }
  for (const [type, ...kept] of head.held ?? []) {
    const raw = rawFrom(type, kept)
    state.held.set(raw.id, raw)
    addStatement(state.index, raw, env.places)
  }
  /** Items whose documents say what they are: nothing of them was worked out anew. */
  const asStored: Item[] = []
  for (const part of stored.segments) {
    const kept = JSON.parse(part.state) as StoredItem
    const raws = kept.q === undefined ? (kept.r ?? []).map(raw => rawFrom(kept.t, raw)) : rawsFrom(kept.t, kept.q)
    const item: Item = {
      id: part.id, version: part.version, raws, merged: null, leg: null, seen: null, link: { isConnection: false, minutes: null }, status: kept.s, saved: kept.s, shown: null, savedWhy: kept.why ?? null, tripId: kept.trip, why: kept.why ?? null, set: kept.set ?? {}, mergedInto: kept.into ?? null,
      replaces: kept.rep ?? null, replacedBy: kept.by ?? null, lookalikes: kept.like ?? [], created: kept.c, updated: kept.u, doc: part.doc, type: kept.t, bytes: 0
    }
    state.items.set(item.id, item)
    for (const raw of raws) state.owner.set(raw.id, item.id)
    const { d } = kept
    if (holds(d, item, env)) {
      raws.forEach((raw, i) => { addIndexed(state.index, raw, d.k[i] as IndexKey) })
      takeDerived(state, item, d, env)
      asStored.push(item)
      continue
    }
    for (const raw of raws) addStatement(state.index, raw, env.places)
    if (raws.length > 0) remerge(state, item, env)
  }
  const { come } = state.moved
  state.timeline.legs = come.filter(leg => leg.kind === 'move' || leg.kind === 'stay').sort(inJourneyOrder)
  state.timeline.points = come.filter(leg => leg.kind === 'point' || leg.kind === 'support').sort(inJourneyOrder)
  state.timeline.parking = new Set(come.filter(leg => leg.kind === 'support'))
  state.moved = { gone: [], come: [] }
  relayAll(state.timeline, homesOf(state, env))
  for (const item of state.items.values()) see(state, item)
  for (const part of stored.trips) {
    const kept = JSON.parse(part.state) as StoredTrip
    state.trips.set(part.id, {
      id: part.id, version: part.version, status: kept.s, segments: kept.g, manual: kept.man ?? false, words: kept.w ?? {}, mergedInto: kept.into ?? null, splitFrom: kept.from ?? null,
      overlaps: kept.over ?? [], created: kept.c, updated: kept.u, doc: part.doc, bytes: 0
    })
    for (const [id, link] of connectionsOf(kept.g.map(id => state.items.get(id)).filter((item): item is Item => item?.leg != null))) (state.items.get(id) as Item).link = link
  }
  for (const item of asStored) item.shown = { trip: item.tripId, seen: item.seen, link: item.link }
  for (const item of state.items.values()) weighItem(state, item)
  for (const trip of state.trips.values()) weighTrip(state, trip)
  return state
}
