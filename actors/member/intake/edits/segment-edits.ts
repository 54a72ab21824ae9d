/** Edits of one segment: pinning it to a trip, and pinning its fields. */
import { parseRawSegment } from '../../../itinerary/statement/raw-segment.js'
import type { EditOf } from './edit-of.js'
import type { Intake } from '../intake.js'
import { findSegment, findTrip } from './edit-targets.js'

/** Keeps a segment in a trip, or out of every trip (`trip: null`), whatever the rules say. */
export function pinSegment(intake: Intake, { segment: id, trip }: EditOf<'segment.pin'>): void {
  if (findSegment(intake, id) === null) return
  if (trip !== null && findTrip(intake, trip) === null) return
  intake.state.constraints.pins.set(id, trip)
  intake.effects.toRegroup.add(id)
  intake.batch.resource = { kind: 'segment', id }
}

/** Leaves a segment to the rules again. */
export function unpinSegment(intake: Intake, { segment: id }: EditOf<'segment.unpin'>): void {
  if (findSegment(intake, id) === null) return
  intake.state.constraints.pins.delete(id)
  intake.effects.toRegroup.add(id)
  intake.batch.resource = { kind: 'segment', id }
}

/** Pins fields of a segment, which then win over every source, or confirms them (RULES 3.5.5); null unpins a field. */
export function setSegmentFields(intake: Intake, { segment: id, fields }: EditOf<'segment.set'>): void {
  const segment = findSegment(intake, id)
  if (segment === null) return
  const pinned = { ...segment.pinnedFields }
  // In the form in which fields of statements are kept (RULES N1).
  const kept = parseRawSegment(id, 0, { ...fields, type: segment.rawSegments[0]?.type })?.fields
  const { received: at } = intake.batch.message.envelope
  const known = { ...segment.knownAtPin }
  for (const name of Object.keys(fields)) {
    const value = kept?.get(name)
    if (value === undefined) {
      delete pinned[name]
      delete known[name]
    } else {
      pinned[name] = value
      known[name] = { at }
    }
  }
  segment.knownAtPin = known
  segment.pinnedFields = pinned
  intake.effects.toMerge.add(segment)
  intake.batch.resource = { kind: 'segment', id }
}
