/** One step of one member (itinerary.md 7): messages in, rows and events out. */
import type { TripFields } from '../../schemas/edit.js'
import type { Folded, SegmentWrite, TripWrite } from '../../schemas/folded.js'
import type { Id } from '../../schemas/ids.js'
import type { Incoming } from '../../schemas/message.js'
import { packOrigins } from '../../schemas/provenance.js'
import type { Homes } from '../itinerary/home.js'
import { inJourneyOrder } from '../itinerary/leg.js'
import type { Leg } from '../itinerary/leg.js'
import { sameJson } from '../itinerary/same-json.js'
import { utcText } from '../itinerary/zones.js'
import { derivedOf } from './derived.js'
import type { Env } from './env.js'
import { lookedAt } from './away.js'
import { connectionsOf, rebookings } from './links.js'
import type { Connection } from './links.js'
import { eventsOf } from './events.js'
import type { Change } from './events.js'
import { intake, outcomes } from './intake.js'
import { forgetAlike, remerge, resolve } from './items.js'
import { joined, partsOf } from './parts.js'
import { homesOf } from './profile.js'
import { setLeg } from './legs.js'
import { regroup } from './regroup.js'
import type { Regrouped } from './regroup.js'
import { endsOf } from './seen.js'
import { segmentDoc } from './segment-doc.js'
import type { Item } from './item.js'
import type { MemberState, StoredHead, StoredItem, StoredTrip, Trip } from './state.js'
import { emptyStep } from './step.js'
import { concerned } from './take.js'
import { storedNames, storedRaw, storedText } from './stored-raws.js'
import { restingDoc, shownSpan, tripDoc } from './trip-doc.js'
import { weighItem, weighTrip } from './weigh.js'

/**
 * One step of one member: everything queued for it, folded at once, or in parts (parts.ts) (itinerary.md 7). Pure but for
 * reusing `state`, which must not be touched again. Messages with `seq <= state.lastSeq` are left out by the caller.
 */
export function decide (state: MemberState, messages: Incoming[], env: Env): { state: MemberState, folded: Folded } {
  return { state, folded: partsOf(messages).map(part => fold(state, part, env)).reduce(joined) }
}

function fold (state: MemberState, messages: Incoming[], env: Env): Folded {
  const step = emptyStep()
  for (const message of messages) intake(state, step, message, env)
  const resolved = resolve(state, step.seeds, env, step.regroup)
  for (const item of step.stale) if (item.raws.length > 0 && !resolved.merged.has(item)) { remerge(state, item, env); resolved.changed.add(item) }
  for (const [item, into] of resolved.lost) retire(state, item, 'Merged', into)
  for (const item of new Set([...resolved.emptied, ...step.emptied])) if (item.raws.length === 0) retire(state, item, 'Deleted', null)
  for (const pending of step.batches) {
    if (pending.by === null) continue
    const owner = state.owner.get(pending.by)
    const id = owner ?? concerned(state, pending, pending.by)
    if (id !== null) pending.resource = { kind: 'segment', id }
    if (owner !== undefined && pending.pin !== null) state.constraints.pins.set(owner, pending.pin)
  }
  const gone = new Set<Item>([...resolved.lost.keys(), ...resolved.emptied, ...step.emptied].filter(item => item.raws.length === 0))
  rebookings(state, resolved.changed, gone, env)
  forgetAlike(state, gone, resolved.changed)
  const homes = homesOf(state, env)
  const regrouped = regroup(state, homes, env, step.regroup, [...gone, ...step.batches.flatMap(p => p.pin === null || p.by === null ? [] : [state.items.get(state.owner.get(p.by) ?? '')])].flatMap(item => item === undefined ? [] : [item.id]))
  for (const item of gone) item.tripId = null
  for (const trip of step.trips) regrouped.touched.add(trip)
  for (const [other, into] of step.merged) regrouped.merged.set(other, into)
  const { segments, trips, changes, visible } = write(state, resolved.changed, gone, regrouped, step.said, homes, env)
  const batches = step.batches.map(pending => ({
    id: pending.message.envelope.batch, seq: pending.message.seq, status: pending.refusal === null ? 'processed' as const : 'failed' as const,
    results: outcomes(state, pending, resolved.created, visible), resource: pending.resource, refusal: pending.refusal
  }))
  for (const batch of batches) {
    changes.push({ type: 'batch.processed', resource: batch.id, object: { id: batch.id, batch_id: batch.id, status: batch.status, results: batch.results }, before: null, material: false })
  }
  const events = eventsOf(state, [...changes.filter(c => c.type !== 'batch.processed'), ...step.others, ...changes.filter(c => c.type === 'batch.processed')], env.now)
  state.lastSeq = messages.at(-1)?.seq ?? state.lastSeq
  return {
    member: state.id, profile: step.profile ? JSON.stringify(state.profile) : null, head: JSON.stringify(headOf(state)), sequence: state.sequence, lastSeq: state.lastSeq,
    segments, trips, accounts: step.accounts, events, batches
  }
}

