/** Which events of the subscribed types a callback receives (webhooks.md 2.1). The log is filtered the same way. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { SEGMENT_TYPES } from '../segment/fields/segment-types.js'
import { MOVED } from './event.js'

export const EventFilter = Type.Object(
  {
    material: Type.Optional(
      Type.Boolean({ description: 'True: updates only if they are material (`data.material`).' }),
    ),
    moved: Type.Optional(
      Type.Array(Type.Enum(MOVED), {
        minItems: 1,
        uniqueItems: true,
        description: 'Updates only if they move one of these (`data.moved`).',
      }),
    ),
    changed_fields: Type.Optional(
      Type.Array(Type.String({ pattern: '^[a-z][a-z0-9_]{0,59}$', examples: ['departure_datetime'] }), {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        description: 'Updates only if they change one of these fields (`data.changed_fields`).',
      }),
    ),
    segment_types: Type.Optional(
      Type.Array(Type.Enum([...SEGMENT_TYPES]), {
        minItems: 1,
        maxItems: SEGMENT_TYPES.length,
        uniqueItems: true,
        description: 'Segment events only of segments of these types.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Further conditions on events of the subscribed types.' },
)
export type EventFilter = Static<typeof EventFilter>

/** The filter without conditions that exclude nothing; null if none is left. */
export function normaliseFilter({ material, ...lists }: EventFilter): EventFilter | null {
  const filter: EventFilter = { ...(material === true ? { material } : {}), ...lists }
  return Object.keys(filter).length === 0 ? null : filter
}

/** Conditions that hold if `data` lists one of their values under the same name. */
const LISTS_OF_UPDATES = ['moved', 'changed_fields'] as const

/** Whether the filter has a condition on events of this type; if not, they pass whatever they hold. */
export function restricts(filter: EventFilter, type: string): boolean {
  const isOfUpdates = filter.material === true || LISTS_OF_UPDATES.some((name) => filter[name] !== undefined)
  if (isOfUpdates && type.endsWith('.updated')) return true
  return type.startsWith('segment.') && filter.segment_types !== undefined
}

/** What a filter looks at; anything may be missing. */
export interface FilteredEvent {
  type: string
  data?: { object?: unknown; changed_fields?: unknown; material?: unknown; moved?: unknown }
}

/**
 * Whether an event passes every condition. `material`, `moved` and `changed_fields` concern updates, `segment_types`
 * concerns segments: other events pass them. So does a segment event that was too large to hold its segment.
 */
export function passesFilter(filter: EventFilter, { type, data = {} }: FilteredEvent): boolean {
  if (type.endsWith('.updated')) {
    if (filter.material === true && data.material !== true) return false
    for (const name of LISTS_OF_UPDATES)
      if (filter[name] !== undefined && !hasOneOf(data[name], filter[name])) return false
  }
  if (!type.startsWith('segment.') || filter.segment_types === undefined) return true
  const segmentType = (data.object as { type?: unknown } | undefined)?.type
  return segmentType === undefined || (filter.segment_types as unknown[]).includes(segmentType)
}

function hasOneOf(names: unknown, wanted: readonly string[]): boolean {
  return Array.isArray(names) && names.some((name) => wanted.includes(name as string))
}

/** The same for an event as the log holds it. */
export function bodyPassesFilter(filter: EventFilter, body: string): boolean {
  return passesFilter(filter, JSON.parse(body) as FilteredEvent)
}
