/** What a raw segment says that bears on when, where, whose and which it is, and on what it matches. */
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import type { PlaceFieldNames, SegmentType } from '../../../schemas/segment/segment-kinds.js'
import type { Fields, RawSegment } from './raw-segment.js'

const PLACE = ['lat', 'lon', 'city_name', 'admin_code', 'country', 'city_code']
const STAY = ['checkin_date', 'checkin_time', 'checkout_date', 'checkout_time']

function placeFields(how: PlaceFieldNames | null): string[] {
  if (how === null) return []
  return [
    ...PLACE.map((name) => `${how.prefix}${name}`),
    ...(how.text === null ? [] : [how.text, `${how.text}_name`]),
  ]
}

function readBy(type: SegmentType): readonly string[] {
  const { vendor, number, name, start, end, from, to, startZone, endZone } = SEGMENT_KINDS[type]
  const single = [vendor, number, name, start, end, startZone, endZone].filter((field) => field !== null)
  return [
    ...new Set([
      ...single,
      ...placeFields(from),
      ...placeFields(to),
      ...(type === 'Hotel' ? STAY : type === 'Cruise' ? ['port_calls'] : []),
    ]),
  ]
}

/** Every field that tells a statement's ends, places, vendor, number or name. */
const STATEMENT_FIELDS = Object.fromEntries(
  (Object.keys(SEGMENT_KINDS) as SegmentType[]).map((type) => [type, readBy(type)]),
) as Record<SegmentType, readonly string[]>

/** What the rules of matching (match/) look at beside them. */
const MATCHED = [
  'origin',
  'destination',
  'ticket_number',
  'operating_flight_num',
  'venue',
  'address1',
  'property_code',
]

function comparedBy(type: SegmentType): readonly string[] {
  return [...new Set([...STATEMENT_FIELDS[type], ...MATCHED])]
}

const MATCHING_FIELDS = Object.fromEntries(
  (Object.keys(SEGMENT_KINDS) as SegmentType[]).map((type) => [type, comparedBy(type)]),
) as Record<SegmentType, readonly string[]>

/** Whether two sets of fields tell the same of when, where, whose and which. */
export function statementFieldsEqual(type: SegmentType, a: Fields, b: Fields): boolean {
  for (const field of STATEMENT_FIELDS[type]) if (a[field] !== b[field]) return false
  return true
}

/** All that a matching rule's `relate` looks at in a raw segment but its locator, as one text. */
export function matchingFingerprint({ type, source, fields }: RawSegment): string {
  return JSON.stringify([source, ...MATCHING_FIELDS[type].map((field) => fields[field])])
}