function retire (state: MemberState, item: Item, status: 'Merged' | 'Deleted', into: Id | null): void {
  item.status = status
  item.mergedInto = into
  setLeg(state, item, null)
  item.merged = null
}

function headOf (state: MemberState): StoredHead {
  const { pins, apart, together } = state.constraints
  const head: StoredHead = {}
  if (state.held.size > 0) head.held = [...state.held.values()].map(raw => [raw.type, ...storedRaw(raw)])
  if (pins.size > 0) head.pins = [...pins]
  if (apart.length > 0) head.apart = apart
  if (together.length > 0) head.together = together
  if (state.sweeps.size > 0) head.sweeps = [...state.sweeps]
  if (state.replaced.size > 0) head.replaced = [...state.replaced]
  return head
}

const PLAIN: Connection = { isConnection: false, minutes: null }

/** Writes what the step touched; `changes` are its events in order: segments, then trips. */
function write (state: MemberState, changed: ReadonlySet<Item>, gone: ReadonlySet<Item>, regrouped: Regrouped, said: ReadonlyMap<Trip, TripFields>, homes: Homes, env: Env): { segments: SegmentWrite[], trips: TripWrite[], changes: Change[], visible: Set<Id> } {
  const trips = new Set<Trip>(regrouped.touched)
  const look = new Set<Item>([...changed, ...gone, ...regrouped.items])
  const linked = new Set<Trip>(trips)
  for (const item of look) {
    const trip = item.tripId === null ? undefined : state.trips.get(item.tripId)
    if (trip?.status === 'Active') linked.add(trip)
  }
  for (const trip of linked) {
    for (const [id, link] of connectionsOf(itemsOf(state, trip).filter(item => item.leg !== null))) {
      const item = state.items.get(id) as Item
      if (item.link.minutes !== link.minutes || item.link.isConnection !== link.isConnection) { item.link = link; look.add(item) }
    }
  }
  const segmentChanges: Change[] = []
  const segments: SegmentWrite[] = []
  for (const item of [...look].sort(byId)) {
    if (item.leg === null || item.tripId === null) item.link = PLAIN
    const change = changed.has(item) || gone.has(item) || !asShown(item) ? writeItem(state, item, env) : null
    if (change === null && !changed.has(item) && item.why === item.savedWhy) continue
    if (change !== null) item.version += 1
    item.saved = item.status
    item.savedWhy = item.why
    if (change !== null) {
      segmentChanges.push(change)
      const trip = item.tripId === null ? undefined : state.trips.get(item.tripId)
      if (trip?.status === 'Active' || trip?.status === 'Cancelled') trips.add(trip)
    }
    segments.push(segmentRow(item, env))
    weighItem(state, item)
  }
  const born = [...trips].filter(trip => trip.doc === '')
  const tripChanges: Change[] = []
  const rows: TripWrite[] = []
  for (const trip of [...trips].sort(byId)) {
    const items = itemsOf(state, trip)
    const change = writeTrip(state, trip, items, regrouped, said.get(trip) ?? {}, born, homes, env)
    if (change !== null) tripChanges.push(change)
    rows.push(tripRow(state, trip, items, homes))
    weighTrip(state, trip)
  }
  lookedAt(state, [...look, ...[...trips].flatMap(trip => itemsOf(state, trip))])
  return { segments, trips: rows, changes: [...segmentChanges, ...tripChanges.filter(change => change.type !== '')], visible: new Set(segmentChanges.map(change => change.resource)) }
}

