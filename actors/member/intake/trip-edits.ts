/** The member's own edits, kept as constraints keyed by segments (RULES 5.16). */
import type { Edit, TripFields } from '../../../schemas/itinerary/edit.js'
import type { Id } from '../../../schemas/base/ids.js'
import { wallMinutes, wallText } from '../../itinerary/lib/local-time.js'
import type { Env } from '../env.js'
import { homesOf } from '../profile/homes.js'
import { matchesExpectedVersion, refuse, refuseNotFound } from './step-effects.js'
import type { PendingBatch, StepEffects } from './step-effects.js'
import { followMerges } from '../trips/regroup.js'
import type { MemberState, TripState } from '../state.js'
import { tripSpan } from '../documents/trip-document.js'

/** The trip that an id means, through merges; null, with a refusal, when there is none. */
export function findTrip(state: MemberState, pending: PendingBatch, id: Id): TripState | null {
  const trip = followMerges(state, id)
  if (trip === null || trip.status === 'Deleted') {
    refuseNotFound(pending, 'trip', id)
    return null
  }
  return trip
}

/** The trip that an edit changes, as it was expected. */
function findExpectedTrip(state: MemberState, pending: PendingBatch, id: Id): TripState | null {
  return matchesExpectedVersion(pending, followMerges(state, id)) ? findTrip(state, pending, id) : null
}

function findSegments(state: MemberState, pending: PendingBatch, ids: Id[]): boolean {
  for (const id of ids) {
    const item = state.segments.get(id)
    if (item === undefined || item.rawSegments.length === 0) {
      refuseNotFound(pending, 'segment', id)
      return false
    }
  }
  return true
}

/** A trip's words once more was said; null takes back. */
function applyOverrides(before: TripFields, fields: TripFields): TripFields {
  const words: Record<string, unknown> = { ...before }
  for (const [name, value] of Object.entries(fields))
    if (value === null) delete words[name]
    else words[name] = value
  return words as TripFields
}

/** What an edit says beyond what the trip shows by itself: whoever changes one field may put all of them back as they were read, and pins nothing with the others. */
function fieldsDifferingFromDocument(trip: TripState, fields: TripFields): TripFields {
  const shown = (trip.doc === '' ? {} : JSON.parse(trip.doc)) as Record<string, unknown>
  const as = (name: string, value: unknown): unknown =>
    name.endsWith('_datetime') ? wallMinutes(value) : value
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => Object.hasOwn(trip.overrides, name) || as(name, value) !== as(name, shown[name]),
    ),
  ) as TripFields
}

/** Whether a trip of these segments still begins before it ends when `fields` are said of it. */
function endsInOrder(
  state: MemberState,
  pending: PendingBatch,
  words: TripFields,
  fields: TripFields,
  segments: Id[],
  env: Env,
): boolean {
  if (fields.begin_datetime === undefined && fields.end_datetime === undefined) return true
  const items = segments.map((id) => state.segments.get(id)).filter((item) => item !== undefined)
  const live = items.filter((item) => item.leg !== null)
  // Of a trip that is cancelled the ends are those it had.
  const span = tripSpan(state, words, live.length > 0 ? live : items, homesOf(state, env))
  if (span === null || span.end.instant >= span.begin.instant) return true
  const [name, other] =
    fields.end_datetime === undefined
      ? ['begin_datetime', 'end_datetime']
      : ['end_datetime', 'begin_datetime']
  refuse(
    pending,
    'invalid_request',
    `Field "${name}" would have the trip begin at ${wallText(span.begin.wall)} and end before that, at ${wallText(span.end.wall)}; choose another time, or change "${other}" with it.`,
  )
  return false
}

function newTrip(state: MemberState, id: Id, env: Env): TripState {
  const trip: TripState = {
    id,
    version: 0,
    status: 'Active',
    segmentIds: [],
    manual: true,
    overrides: {},
    mergedInto: null,
    splitFrom: null,
    overlaps: [],
    created: env.now,
    updated: env.now,
    doc: '',
    bytes: 0,
  }
  state.trips.set(id, trip)
  return trip
}

