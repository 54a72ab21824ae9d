/** Which fields the document of each segment type has, in order; worked out once per type. */
import { DOCUMENT_FIELDS } from '../../../schemas/segment/catalog.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'

/** Names of the fields that show the time of one end. */
export interface ShownTimeFields {
  local: string
  utc: string
  zone: string
  abbreviation: string
}

/** Names of the fields that show the place of one end. */
export interface ShownPlaceFields {
  city: string
  admin: string
  country: string
  code: string
  lat: string
  lon: string
}

export interface DocumentFields {
  /** A document with every field null, to copy. */
  blank: Record<string, unknown>
  start: ShownTimeFields
  end: ShownTimeFields | null
  from: ShownPlaceFields
  to: ShownPlaceFields | null
  /** All fields that hold a coordinate. */
  coordinates: string[]
  /** Fields that show the merged value of the submitted field of the same name. */
  submitted: readonly string[]
}

const FIRST = ['id', 'member_id', 'trip_id', 'type', 'status']
const LAST = [
  'duration_minutes',
  'distance_km',
  'source',
  'source_type',
  'sources',
  'bookings',
  'previous',
  'is_connection',
  'connection_minutes',
  'possible_duplicate_of',
  'warnings',
  'replaces',
  'replaced_by',
  'merged_into',
  'created',
  'updated',
]

const VENDOR_FIELDS: Partial<Record<SegmentType, string[]>> = {
  Air: ['flight_num', 'normalized_airline', 'airline_name'],
  Car: ['normalized_vendor'],
}

/** True for a type whose document has one time zone for both ends. */
export function hasSharedZone(type: SegmentType): boolean {
  return SEGMENT_KINDS[type].startZone === 'time_zone_id'
}

function shownTimeFields(field: string): ShownTimeFields {
  const stem = field.replace(/_(datetime|date)$/, '')
  return {
    local: field,
    utc: `${stem}_datetime_utc`,
    zone: `${stem}_time_zone_id`,
    abbreviation: `${stem}_time_zone`,
  }
}

function shownPlaceFields(prefix: string): ShownPlaceFields {
  return {
    city: `${prefix}city_name`,
    admin: `${prefix}admin_code`,
    country: `${prefix}country`,
    code: `${prefix}city_code`,
    lat: `${prefix}lat`,
    lon: `${prefix}lon`,
  }
}

function documentFields(type: SegmentType): DocumentFields {
  const kind = SEGMENT_KINDS[type]
  const start = shownTimeFields(kind.start)
  const end = kind.end === null ? null : shownTimeFields(kind.end)
  const from = shownPlaceFields(kind.from.prefix)
  const to = kind.to === null ? null : shownPlaceFields(kind.to.prefix)
  const submitted = DOCUMENT_FIELDS[type]
  const times = [start, ...(end === null ? [] : [end])].flatMap((names) =>
    type === 'Hotel' ? [names.utc] : [names.local, names.utc, names.zone, names.abbreviation],
  )
  const zone = hasSharedZone(type) ? ['time_zone_id', 'time_zone'] : []
  const places = [from, ...(to === null ? [] : [to])].flatMap((names) => Object.values(names) as string[])
  const names = [
    ...FIRST,
    ...submitted,
    ...times,
    ...zone,
    ...places,
    ...(VENDOR_FIELDS[type] ?? []),
    ...LAST,
  ]
  // The runtime copies an object from JSON.parse faster than one from Object.fromEntries.
  const blank = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))) as Record<
    string,
    unknown
  >
  return {
    blank,
    start,
    end,
    from,
    to,
    coordinates: names.filter((name) => /(^|_)(lat|lon)$/.test(name)),
    submitted,
  }
}

export const FIELDS_OF_DOCUMENT = Object.fromEntries(
  (Object.keys(SEGMENT_KINDS) as SegmentType[]).map((type) => [type, documentFields(type)]),
) as Record<SegmentType, DocumentFields>
