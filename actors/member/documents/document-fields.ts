/** Which fields the document of each segment type has, in order; worked out once per type. */
import { SEGMENT_RESOURCES } from '../../../schemas/itinerary/segment-resource.js'
import { DOCUMENT_FIELDS, LIST_FIELDS, OTHER_TIME_FIELDS } from '../../../schemas/segment/catalog.js'
import { SEGMENT_TYPES } from '../../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { shownEnds } from '../../../schemas/segment/shapes/shown-names.js'
import { DocumentShape } from './fixed-document.js'
import type { Slot } from './fixed-document.js'
import type { EntryKinds } from './shown-forms.js'

/** Fields that every segment's document has. */
const COMMON_FIELDS = [
  'id',
  'member_id',
  'trip_id',
  'type',
  'status',
  'duration_minutes',
  'distance_km',
  'price',
  'source',
  'source_type',
  'sources',
  'bookings',
  'previous',
  'is_connection',
  'connection_minutes',
  'warnings',
  'possible_duplicate_of',
  'replaces',
  'replaced_by',
  'merged_into',
  'created',
  'updated',
] as const

/** Fields that only some types have; no document of another type is asked for them. */
const OWN_FIELDS = [
  'time_zone_id',
  'time_zone',
  'flight_num',
  'airline',
  'normalized_airline',
  'airline_name',
  'origin',
  'origin_name',
  'destination',
  'destination_name',
  'normalized_vendor',
  'rail_line',
  'train_number',
] as const

type SlotsOf<Name extends string> = Readonly<Record<Name, Slot>>
type CommonField = (typeof COMMON_FIELDS)[number]
type OwnField = (typeof OWN_FIELDS)[number]

/** Slots of the fields that show one end's time, and of those that show its place. */
export type TimeSlots = SlotsOf<'local' | 'utc' | 'zone' | 'abbreviation'>
export type PlaceSlots = SlotsOf<'city' | 'admin' | 'country' | 'code' | 'lat' | 'lon'>

export interface DocumentFields {
  shape: DocumentShape
  at: SlotsOf<CommonField | OwnField>
  start: TimeSlots
  /** Null: the type has no such end. */
  end: TimeSlots | null
  from: PlaceSlots
  to: PlaceSlots | null
  /** All fields that hold a coordinate. */
  coordinates: readonly Slot[]
  /** Submitted local times that are neither start nor end. */
  localTimes: readonly Slot[]
  lists: ReadonlyArray<{ slot: Slot; entries: EntryKinds }>
  /** Fields that show the merged value of the submitted field of the same name. */
  submitted: ReadonlyMap<string, Slot>
}

/** The slot of a field that the type does not have, and that is never set. */
const NO_SLOT = -1

function documentFields(type: SegmentType): DocumentFields {
  const { provenance: _provenance, ...shown } = SEGMENT_RESOURCES[type].properties
  const names = Object.keys(shown)
  const shape = new DocumentShape(names)
  const slots = <Name extends string>(fields: Readonly<Record<Name, string>>): SlotsOf<Name> =>
    Object.fromEntries(
      Object.entries<string>(fields).map(([key, name]) => [key, shape.slotOf(name) ?? NO_SLOT]),
    ) as Record<Name, Slot>
  const { start, end, from, to } = shownEnds(type)
  return {
    shape,
    at: Object.fromEntries([
      ...COMMON_FIELDS.map((name) => [name, shape.slot(name)]),
      ...OWN_FIELDS.map((name) => [name, shape.slotOf(name) ?? NO_SLOT]),
    ]) as SlotsOf<CommonField | OwnField>,
    start: slots({ ...start }),
    end: end === null ? null : slots({ ...end }),
    from: slots({ ...from }),
    to: to === null ? null : slots({ ...to }),
    coordinates: names.filter((name) => /(^|_)(lat|lon)$/.test(name)).map((name) => shape.slot(name)),
    localTimes: DOCUMENT_FIELDS[type]
      .filter((name) => OTHER_TIME_FIELDS.has(name))
      .map((name) => shape.slot(name)),
    lists: DOCUMENT_FIELDS[type].flatMap((name) => {
      const entries = LIST_FIELDS.get(name)
      return entries === undefined ? [] : [{ slot: shape.slot(name), entries }]
    }),
    submitted: new Map(DOCUMENT_FIELDS[type].map((name) => [name, shape.slot(name)])),
  }
}

export const FIELDS_OF_DOCUMENT = Object.fromEntries(
  SEGMENT_TYPES.map((type) => [type, documentFields(type)]),
) as Record<SegmentType, DocumentFields>
