/** Creating, changing and deleting a trip. */
import type { Id } from '../../../../schemas/base/ids.js'
import type { TripFields } from '../../../../schemas/itinerary/edit.js'
import { wallMinutes } from '../../../itinerary/lib/local-time.js'
import { isDateText, latestMoment, momentText } from '../../../itinerary/statement/moment.js'
import { tripSpan } from '../../documents/trip-span.js'
import type { TripState } from '../../model.js'
import { homesOf } from '../../profile/homes.js'
import { newTrip } from '../../trips/new-trip.js'
import type { Intake } from '../intake.js'
import { matchesExpectedVersion, refuse, refuseNotFound } from '../refusals.js'
import type { EditOf } from './edit-of.js'
import { findExpectedTrip, haveSegments } from './edit-targets.js'
import { forgetSplit } from './split-trip.js'

/** Creates a manual trip and pins segments to it. */
export function createTrip(intake: Intake, edit: EditOf<'trip.create'>): void {
  const { state, effects, batch, env } = intake
  if (state.trips.has(edit.trip)) {
    refuse(batch, 'conflict', `Trip ${edit.trip} already exists.`)
    return
  }
  if (!haveSegments(intake, edit.segments)) return
  const overrides = applyOverrides({}, edit.fields)
  if (!endsAfterBegin(intake, edit.segments, overrides, edit.fields)) return
  const trip = newTrip(edit.trip, env.now)
  trip.manual = true
  trip.overrides = overrides
  state.trips.set(trip.id, trip)
  effects.editedTrips.add(trip)
  for (const id of edit.segments) {
    state.constraints.pins.set(id, trip.id)
    effects.toRegroup.add(id)
  }
  batch.resource = { kind: 'trip', id: trip.id }
}

/** Sets fields of a trip; null takes an override back. */
export function updateTrip(intake: Intake, edit: EditOf<'trip.update'>): void {
  const { effects, batch } = intake
  const trip = findExpectedTrip(intake, edit.trip)
  if (trip === null) return
  const fields = fieldsDifferingFromDocument(trip, edit.fields)
  const overrides = applyOverrides(trip.overrides, fields)
  if (!endsAfterBegin(intake, trip.segmentIds, overrides, fields)) return
  trip.overrides = overrides
  effects.editedFields.set(trip, fields)
  effects.editedTrips.add(trip)
  batch.resource = { kind: 'trip', id: trip.id }
}

/**
 * Deletes a trip; its segments stay out of every trip. A merged trip cannot be deleted: nothing is left of
 * it.
 */
export function deleteTrip(intake: Intake, edit: EditOf<'trip.delete'>): void {
  const { state, effects, batch } = intake
  const trip = state.trips.get(edit.trip) ?? null
  if (!matchesExpectedVersion(batch, trip)) return
  if (trip === null || trip.status === 'Merged' || trip.status === 'Deleted') {
    refuseNotFound(batch, 'trip', edit.trip)
    return
  }
  const { constraints } = state
  for (const id of trip.segmentIds) {
    constraints.pins.set(id, null)
    effects.toRegroup.add(id)
  }
  forgetSplit(intake, trip.id)
  trip.status = 'Deleted'
  trip.segmentIds = []
  effects.editedTrips.add(trip)
  batch.resource = { kind: 'trip', id: trip.id }
}

function applyOverrides(before: TripFields, fields: TripFields): TripFields {
  const overrides: Record<string, unknown> = { ...before }
  for (const [name, value] of Object.entries(fields))
    if (value === null) delete overrides[name]
    else overrides[name] = value
  return overrides as TripFields
}

/**
 * The fields whose value is not what the trip shows anyway. A caller that changes one field may send all of
 * them back as read; that does not pin the others.
 */
function fieldsDifferingFromDocument(trip: TripState, fields: TripFields): TripFields {
  const shown = (trip.doc === '' ? {} : JSON.parse(trip.doc)) as Record<string, unknown>
  const comparable = (name: string, value: unknown): unknown =>
    name.endsWith('_datetime') && !isDateText(value) ? wallMinutes(value) : value
  const differs = ([name, value]: [string, unknown]): boolean =>
    Object.hasOwn(trip.overrides, name) || comparable(name, value) !== comparable(name, shown[name])
  return Object.fromEntries(Object.entries(fields).filter(differs)) as TripFields
}

/**
 * True if a trip with these overrides still begins before it ends; refuses the batch otherwise. `fields` are
 * those the edit sets.
 */
function endsAfterBegin(
  { state, batch, env }: Intake,
  segmentIds: readonly Id[],
  overrides: TripFields,
  fields: TripFields,
): boolean {
  if (fields.begin_datetime === undefined && fields.end_datetime === undefined) return true
  const segments = segmentIds.map((id) => state.segments.get(id)).filter((segment) => segment !== undefined)
  const live = segments.filter((segment) => segment.leg !== null)
  // A cancelled trip keeps the times it had.
  const span = tripSpan(state, overrides, live.length > 0 ? live : segments, homesOf(state, env))
  if (span === null || latestMoment(span.end).instant >= span.begin.instant) return true
  const [name, other] =
    fields.end_datetime === undefined
      ? ['begin_datetime', 'end_datetime']
      : ['end_datetime', 'begin_datetime']
  const [begin, end] = [momentText(span.begin), momentText(span.end)]
  const problem = `Field "${name}" would make the trip begin at ${begin} and end before that, at ${end}.`
  refuse(batch, 'invalid_request', `${problem} Choose another time, or change "${other}" too.`)
  return false
}
