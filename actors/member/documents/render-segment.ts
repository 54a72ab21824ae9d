/** Brings the document of one segment up to date. */
import { instantText } from '../../../schemas/base/wall-time.js'
import { sameJson } from '../../itinerary/lib/same-json.js'
import type { Leg } from '../../itinerary/grouping/legs/leg.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'
import type { SegmentState } from '../segments/segment-state.js'
import { FIELDS_OF_DOCUMENT } from './document-fields.js'
import type { ResourceChange } from './events.js'
import type { ChangedFields } from './moved.js'
import { changedFields, FixedDocument } from './fixed-document.js'
import { segmentDocument } from './segment-document.js'

/**
 * True if what the document shows besides the statements is as it was when the document was last rendered.
 */
export function hasSameContext({ rendered, tripId, placedLeg, connection }: SegmentState): boolean {
  return (
    rendered !== null &&
    rendered.tripId === tripId &&
    haveSameSpots(rendered.placedLeg, placedLeg) &&
    rendered.connection.minutes === connection.minutes &&
    rendered.connection.isConnection === connection.isConnection
  )
}

/**
 * True if a document shows both legs of a segment alike. Regrouping usually makes another leg object for the
 * same places.
 */
function haveSameSpots(a: Leg | null, b: Leg | null): boolean {
  return (
    a === b || (sameJson(a?.from?.spots[0], b?.from?.spots[0]) && sameJson(a?.to?.spots[0], b?.to?.spots[0]))
  )
}

/**
 * Renders a segment and sets its `doc`; null if nothing but `updated` would change. A segment that is gone
 * keeps its last document.
 */
export function renderSegment(state: MemberState, segment: SegmentState, env: Env): ResourceChange | null {
  segment.rendered = {
    tripId: segment.tripId,
    placedLeg: segment.placedLeg,
    connection: segment.connection,
  }
  const before =
    segment.doc === '' ? null : FixedDocument.read(segment.doc, FIELDS_OF_DOCUMENT[segment.type].shape)
  const { status, mergedInto: merged_into } = segment
  const document =
    before !== null && segment.merged === null
      ? before.with({ status, trip_id: null, merged_into })
      : segmentDocument(state, segment, env)
  const previous = before === null ? null : changedFields(before, document)
  if (previous?.size === 0 && before?.shape === document.shape) return null
  segment.updated = env.now
  document.set('updated', instantText(env.now))
  segment.doc = document.toJson()
  return {
    type: eventType(segment, previous),
    resourceId: segment.id,
    object: document,
    previous,
    material: null,
  }
}

function eventType(segment: SegmentState, previous: ChangedFields | null): string {
  if (previous === null) return 'segment.created'
  if (segment.status === 'Merged') return 'segment.merged'
  if (segment.status === 'Deleted') return 'segment.deleted'
  const isNewlyCancelled = segment.status === 'Cancelled' && segment.savedStatus !== 'Cancelled'
  return isNewlyCancelled ? 'segment.cancelled' : 'segment.updated'
}
