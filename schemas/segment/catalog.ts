/**
 * All segment types, and the tables that derive from their definitions. Computed once, when this file is
 * loaded.
 */
import type { TSchema } from 'typebox'
import { air } from './air.js'
import { car } from './car.js'
import { checkin } from './checkin.js'
import { cruise } from './cruise.js'
import { commonFields } from './fields/common.js'
import { fieldGroupOf, fieldKindOf, fieldOwnerOf } from './fields/field-entry.js'
import type { SegmentDefinition } from './fields/define-segment.js'
import type { FieldEntry, FieldGroup, FieldOwner } from './fields/field-entry.js'
import type { FieldKind } from './fields/field.js'
import { fieldsByName } from './fields/fields-by-name.js'
import type { SegmentType } from './fields/segment-types.js'
import { ferry } from './ferry.js'
import { activity, event, meeting } from './gathering.js'
import { hotel } from './hotel.js'
import { parking } from './parking.js'
import { rail } from './rail.js'
import { restaurant } from './restaurant.js'
import { transport } from './transport.js'

export const SEGMENT_DEFINITIONS: Readonly<Record<SegmentType, SegmentDefinition>> = {
  Air: air,
  Hotel: hotel,
  Car: car,
  Rail: rail,
  Cruise: cruise,
  Ferry: ferry,
  Transport: transport,
  Parking: parking,
  Restaurant: restaurant,
  Activity: activity,
  Meeting: meeting,
  Event: event,
  Checkin: checkin,
}

/** A table with one value per segment type. */
export function perType<T>(derive: (definition: SegmentDefinition) => T): Record<SegmentType, T> {
  return Object.fromEntries(
    Object.values(SEGMENT_DEFINITIONS).map((definition) => [definition.type, derive(definition)]),
  ) as Record<SegmentType, T>
}

/** What each type is for trips. */
export const TRIP_TRAITS = perType(({ trip }) => trip)

/**
 * The fields of each type that documents show, in order: its own, then the common ones. Absent ones are null
 * there.
 */
export const DOCUMENT_FIELDS: Readonly<Record<SegmentType, readonly string[]>> = perType(({ fields }) =>
  [...Object.entries(fields), ...Object.entries(commonFields)]
    .filter(([, entry]) => entry.hidden !== true)
    .map(([name]) => name),
)

/**
 * Every field of every type by name. What a name means for merging and materiality is the same in all types.
 */
const FIELDS_BY_NAME = fieldsByName({ ...perType(({ fields }) => fields), 'common fields': commonFields })

function namesWhere(test: (entry: FieldEntry) => boolean): ReadonlySet<string> {
  return new Set([...FIELDS_BY_NAME].filter(([, entry]) => test(entry)).map(([name]) => name))
}

interface ListSchema {
  items: { properties: Record<string, TSchema> }
}

function entryKinds({ items }: ListSchema): Array<readonly [string, FieldKind | undefined]> {
  return Object.entries(items.properties).map(([name, schema]) => {
    const { anyOf } = schema as { anyOf?: TSchema[] }
    return [name, ((anyOf?.[0] ?? schema) as { 'x-kind'?: FieldKind })['x-kind']] as const
  })
}

/** Fields that describe a statement, not the segment: merging leaves them out. */
export const UNMERGED_FIELDS: ReadonlySet<string> = namesWhere((entry) => entry.merged === false)

/** Fields of segments a change of which makes an event `material` (RULES 7.6). */
export const MATERIAL_FIELDS: ReadonlySet<string> = namesWhere((entry) => entry.material === true)

/** Fields whose text is kept to the character (RULES N1). */
export const VERBATIM_FIELDS: ReadonlySet<string> = namesWhere((entry) => fieldKindOf(entry) === 'verbatim')

/** Fields of several lines (RULES N1). */
export const MULTILINE_FIELDS: ReadonlySet<string> = namesWhere((entry) => fieldKindOf(entry) === 'lines')

/** Whose a field is (RULES 3.5.4); one that is not here is of what is booked, for every traveller. */
export const FIELD_OWNERS: ReadonlyMap<string, FieldOwner> = new Map(
  [...FIELDS_BY_NAME].flatMap(([name, entry]) => {
    const owner = fieldOwnerOf(entry)
    return owner === null ? [] : [[name, owner] as const]
  }),
)

/** The fields of the entries of each field that is a list, with the kind of each. */
export const LIST_FIELDS: ReadonlyMap<
  string,
  ReadonlyArray<readonly [string, FieldKind | undefined]>
> = new Map(
  [...FIELDS_BY_NAME]
    .filter(([, entry]) => fieldKindOf(entry) === 'list')
    .map(([name, { schema }]) => [name, entryKinds(schema as unknown as ListSchema)] as const),
)

/** Times that are neither start nor end of a segment: a shift of them is not material (RULES 7.6). */
export const OTHER_TIME_FIELDS: ReadonlySet<string> = namesWhere(
  (entry) => fieldKindOf(entry) === 'datetime' && entry.role === undefined,
)

/** Digits after the point that each decimal field is kept with. */
export const DECIMAL_DIGITS: ReadonlyMap<string, number> = new Map(
  [...FIELDS_BY_NAME].flatMap(([name, { schema }]) => {
    const digits = (schema as { 'x-digits'?: number })['x-digits']
    return digits === undefined ? [] : [[name, digits] as const]
  }),
)

/** How a field is merged (RULES 3.5). */
export interface FieldMerging {
  /** Group that an installation may rank sources for. */
  group: FieldGroup | null
  /** The field it is taken together with; null: it is taken for itself. */
  leader: string | null
  /** Fields that are taken together with it. */
  followers: readonly string[]
}

/** How each field is merged; a field that no type has is merged for itself. */
export const FIELD_MERGING: ReadonlyMap<string, FieldMerging> = new Map(
  [...FIELDS_BY_NAME].map(([name, entry]) => [
    name,
    {
      group: fieldGroupOf(entry),
      leader: entry.mergesWith ?? null,
      followers: [...FIELDS_BY_NAME].filter(([, other]) => other.mergesWith === name).map(([other]) => other),
    },
  ]),
)
