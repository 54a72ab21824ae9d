/** Which fields of a segment type a calendar event is made from: derived from the catalog of types. */
import { perType } from '../../schemas/segment/catalog.js'
import type { SegmentDefinition } from '../../schemas/segment/fields/define-segment.js'
import type { FieldRole } from '../../schemas/segment/fields/field-entry.js'
import type { SegmentType } from '../../schemas/segment/fields/segment-types.js'

export interface EventFields {
  /** Stem of the fields of the start, `departure` for `departure_datetime`. */
  start: string
  /** Null: there is only one time. */
  end: string | null
  /** The field of the time zone of both ends; null: each end has its own. */
  zone: string | null
  /** Vendor, number and name, as far as the type has them. */
  title: readonly string[]
  /** The fields that name the places of start and end in one field each; null: there are none. */
  route: { from: string; to: string } | null
}

/** The fields of a type. */
export const EVENT_FIELDS: Readonly<Record<SegmentType, EventFields>> = perType((definition) => {
  const fieldOf = (role: FieldRole): string | null => fieldWithRole(definition, role)
  const [from, to] = [fieldOf('from'), fieldOf('to')]
  const route = from === null || to === null ? null : { from, to }
  return {
    start: stemOf(fieldOf('start')) ?? 'start',
    end: stemOf(fieldOf('end')),
    zone: fieldOf('zone'),
    title: [fieldOf('vendor'), fieldOf('number'), fieldOf('name')].filter((field) => field !== null),
    route,
  }
})

function fieldWithRole({ fields }: SegmentDefinition, role: FieldRole): string | null {
  return Object.entries(fields).find(([, entry]) => entry.role === role)?.[0] ?? null
}

function stemOf(field: string | null): string | null {
  return field?.replace(/_date(time)?$/, '') ?? null
}
