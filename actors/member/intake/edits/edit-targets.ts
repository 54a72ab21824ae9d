/** Finds what an edit names; refuses the batch if it is not there. */
import type { Id } from '../../../../schemas/base/ids.js'
import type { TripState } from '../../model.js'
import type { SegmentState } from '../../segments/segment-state.js'
import { followMerges } from '../../trips/follow-merges.js'
import type { Intake } from '../intake.js'
import { matchesExpectedVersion, refuseNotFound } from '../refusals.js'

/** The trip that an id means today, through merges. */
export function findTrip({ state, batch }: Intake, id: Id): TripState | null {
  const trip = followMerges(state, id)
  if (trip !== null && trip.status !== 'Deleted') return trip
  refuseNotFound(batch, 'trip', id)
  return null
}

/** The trip that an edit changes, if it is still the version that the caller read. */
export function findExpectedTrip(intake: Intake, id: Id): TripState | null {
  return matchesExpectedVersion(intake.batch, followMerges(intake.state, id)) ? findTrip(intake, id) : null
}

/** A segment that has statements. */
export function findSegment({ state, batch }: Intake, id: Id): SegmentState | null {
  const segment = state.segments.get(id)
  if (segment !== undefined && segment.rawSegments.length > 0) return segment
  refuseNotFound(batch, 'segment', id)
  return null
}

/** True if all the segments exist. */
export function haveSegments(intake: Intake, ids: readonly Id[]): boolean {
  return ids.every((id) => findSegment(intake, id) !== null)
}
