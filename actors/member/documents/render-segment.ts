/** Brings the document of one segment up to date. */
import { instantText } from '../../../schemas/base/wall-time.js'
import { sameJson } from '../../itinerary/lib/same-json.js'
import type { Leg } from '../../itinerary/grouping/legs/leg.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'
import type { SegmentState } from '../segments/segment-state.js'
import { changedFields } from './changed-fields.js'
import type { ChangedFields } from './changed-fields.js'
import { FIELDS_OF_DOCUMENT } from './document-fields.js'
import type { ResourceChange } from './events.js'
import { FixedDocument } from './fixed-document.js'
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
  const document = isGone(segment) ? goneDocument(segment) : segmentDocument(state, segment, env)
  const { doc } = segment
  let previous: ChangedFields | null = null
  if (doc !== '') {
    const json = textOf(document)
    if (json === doc) return null
    previous = changedFields(doc, json)
  }
  segment.updated = env.now
  setUpdated(document, segment, env)
  segment.doc = textOf(document)
  return {
    type: eventType(segment, previous),
    resourceId: segment.id,
    object: document,
    json: segment.doc,
    previous,
    material: null,
  }
}

type Document = ResourceChange['object']

function textOf(document: Document): string {
  return document instanceof FixedDocument ? document.toJson() : JSON.stringify(document)
}

function setUpdated(document: Document, { type }: SegmentState, { now }: Env): void {
  const updated = instantText(now)
  if (document instanceof FixedDocument) document.values[FIELDS_OF_DOCUMENT[type].at.updated] = updated
  else document.updated = updated
}

function isGone(segment: SegmentState): boolean {
  return segment.merged === null && segment.doc !== ''
}

function goneDocument({ doc, status, mergedInto }: SegmentState): Record<string, unknown> {
  return { ...(JSON.parse(doc) as Record<string, unknown>), status, trip_id: null, merged_into: mergedInto }
}

function eventType(segment: SegmentState, previous: ChangedFields | null): string {
  if (previous === null) return 'segment.created'
  if (segment.status === 'Merged') return 'segment.merged'
  if (segment.status === 'Deleted') return 'segment.deleted'
  const isNewlyCancelled = segment.status === 'Cancelled' && segment.savedStatus !== 'Cancelled'
  return isNewlyCancelled ? 'segment.cancelled' : 'segment.updated'
}