function byId (a: { id: Id }, b: { id: Id }): number { return Number(a.id) - Number(b.id) }

function itemsOf (state: MemberState, trip: Trip): Item[] {
  return trip.segments.map(id => state.items.get(id)).filter((item): item is Item => item !== undefined)
    .sort((a, b) => (a.leg !== null && b.leg !== null ? inJourneyOrder(a.leg, b.leg) : byId(a, b)))
}

/** Whether an item that no statement changed looks as its document says. */
function asShown ({ shown, tripId, seen, link }: Item): boolean {
  return shown !== null && shown.trip === tripId && sameEnds(shown.seen, seen) && shown.link.minutes === link.minutes && shown.link.isConnection === link.isConnection
}

/** Whether two legs of one item are shown alike: laid again, a leg is another one at the same place as a rule. */
function sameEnds (a: Leg | null, b: Leg | null): boolean {
  return a === b || (sameJson(a?.from?.spots[0], b?.from?.spots[0]) && sameJson(a?.to?.spots[0], b?.to?.spots[0]))
}

/** Brings an item's document up to date; null when nothing visible changed. */
function writeItem (state: MemberState, item: Item, env: Env): Change | null {
  item.shown = { trip: item.tripId, seen: item.seen, link: item.link }
  const tombstone = item.merged === null && item.doc !== ''
  const fresh = tombstone ? { ...parsed(item.doc), status: item.status, trip_id: null, merged_into: item.mergedInto } : segmentDoc(state, item, env, item.link, item.updated)
  const text = JSON.stringify(fresh)
  if (text === item.doc) return null
  const was = item.doc === '' ? null : parsed(item.doc)
  item.updated = env.now
  const { updated } = fresh
  fresh.updated = utcText(env.now)
  item.doc = withEnd(text, { updated }, { updated: fresh.updated })
  const type = was === null ? 'segment.created' : item.status === 'Merged' ? 'segment.merged' : item.status === 'Deleted' ? 'segment.deleted'
    : item.status === 'Cancelled' && item.saved !== 'Cancelled' ? 'segment.cancelled' : 'segment.updated'
  return { type, resource: item.id, object: fresh, text: item.doc, before: was, material: null }
}

/** Brings a trip's document up to date; null when nothing visible changed, a change without type when no event tells of it. */
function writeTrip (state: MemberState, trip: Trip, items: readonly Item[], regrouped: Regrouped, said: TripFields, born: readonly Trip[], homes: Homes, env: Env): Change | null {
  const fresh: Record<string, unknown> = trip.status === 'Active' || trip.doc === '' ? tripDoc(state, trip, items, homes, env, trip.updated)
    : restingDoc(state, trip, items, said, homes)
  fresh.version = trip.version
  const text = JSON.stringify(fresh)
  const lost = mergedInto(trip, regrouped)
  if (text === trip.doc) {
    // What is merged may have held nothing: whoever knows it is told all the same where it went.
    return lost.length === 0 ? null : { type: 'trip.merged', resource: trip.id, object: fresh, text, before: fresh, material: false, beside: { merged_from: lost } }
  }
  trip.version += 1
  const was = trip.doc === '' ? null : parsed(trip.doc)
  trip.updated = env.now
  const end = endOf(fresh)
  fresh.updated = utcText(env.now)
  fresh.version = trip.version
  trip.doc = withEnd(text, end, endOf(fresh))
  const change: Change = { type: 'trip.updated', resource: trip.id, object: fresh, text: trip.doc, before: was, material: null }
  const parts = born.filter(other => other.splitFrom === trip.id).map(other => other.id)
  if (was === null) change.type = 'trip.created'
  else if (lost.length > 0) { change.type = 'trip.merged'; change.beside = { merged_from: lost } } else if (trip.status === 'Deleted') change.type = 'trip.deleted'
  else if (trip.status === 'Cancelled') change.type = was.status === 'Cancelled' ? 'trip.updated' : 'trip.cancelled'
  else if (trip.status === 'Merged') change.type = ''
  else if (parts.length > 0) { change.type = 'trip.split'; change.beside = { split_into: parts } }
  return change
}

