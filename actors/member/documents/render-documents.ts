/** Brings the documents up to date of what a step touched, and tells what changed in them. */
import type { TripFields } from '../../../schemas/itinerary/edit.js'
import type { SegmentWrite, TripWrite } from '../../../schemas/stream/fold-result.js'
import type { Id } from '../../../schemas/base/ids.js'
import type { Homes } from '../../itinerary/places/home.js'
import { compareLegs } from '../../itinerary/grouping/legs/compare-legs.js'
import { legFromSegment } from '../../itinerary/grouping/legs/leg-from-segment.js'
import type { Leg } from '../../itinerary/grouping/legs/leg.js'
import { sameJson } from '../../itinerary/lib/same-json.js'
import { utcText } from '../../itinerary/lib/local-time.js'
import { markUsed } from '../storage/eviction.js'
import { changedFields } from './changed-fields.js'
import type { Env } from '../env.js'
import type { ResourceChange } from './events.js'
import type { SegmentState } from '../segments/segment-state.js'
import { findConnections } from '../segments/rebookings.js'
import type { Connection } from '../segments/rebookings.js'
import type { TripChanges } from '../trips/regroup.js'
import { segmentRow, tripRow } from '../storage/rows.js'
import { segmentDocument } from './segment-document.js'
import type { MemberState, TripState } from '../state.js'
import { inactiveTripDocument, tripDocument } from './trip-document.js'
import { updateSegmentSize, updateTripSize } from '../storage/memory-size.js'

const PLAIN: Connection = { isConnection: false, minutes: null }

/** Writes what the step touched; `changes` are its events in order: segments, then trips. `visible` are the segments of which one tells. */
export function renderDocuments(
  state: MemberState,
  changed: ReadonlySet<SegmentState>,
  gone: ReadonlySet<SegmentState>,
  regrouped: TripChanges,
  said: ReadonlyMap<TripState, TripFields>,
  homes: Homes,
  env: Env,
): { segments: SegmentWrite[]; trips: TripWrite[]; changes: ResourceChange[]; visible: Set<Id> } {
  const trips = new Set<TripState>(regrouped.changed)
  const look = new Set<SegmentState>([...changed, ...gone, ...regrouped.segments])
  const linked = new Set<TripState>(trips)
  for (const item of look) {
    const trip = item.tripId === null ? undefined : state.trips.get(item.tripId)
    if (trip?.status === 'Active') linked.add(trip)
  }
  const listed = new Map<TripState, SegmentState[]>()
  const itemsOf = (trip: TripState): SegmentState[] => {
    const known = listed.get(trip)
    if (known !== undefined) return known
    const items = inTrip(state, trip)
    listed.set(trip, items)
    return items
  }
  for (const trip of linked) {
    for (const [id, link] of findConnections(itemsOf(trip).filter((item) => item.leg !== null))) {
      const item = state.segments.get(id) as SegmentState
      if (item.connection.minutes !== link.minutes || item.connection.isConnection !== link.isConnection) {
        item.connection = link
        look.add(item)
      }
    }
  }
  const segmentChanges: ResourceChange[] = []
  const segments: SegmentWrite[] = []
  for (const item of [...look].sort(byId)) {
    if (item.leg === null || item.tripId === null) item.connection = PLAIN
    const change = changed.has(item) || gone.has(item) || !asShown(item) ? writeItem(state, item, env) : null
    if (change === null && !changed.has(item) && item.groupingReason === item.savedReason) continue
    if (change !== null) item.version += 1
    item.savedStatus = item.status
    item.savedReason = item.groupingReason
    if (change !== null) {
      segmentChanges.push(change)
      const trip = item.tripId === null ? undefined : state.trips.get(item.tripId)
      if (trip?.status === 'Active' || trip?.status === 'Cancelled') trips.add(trip)
    }
    segments.push(segmentRow(item, env))
    updateSegmentSize(state, item)
  }
  const born = [...trips].filter((trip) => trip.doc === '')
  const tripChanges: ResourceChange[] = []
  const rows: TripWrite[] = []
  for (const trip of [...trips].sort(byId)) {
    const items = itemsOf(trip)
    const change = writeTrip(state, trip, items, regrouped, said.get(trip) ?? {}, born, homes, env)
    if (change !== null) tripChanges.push(change)
    rows.push(tripRow(state, trip, items, homes))
    updateTripSize(state, trip)
  }
  markUsed(state, [...look, ...[...trips].flatMap(itemsOf)])
  return {
    segments,
    trips: rows,
    changes: [...segmentChanges, ...tripChanges.filter((change) => change.type !== '')],
    visible: new Set(segmentChanges.map((change) => change.resourceId)),
  }
}

function byId(a: { id: Id }, b: { id: Id }): number {
  return Number(a.id) - Number(b.id)
}

/** A trip's items in order of the journey; those given up where they would have been, what has no start last. */
function inTrip(state: MemberState, trip: TripState): SegmentState[] {
  const entries: Entry[] = []
  for (const id of trip.segmentIds) {
    const item = state.segments.get(id)
    if (item !== undefined)
      entries.push({
        item,
        leg: item.leg ?? (item.merged === null ? null : legFromSegment(item.id, item.merged)),
      })
  }
  // They stand in this order as a rule: a sort takes memory to find that out.
  if (entries.some((entry, i) => i > 0 && byJourney(entries[i - 1] as Entry, entry) > 0))
    entries.sort(byJourney)
  return entries.map(({ item }) => item)
}

interface Entry {
  item: SegmentState
  leg: Leg | null
}