/** Applies an edit; refuses one that names what is not there. */
export function applyEdit(
  state: MemberState,
  step: StepEffects,
  pending: PendingBatch,
  body: Edit,
  env: Env,
): void {
  const { constraints } = state
  step.regroupAll = true
  switch (body.do) {
    case 'trip.create': {
      if (state.trips.has(body.trip)) {
        refuse(pending, 'conflict', `Trip ${body.trip} exists.`)
        return
      }
      if (!findSegments(state, pending, body.segments)) return
      const words = applyOverrides({}, body.fields)
      if (!endsInOrder(state, pending, words, body.fields, body.segments, env)) return
      const trip = newTrip(state, body.trip, env)
      trip.overrides = words
      step.editedTrips.add(trip)
      for (const id of body.segments) constraints.pins.set(id, trip.id)
      pending.resource = { kind: 'trip', id: trip.id }
      return
    }
    case 'trip.update': {
      const trip = findExpectedTrip(state, pending, body.trip)
      if (trip === null) return
      const fields = fieldsDifferingFromDocument(trip, body.fields)
      const words = applyOverrides(trip.overrides, fields)
      if (!endsInOrder(state, pending, words, fields, trip.segmentIds, env)) return
      trip.overrides = words
      step.editedFields.set(trip, fields)
      step.editedTrips.add(trip)
      pending.resource = { kind: 'trip', id: trip.id }
      return
    }
    case 'trip.delete': {
      // Of what was merged nothing is left to go: only changes go on to the trip that lives.
      const trip = state.trips.get(body.trip) ?? null
      if (!matchesExpectedVersion(pending, trip)) return
      if (trip === null || trip.status === 'Merged' || trip.status === 'Deleted') {
        refuseNotFound(pending, 'trip', body.trip)
        return
      }
      trip.status = 'Deleted'
      step.editedTrips.add(trip)
      for (const id of trip.segmentIds) constraints.pins.set(id, null)
      constraints.apart = constraints.apart.filter((split) => split.trip !== trip.id)
      trip.segmentIds = []
      pending.resource = { kind: 'trip', id: trip.id }
      return
    }
    case 'trip.merge': {
      const trip = findExpectedTrip(state, pending, body.trip)
      if (trip === null) return
      const others = new Set<TripState>()
      for (const id of body.from) {
        const other = findTrip(state, pending, id)
        if (other === null) return
        others.add(other)
      }
      others.delete(trip)
      for (const other of others) {
        constraints.apart = constraints.apart.filter((split) => split.trip !== other.id)
        // What the member has placed by hand is no anchor: by the rules it belongs elsewhere.
        const anchors = trip.segmentIds.filter(
          (id) =>
            !constraints.pins.has(id) && !constraints.apart.some((split) => split.segments.includes(id)),
        )
        const anchor = anchors[0]
        other.segmentIds.forEach((segment, i) => {
          constraints.pins.delete(segment)
          if (anchor !== undefined) constraints.together.push([anchor, segment])
          // By others too: the trips stay together when the first anchor is cancelled.
          const second = anchors[1 + (i % Math.max(1, anchors.length - 1))]
          if (second !== undefined) constraints.together.push([second, segment])
        })
        if (anchor === undefined) {
          for (const segment of other.segmentIds) constraints.pins.set(segment, trip.id)
        }
        // Whoever says "merge into this one" means that this one stays, however heavy the others are.
        trip.segmentIds = [...trip.segmentIds, ...other.segmentIds]
        other.segmentIds = []
        other.manual = false
        other.status = 'Merged'
        other.mergedInto = trip.id
        step.mergedTrips.set(other, trip)
        step.editedTrips.add(other).add(trip)
      }
      pending.resource = { kind: 'trip', id: trip.id }
      return
    }
    case 'trip.split': {
      const trip = findExpectedTrip(state, pending, body.trip)
      if (trip === null || !findSegments(state, pending, body.segments)) return
      if (body.segments.some((id) => !trip.segmentIds.includes(id))) {
        refuse(pending, 'invalid_request', 'A segment named is not in the trip.')
        return
      }
      const away = newTrip(state, pending.message.envelope.first ?? env.newId(), env)
      away.manual = false
      away.splitFrom = trip.id
      step.editedTrips.add(away).add(trip)
      const gone = new Set(body.segments)
      constraints.together = constraints.together.filter(([a, b]) => gone.has(a) === gone.has(b))
      for (const split of constraints.apart) split.segments = split.segments.filter((id) => !gone.has(id))
      constraints.apart = [
        ...constraints.apart.filter((split) => split.segments.length > 0),
        { trip: away.id, segments: body.segments.slice() },
      ]
      for (const id of body.segments) constraints.pins.delete(id)
      pending.resource = { kind: 'trip', id: away.id }
      return
    }
    case 'segment.pin': {
      if (!findSegments(state, pending, [body.segment])) return
      if (body.trip !== null && findTrip(state, pending, body.trip) === null) return
      constraints.pins.set(body.segment, body.trip)
      pending.resource = { kind: 'segment', id: body.segment }
      return
    }
    case 'segment.unpin': {
      if (!findSegments(state, pending, [body.segment])) return
      constraints.pins.delete(body.segment)
      pending.resource = { kind: 'segment', id: body.segment }
      return
    }
    case 'segment.set': {
      if (!findSegments(state, pending, [body.segment])) return
      const item = state.segments.get(body.segment)
      if (item === undefined) return
      const set = { ...item.pinnedFields }
      for (const [name, value] of Object.entries(body.fields))
        if (value === null) delete set[name]
        else set[name] = value
      item.pinnedFields = set
      step.toMerge.add(item)
      pending.resource = { kind: 'segment', id: body.segment }
      return
    }
    default:
      refuse(pending, 'invalid_request', 'The edit is not known.')
  }
}
