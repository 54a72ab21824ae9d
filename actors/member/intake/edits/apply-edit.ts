/**
 * The member's own edits, kept as constraints by segment that survive whatever arrives later (RULES 5.16).
 */
import type { Edit } from '../../../../schemas/itinerary/edit.js'
import type { EditOf } from './edit-of.js'
import type { Intake } from '../intake.js'
import { refuse } from '../refusals.js'
import { mergeTrips } from './merge-trips.js'
import { pinSegment, setSegmentFields, unpinSegment } from './segment-edits.js'
import { splitTrip } from './split-trip.js'
import { createTrip, deleteTrip, updateTrip } from './trip-edits.js'

const HANDLERS: { [Kind in Edit['do']]: (intake: Intake, edit: EditOf<Kind>) => void } = {
  'trip.create': createTrip,
  'trip.update': updateTrip,
  'trip.delete': deleteTrip,
  'trip.merge': mergeTrips,
  'trip.split': splitTrip,
  'segment.pin': pinSegment,
  'segment.unpin': unpinSegment,
  'segment.set': setSegmentFields,
}

/** Applies an edit; refuses one that names something that does not exist. */
export function applyEdit(intake: Intake, edit: Edit): void {
  if (!Object.hasOwn(HANDLERS, edit.do)) {
    refuse(intake.batch, 'invalid_request', 'This edit is not supported.')
    return
  }
  const handler = HANDLERS[edit.do] as (intake: Intake, edit: Edit) => void
  handler(intake, edit)
}