function byJourney(a: Entry, b: Entry): number {
  return a.leg !== null && b.leg !== null
    ? compareLegs(a.leg, b.leg)
    : Number(a.leg === null) - Number(b.leg === null) || byId(a.item, b.item)
}

/** Whether an item that no statement changed looks as its document says. */
function asShown({ rendered: shown, tripId, placedLeg: seen, connection: link }: SegmentState): boolean {
  return (
    shown !== null &&
    shown.trip === tripId &&
    sameEnds(shown.seen, seen) &&
    shown.link.minutes === link.minutes &&
    shown.link.isConnection === link.isConnection
  )
}

/** Whether two legs of one item are shown alike: laid again, a leg is another one at the same place as a rule. */
function sameEnds(a: Leg | null, b: Leg | null): boolean {
  return (
    a === b || (sameJson(a?.from?.spots[0], b?.from?.spots[0]) && sameJson(a?.to?.spots[0], b?.to?.spots[0]))
  )
}

/** Brings an item's document up to date; null when nothing visible changed. */
function writeItem(state: MemberState, item: SegmentState, env: Env): ResourceChange | null {
  item.rendered = { trip: item.tripId, seen: item.placedLeg, link: item.connection }
  const tombstone = item.merged === null && item.doc !== ''
  const fresh = tombstone
    ? { ...parsed(item.doc), status: item.status, trip_id: null, merged_into: item.mergedInto }
    : segmentDocument(state, item, env, item.connection, item.updated)
  const text = JSON.stringify(fresh)
  if (text === item.doc) return null
  const was = item.doc === '' ? null : changedFields(item.doc, text)
  const { updated } = fresh
  item.updated = env.now
  fresh.updated = utcText(env.now)
  item.doc = updated === fresh.updated ? text : withEnd(text, { updated }, { updated: fresh.updated })
  const type =
    was === null
      ? 'segment.created'
      : item.status === 'Merged'
        ? 'segment.merged'
        : item.status === 'Deleted'
          ? 'segment.deleted'
          : item.status === 'Cancelled' && item.savedStatus !== 'Cancelled'
            ? 'segment.cancelled'
            : 'segment.updated'
  return { type, resourceId: item.id, object: fresh, json: item.doc, previous: was, material: null }
}

/** Brings a trip's document up to date; null when nothing visible changed, a change without type when no event tells of it. */
function writeTrip(
  state: MemberState,
  trip: TripState,
  items: readonly SegmentState[],
  regrouped: TripChanges,
  said: TripFields,
  born: readonly TripState[],
  homes: Homes,
  env: Env,
): ResourceChange | null {
  const fresh: Record<string, unknown> =
    trip.status === 'Active' || trip.doc === ''
      ? tripDocument(state, trip, items, homes, env, trip.updated)
      : inactiveTripDocument(state, trip, items, said, homes)
  fresh.version = trip.version
  const text = JSON.stringify(fresh)
  const lost = mergedInto(trip, regrouped)
  if (text === trip.doc) {
    // What is merged may have held nothing: whoever knows it is told all the same where it went.
    return lost.length === 0
      ? null
      : {
          type: 'trip.merged',
          resourceId: trip.id,
          object: fresh,
          json: text,
          previous: new Map(),
          material: false,
          extra: { merged_from: lost },
        }
  }
  trip.version += 1
  const was = trip.doc === '' ? null : changedFields(trip.doc, text)
  trip.updated = env.now
  const end = endOf(fresh)
  fresh.updated = utcText(env.now)
  fresh.version = trip.version
  trip.doc = withEnd(text, end, endOf(fresh))
  const change: ResourceChange = {
    type: 'trip.updated',
    resourceId: trip.id,
    object: fresh,
    json: trip.doc,
    previous: was,
    material: null,
  }
  const parts = born.filter((other) => other.splitFrom === trip.id).map((other) => other.id)
  if (was === null) {
    change.type = 'trip.created'
    if (lost.length > 0) change.extra = { merged_from: lost }
  } else if (lost.length > 0) {
    change.type = 'trip.merged'
    change.extra = { merged_from: lost }
  } else if (trip.status === 'Deleted') change.type = 'trip.deleted'
  else if (trip.status === 'Cancelled') change.type = was.has('status') ? 'trip.cancelled' : 'trip.updated'
  else if (trip.status === 'Merged')
    change.type = born.some((other) => other.id === trip.mergedInto) ? 'trip.updated' : ''
  else if (parts.length > 0) {
    change.type = 'trip.split'
    change.extra = { split_into: parts }
  }
  return change
}

/** Ids of the trips that the step merged into this one, by way of others too. */
function mergedInto(trip: TripState, { merged }: TripChanges): Id[] {
  if (trip.status === 'Merged') return []
  const leads = (to: TripState): boolean => {
    for (
      let next: TripState | undefined = to, hops = 0;
      next !== undefined && hops <= merged.size;
      next = merged.get(next), hops++
    )
      if (next === trip) return true
    return false
  }
  return [...merged].filter(([, heir]) => leads(heir)).map(([old]) => old.id)
}

/** The last fields of a trip's document, from its version on. */
function endOf({ version, created, updated, notes }: Record<string, unknown>): Record<string, unknown> {
  return { version, created, updated, notes }
}

/** A document whose last fields, `was`, are others now: the rest is not written again. */
function withEnd(text: string, was: Record<string, unknown>, now: Record<string, unknown>): string {
  const tail = (fields: Record<string, unknown>): string => JSON.stringify(fields).slice(1)
  return `${text.slice(0, -tail(was).length)}${tail(now)}`
}

function parsed(doc: string): Record<string, unknown> {
  return JSON.parse(doc) as Record<string, unknown>
}
