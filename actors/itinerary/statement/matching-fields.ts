/** The fields that a statement is made of, and those that matching reads (RULES 3.1 and 3.3). */
import { perType } from '../../../schemas/segment/catalog.js'
import { NO_SLOT, SEGMENT_SLOTS } from '../../../schemas/segment/field-slots.js'
import type { FieldKey } from '../../../schemas/segment/field-slots.js'
import type { FieldRole } from '../../../schemas/segment/fields/field-entry.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import type { FieldValues } from './field-values.js'
import { PLACE_PARTS } from './statement-place.js'
import type { Statement } from './statement.js'
import { travellersOf } from './travellers.js'

/** Roles of single types that `statementOf` reads as well. */
const OTHER_ROLES: ReadonlySet<FieldRole | undefined> = new Set(['startTime', 'endTime', 'portCalls'])

/** Every field that a statement's ends, places, vendor, number or name come from. */
export const STATEMENT_FIELDS = perType(({ type }): readonly FieldKey[] => {
  const { vendor, number, name, start, end, from, to, startZone, endZone } = SEGMENT_KINDS[type]
  const { fields, byName } = SEGMENT_SLOTS[type]
  const ofPlaces = [from, ...(to === null ? [] : [to])].flatMap((place) => [
    ...PLACE_PARTS.map((part) => `${place.prefix}${part}`),
    place.text,
    place.name,
  ])
  const others = fields.filter(({ entry }) => OTHER_ROLES.has(entry.role)).map((field) => field.name)
  const names = new Set([vendor, number, name, start, end, startZone, endZone, ...ofPlaces, ...others])
  return [...names].flatMap((field) =>
    field === null ? [] : (byName.get(field) ?? { name: field, slot: NO_SLOT }),
  )
})

/** Those, and the other fields that the type's matching rule reads. */
export const MATCHING_FIELDS = perType(({ type }): readonly FieldKey[] => [
  ...new Set([
    ...STATEMENT_FIELDS[type],
    ...SEGMENT_SLOTS[type].fields.filter(({ entry }) => entry.matching === true),
  ]),
])

/** True if two sets of fields make the same statement, apart from traveller, locator and status. */
export function statementFieldsEqual(a: FieldValues, b: FieldValues): boolean {
  for (const field of STATEMENT_FIELDS[a.type]) if (a.at(field) !== b.at(field)) return false
  return true
}

/** Everything that a matching rule's `relate` reads in a statement except its locator, as one text. */
export function matchingFingerprint({ raw: { type, source, fields }, traveller }: Statement): string {
  const people = fields.get('travelers') === undefined ? [traveller] : travellersOf(fields)
  return JSON.stringify([
    source,
    ...people.flatMap((who) => [who?.family, who?.given]),
    null,
    ...MATCHING_FIELDS[type].map((field) => fields.at(field)),
  ])
}