/** Ids of the trips that the step merged into this one, by way of others too. */
function mergedInto (trip: Trip, { merged }: Regrouped): Id[] {
  if (trip.status === 'Merged') return []
  const leads = (to: Trip): boolean => {
    for (let next: Trip | undefined = to, hops = 0; next !== undefined && hops <= merged.size; next = merged.get(next), hops++) if (next === trip) return true
    return false
  }
  return [...merged].filter(([, heir]) => leads(heir)).map(([old]) => old.id)
}

/** The last fields of a trip's document, from its version on. */
function endOf ({ version, created, updated, notes }: Record<string, unknown>): Record<string, unknown> {
  return { version, created, updated, notes }
}

/** A document whose last fields, `was`, are others now: the rest is not written again. */
function withEnd (text: string, was: Record<string, unknown>, now: Record<string, unknown>): string {
  const tail = (fields: Record<string, unknown>): string => JSON.stringify(fields).slice(1)
  return `${text.slice(0, -tail(was).length)}${tail(now)}`
}

function parsed (doc: string): Record<string, unknown> { return JSON.parse(doc) as Record<string, unknown> }

function locatorsOf ({ merged }: Item): string[] {
  const out: string[] = []
  for (const { confirmation_no: locator } of merged?.bookings ?? []) if (locator !== null && !out.includes(locator)) out.push(locator)
  return out
}

function segmentRow (item: Item, env: Env): SegmentWrite {
  const derived = derivedOf(item, env)
  const state: StoredItem = { t: item.type, ...derived === undefined ? { r: item.raws.map(storedRaw) } : { n: storedNames(item.raws) }, c: item.created, u: item.updated, s: item.status, trip: item.tripId }
  if (item.why !== null) state.why = item.why
  if (Object.keys(item.set).length > 0) state.set = item.set
  if (item.mergedInto !== null) state.into = item.mergedInto
  if (item.replaces !== null) state.rep = item.replaces
  if (item.replacedBy !== null) state.by = item.replacedBy
  if (item.lookalikes.length > 0) state.like = item.lookalikes
  if (derived !== undefined) state.d = derived
  const { start, end } = endsOf(item)
  return {
    id: item.id, tripId: item.tripId, type: item.type, status: item.status, source: item.merged?.source ?? null,
    confirmationNos: locatorsOf(item),
    startAt: start?.at ?? null, endAt: end?.at ?? start?.at ?? null, rawIds: item.raws.map(raw => raw.id), version: item.version, updated: item.updated, doc: item.doc,
    provenance: packOrigins(item.merged?.origins ?? {}), state: derived === undefined ? JSON.stringify(state) : storedText(state, item.raws)
  }
}

function tripRow (member: MemberState, trip: Trip, items: readonly Item[], homes: Homes): TripWrite {
  const state: StoredTrip = { c: trip.created, u: trip.updated, s: trip.status, g: trip.segments }
  if (trip.manual) state.man = true
  if (Object.keys(trip.words).length > 0) state.w = trip.words
  if (trip.mergedInto !== null) state.into = trip.mergedInto
  if (trip.splitFrom !== null) state.from = trip.splitFrom
  if (trip.overlaps.length > 0) state.over = trip.overlaps
  const span = shownSpan(member, trip.words, items.filter(item => item.leg !== null), homes)
  return {
    id: trip.id, status: trip.status, privacy: trip.words.privacy ?? 'Private', personal: trip.words.personal ?? false, business: trip.words.business ?? false,
    beginAt: span?.begin.at ?? null, endAt: span?.end.at ?? null, version: trip.version, updated: trip.updated, doc: trip.doc,
    segments: `[${items.filter(item => item.doc !== '').map(item => item.doc).join(',')}]`, state: JSON.stringify(state)
  }
}
