/** `trip.split`: segments that the member takes out of a trip. */
import type { Id } from '../../../../schemas/base/ids.js'
import { newTrip } from '../../trips/new-trip.js'
import type { Intake } from '../intake.js'
import { refuse } from '../refusals.js'
import type { EditOf } from './edit-of.js'
import { findExpectedTrip, haveSegments } from './edit-targets.js'

/** Puts segments of a trip into a new trip of their own, and keeps them apart. */
export function splitTrip(intake: Intake, edit: EditOf<'trip.split'>): void {
  const { state, effects, batch, env } = intake
  const trip = findExpectedTrip(intake, edit.trip)
  if (trip === null || !haveSegments(intake, edit.segments)) return
  if (edit.segments.some((id) => !trip.segmentIds.includes(id))) {
    refuse(batch, 'invalid_request', 'All segments must be in the trip.')
    return
  }
  const part = newTrip(batch.message.envelope.first ?? env.newId(), env.now)
  part.splitFrom = trip.id
  state.trips.set(part.id, part)
  effects.editedTrips.add(part).add(trip)

  const { constraints } = state
  for (const id of trip.segmentIds) effects.toRegroup.add(id)
  const moved = new Set(edit.segments)
  for (const [a, b] of constraints.together)
    if (moved.has(a) !== moved.has(b)) effects.toRegroup.add(a).add(b)
  constraints.together = constraints.together.filter(([a, b]) => moved.has(a) === moved.has(b))
  for (const split of constraints.apart) split.segments = split.segments.filter((id) => !moved.has(id))
  constraints.apart = [
    ...constraints.apart.filter((split) => split.segments.length > 0),
    { trip: part.id, segments: edit.segments.slice() },
  ]
  for (const id of edit.segments) constraints.pins.delete(id)
  batch.resource = { kind: 'trip', id: part.id }
}

/** Forgets what was split off into a trip that is gone: the rules group it again. */
export function forgetSplit({ state: { constraints }, effects }: Intake, trip: Id): void {
  constraints.apart = constraints.apart.filter((split) => {
    if (split.trip !== trip) return true
    for (const id of split.segments) effects.toRegroup.add(id)
    return false
  })
}
