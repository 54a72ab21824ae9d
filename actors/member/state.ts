/**
 * One member's itinerary in memory. Statements are kept with the segment they became; trips and paths are found again from
 * the segments; the head keeps what cannot be found again: constraints, held cancellations, sweeps, replacing batches.
 */
import type { StoredMember, StoredSegment } from '../../schemas/folded.js'
import type { TripFields } from '../../schemas/edit.js'
import type { Id } from '../../schemas/ids.js'
import { emptyTimeline } from '../itinerary/timeline.js'
import { relayAll } from '../itinerary/group.js'
import type { Timeline } from '../itinerary/timeline.js'
import type { LegChanges } from '../itinerary/group.js'
import type { Votes } from '../itinerary/home.js'
import { inJourneyOrder } from '../itinerary/leg.js'
import { addIndexed, addStatement, emptyIndex } from '../itinerary/statements.js'
import type { StatementIndex } from '../itinerary/statements.js'
import type { SegmentType } from '../itinerary/kinds.js'
import type { Replaced } from '../itinerary/accounts.js'
import type { Fields, IndexKey, Raw } from '../itinerary/raw.js'
import { holds, takeDerived } from './derived.js'
import type { Derived } from './derived.js'
import type { Env } from './env.js'
import { Item } from './item.js'
import type { SegmentStatus } from './item.js'
import { remerge } from './items.js'
import { see } from './legs.js'
import { connectionsOf } from './links.js'
import { homesOf } from './profile.js'
import { rawFrom, rawsFrom, splitText } from './stored-raws.js'
import type { StoredName, StoredRaw } from './stored-raws.js'
import { weighItem, weighTrip } from './weigh.js'

export type TripStatus = 'Active' | 'Cancelled' | 'Merged' | 'Deleted'

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

export interface Account {
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
  /** source#locator -> stamp of the newest cancellation of the whole booking. */
  sweeps: Map<string, number>
  /** source#locator -> the newest batch in mode `replace`. */
  replaced: Map<string, Replaced>
  /** What its items and trips weigh in memory (weigh.ts). */
  bytes: number
  /** Items that are not away, in the order in which steps last looked at them. */
  recent: Set<Item>
  /** How many of them the last step looked at. */
  looked: number
}

/** `n`: names of raws, as in stored-raws.ts; without `d`, and in rows of before, `r` instead: each raw in full, and no second line. */
export interface StoredItem {
  t: SegmentType
  n?: StoredName[]
  r?: StoredRaw[]
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
  d?: Derived
}
export interface StoredTrip {
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
  held?: Array<[SegmentType, ...StoredRaw]>
  pins?: Array<[Id, Id | null]>
  apart?: Constraints['apart']
  together?: Constraints['together']
  sweeps?: Array<[string, number]>
  replaced?: Array<[string, Replaced]>
}

/** The state of a member as last saved; behaves as the one that was saved. */
export function restore(stored: StoredMember, env: Env): MemberState {
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
    accounts: new Map(
      stored.accounts.map((part) => [
        part.id,
        { id: part.id, version: part.version, doc: part.doc, state: part.state },
      ]),
    ),
    held: new Map(),
    timeline: emptyTimeline(),
    moved: { gone: [], come: [] },
    votes: new Map(),
    constraints: { pins: new Map(head.pins ?? []), apart: head.apart ?? [], together: head.together ?? [] },
    sweeps: new Map(head.sweeps ?? []),
    replaced: new Map(head.replaced ?? []),
    bytes: 0,
    recent: new Set(),
    looked: 0,
  }
  for (const [type, ...kept] of head.held ?? []) {
    const raw = rawFrom(type, kept)
    state.held.set(raw.id, raw)
    addStatement(state.index, raw, env.places)
  }
  /** Items whose documents say what they are: nothing of them was worked out anew. */
  const asStored: Item[] = []
  for (const part of stored.segments) {
    const [text, said] = splitText(part.state)
    const kept = JSON.parse(text) as StoredItem
    const raws =
      kept.r === undefined ? rawsFrom(kept.t, kept.n ?? [], said) : kept.r.map((raw) => rawFrom(kept.t, raw))
    const item = itemOf(part, kept, raws)
    state.items.set(item.id, item)
    for (const raw of raws) state.owner.set(raw.id, item.id)
    const { d } = kept
    if (holds(d, item, env)) {
      raws.forEach((raw, i) => {
        addIndexed(state.index, raw, d.k[i] as IndexKey)
      })
      takeDerived(state, item, d, env)
      asStored.push(item)
      continue
    }
    for (const raw of raws) addStatement(state.index, raw, env.places)
    if (raws.length > 0) remerge(state, item, env)
  }
  const { come } = state.moved
  state.timeline.legs = come.filter((leg) => leg.kind === 'move' || leg.kind === 'stay').sort(inJourneyOrder)
  state.timeline.points = come
    .filter((leg) => leg.kind === 'point' || leg.kind === 'support')
    .sort(inJourneyOrder)
  state.timeline.parking = new Set(come.filter((leg) => leg.kind === 'support'))
  state.moved = { gone: [], come: [] }
  relayAll(state.timeline, homesOf(state, env))
  for (const item of state.items.values()) see(state, item)
  for (const part of stored.trips) {
    const kept = JSON.parse(part.state) as StoredTrip
    state.trips.set(part.id, {
      id: part.id,
      version: part.version,
      status: kept.s,
      segments: kept.g,
      manual: kept.man ?? false,
      words: kept.w ?? {},
      mergedInto: kept.into ?? null,
      splitFrom: kept.from ?? null,
      overlaps: kept.over ?? [],
      created: kept.c,
      updated: kept.u,
      doc: part.doc,
      bytes: 0,
    })
    for (const [id, link] of connectionsOf(
      kept.g.map((id) => state.items.get(id)).filter((item): item is Item => item?.leg != null),
    ))
      (state.items.get(id) as Item).link = link
  }
  for (const item of asStored) item.shown = { trip: item.tripId, seen: item.seen, link: item.link }
  for (const item of [...state.items.values()]
    .filter(({ away }) => !away)
    .sort((a, b) => a.updated - b.updated))
    state.recent.add(item)
  for (const item of state.items.values()) weighItem(state, item)
  for (const trip of state.trips.values()) weighTrip(state, trip)
  return state
}

function itemOf({ id, version, doc }: StoredSegment, kept: StoredItem, raws: Raw[]): Item {
  const item = new Item(id, kept.t, kept.c)
  item.version = version
  item.doc = doc
  item.raws = raws
  item.status = item.saved = kept.s
  item.tripId = kept.trip
  item.why = item.savedWhy = kept.why ?? null
  item.mergedInto = kept.into ?? null
  item.replaces = kept.rep ?? null
  item.replacedBy = kept.by ?? null
  item.updated = kept.u
  if (kept.set !== undefined) item.set = kept.set
  if (kept.like !== undefined) item.lookalikes = kept.like
  return item
}
