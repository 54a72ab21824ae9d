/** An example event of each type: for the OpenAPI document, and for test events (webhooks.md 2). */
import {
  API_VERSION,
  isMemberNotice,
  type EventType,
  type Moved,
  type TestEvent,
} from '../../../schemas/webhooks/event.js'
import { accountExample, callbackExample, memberExample, segmentExample, tripExample } from './resources.js'

export const EXAMPLE_EVENT_ID = 'f1f2f3f4-0000-5000-8000-000000000001'

const batch = {
  id: '58241077248000',
  status: 'processed',
  segments: [
    { _id: 58241077248001, segment_id: segmentExample.id, trip_id: tripExample.id, action: 'created' },
  ],
}

const OBJECTS: Readonly<Record<string, { id: string }>> = {
  trip: tripExample,
  segment: segmentExample,
  batch,
  account: accountExample,
  member: memberExample,
  callback: callbackExample,
}

/** The earlier values of what an update changes. */
const PREVIOUS: Partial<Record<EventType, Record<string, unknown>>> = {
  'trip.updated': { segment_count: 1 },
  'segment.updated': { departure_datetime: '2026-03-14T17:45:00' },
  'account.updated': { loyalty_level: 'Silver' },
  'member.updated': { home_city: 'Boston' },
}

/** What they move; see RULES 7.6. */
const MOVES: Partial<Record<EventType, Moved[]>> = {
  'trip.updated': ['other'],
  'trip.cancelled': ['cancellation'],
  'segment.updated': ['time'],
  'segment.cancelled': ['cancellation'],
  'segment.delayed': ['time'],
  'segment.gate_changed': ['gate'],
}
const NOT_MATERIAL: readonly EventType[] = [
  'trip.merged',
  'batch.processed',
  'account.updated',
  'member.updated',
]

/** A complete event of the type, as it would be sent. */
export function exampleEvent(
  type: EventType,
): TestEvent & { id: string; created: string; api_version: string } {
  const [resource = ''] = type.split('.', 1)
  const isOfCallback = resource === 'callback'
  // Sent to one application alone, outside the member's sequence.
  const isNotice = isOfCallback || isMemberNotice(type)
  const object = isMemberNotice(type) ? { id: memberExample.id } : OBJECTS[resource]!
  const previous = PREVIOUS[type] ?? null
  return {
    id: EXAMPLE_EVENT_ID,
    type,
    created: '2026-02-01T09:31:00Z',
    member_id: isOfCallback ? null : memberExample.id,
    resource_id: object.id,
    sequence: isNotice ? null : 7,
    api_version: API_VERSION,
    data: {
      object,
      previous_attributes: previous,
      changed_fields: Object.keys(previous ?? {}),
      material: isNotice ? null : !NOT_MATERIAL.includes(type),
      moved: MOVES[type] ?? [],
    },
  }
}

/**
 * The event that `POST /v2/callbacks/{id}/ping` and the console send as a test; null for `callback.ping`, which
 * is made from the callback itself.
 */
export function testEvent(type: EventType): TestEvent | null {
  return type === 'callback.ping' ? null : exampleEvent(type)
}
