/**
 * The fields of a raw segment that its statement is made of, and those that matching reads (RULES 3.1 and
 * 3.3).
 */
import { perType } from '../../../schemas/segment/catalog.js'
import type { SegmentDefinition } from '../../../schemas/segment/fields/define-segment.js'
import type { FieldRole } from '../../../schemas/segment/fields/field-entry.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import type { PlaceFieldNames } from '../../../schemas/segment/segment-kinds.js'
import type { Fields, RawSegment } from './raw-segment.js'

const STATEMENT_PLACE_FIELDS = ['lat', 'lon', 'city_name', 'admin_code', 'country', 'city_code']

function placeFields(place: PlaceFieldNames | null): string[] {
  if (place === null) return []
  const prefixed = STATEMENT_PLACE_FIELDS.map((name) => `${place.prefix}${name}`)
  return [...prefixed, ...[place.text, place.name].filter((field) => field !== null)]
}

/** Roles of single types that `statementOf` reads as well. */
const OTHER_ROLES: ReadonlySet<FieldRole | undefined> = new Set(['startTime', 'endTime', 'portCalls'])

function statementFields({ type, fields }: SegmentDefinition): readonly string[] {
  const { vendor, number, name, start, end, from, to, startZone, endZone } = SEGMENT_KINDS[type]
  const single = [vendor, number, name, start, end, startZone, endZone].filter((field) => field !== null)
  const others = Object.keys(fields).filter((field) => OTHER_ROLES.has(fields[field]?.role))
  return [...new Set([...single, ...placeFields(from), ...placeFields(to), ...others])]
}

/** Every field that a statement's ends, places, vendor, number or name come from. */
export const STATEMENT_FIELDS = perType(statementFields)

/** Those, and the other fields that the type's matching rule reads. */
export const MATCHING_FIELDS = perType(({ type, fields }): readonly string[] => {
  const others = Object.keys(fields).filter((field) => fields[field]?.matching === true)
  return [...new Set([...STATEMENT_FIELDS[type], ...others])]
})

/** True if two sets of fields make the same statement, apart from traveller, locator and status. */
export function statementFieldsEqual(type: SegmentType, a: Fields, b: Fields): boolean {
  for (const field of STATEMENT_FIELDS[type]) if (a[field] !== b[field]) return false
  return true
}

/** Everything that a matching rule's `relate` reads in a raw segment except its locator, as one text. */
export function matchingFingerprint({ type, source, fields }: RawSegment): string {
  return JSON.stringify([source, ...MATCHING_FIELDS[type].map((field) => fields[field])])
}
