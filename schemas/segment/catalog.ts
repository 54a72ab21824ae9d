/**
 * All segment types, and the tables that derive from their definitions. Computed once, when this file is
 * loaded.
 */
import { air } from './air.js'
import { car } from './car.js'
import { checkin } from './checkin.js'
import { cruise } from './cruise.js'
import { commonFields } from './fields/common.js'
import { fieldKindOf, fieldOwnerOf } from './fields/field-entry.js'
import type { SegmentDefinition } from './fields/define-segment.js'
import type { FieldEntry, FieldOwner } from './fields/field-entry.js'
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

/** Every field of every type by name: events and travellers know fields by name alone. */
export const FIELDS_BY_NAME = fieldsByName({
  ...perType(({ fields }) => fields),
  'common fields': commonFields,
})

function namesWhere(test: (entry: FieldEntry) => boolean): ReadonlySet<string> {
  return new Set([...FIELDS_BY_NAME].filter(([, entry]) => test(entry)).map(([name]) => name))
}

/** By type, the fields of live status (RULES 3.6); none: the type has no live status. */
export const LIVE_FIELDS = perType(({ fields }): readonly string[] =>
  Object.keys(fields).filter((name) => fields[name]?.live === true),
)

const FREE_KINDS: ReadonlySet<string> = new Set(['lines', 'verbatim', 'object', 'url'])

/**
 * Fields of the travel itself: without what opens, changes or prices a booking, and without every text in which a source
 * may write such. No more than these travels while it is not proven whose a loyalty number is (contract.md 8.3).
 */
export const TRAVEL_FIELDS: ReadonlySet<string> = namesWhere(
  (entry) =>
    entry.group !== 'locator' && entry.group !== 'price' && !FREE_KINDS.has(fieldKindOf(entry) ?? ''),
)

/** Whose a field is (RULES 3.5.4); one that is not here is of what is booked, for every traveller. */
export const FIELD_OWNERS: ReadonlyMap<string, FieldOwner> = new Map(
  [...FIELDS_BY_NAME].flatMap(([name, entry]) => {
    const owner = fieldOwnerOf(entry)
    return owner === null ? [] : [[name, owner] as const]
  }),
)

/** Times that are neither start nor end of a segment: a shift of them is not material (RULES 7.6). */
export const OTHER_TIME_FIELDS: ReadonlySet<string> = namesWhere(
  (entry) => fieldKindOf(entry) === 'datetime' && entry.role === undefined,
)
