/** The fields that can be corrected on the page of a document, and the form for each segment. */
import { SEGMENT_DEFINITIONS } from '../../../../schemas/segment/catalog.js'
import { commonFields } from '../../../../schemas/segment/fields/common.js'
import { fieldKindOf } from '../../../../schemas/segment/fields/field-entry.js'
import type { FieldEntry, FieldRole } from '../../../../schemas/segment/fields/field-entry.js'
import { addressFields, stationFields } from '../../../../schemas/segment/fields/place.js'
import type { SegmentType } from '../../../../schemas/segment/fields/segment-types.js'
import { SEGMENT_KINDS } from '../../../../schemas/segment/segment-kinds.js'
import { MAX_FORM_NAMES } from '../../../http/form/form-fields.js'
import type { Parameters } from '../../../oauth/parameters.js'
import { asLine } from '../../lib/form-checks.js'
import { fieldLabel } from '../../../segment-words/field-words.js'
import { textOf } from '../../../segment-words/segment-doc.js'
import type { Field } from '../../views/field.js'

/** A segment as it was read, `id` its position. */
export type ReadSegment = Record<string, unknown> & { id: string; type: SegmentType }

const ROLES: ReadonlySet<FieldRole | undefined> = new Set<FieldRole>([
  ...(['vendor', 'number', 'name', 'from', 'to', 'start', 'end', 'startTime', 'endTime'] as const),
])
/** For places named only by their city. */
const PLACES = /^(?:[a-z]+_)?city_name$/
const TYPES = { date: 'date', datetime: 'datetime-local' } as const
const PLACE_FIELDS = [...Object.keys({ ...addressFields, ...stationFields }), 'city_code', 'name', 'location']
const LOCATOR = 'confirmation_no'

/** What the form of a document has room for: fields, only checkboxes, or neither (it is added whole). */
export function formRoom(segments: readonly ReadSegment[]): 'fields' | 'boxes' | 'none' {
  const names = segments.reduce((sum, one) => sum + 1 + fieldsOf(one).length, 1)
  if (names <= MAX_FORM_NAMES) return 'fields'
  return segments.length < MAX_FORM_NAMES ? 'boxes' : 'none'
}

/** The fields of a segment that can be corrected, with their values. */
export function fieldsOf(segment: ReadSegment): Array<Field & { field: string; value: string }> {
  const { fields } = SEGMENT_DEFINITIONS[segment.type]
  const isShown = ([name, { role, presence }]: [string, FieldEntry]): boolean =>
    presence !== 'documentOnly' && (ROLES.has(role) || (PLACES.test(name) && !('origin' in fields)))
  return [...Object.entries(fields).filter(isShown), [LOCATOR, commonFields[LOCATOR]!] as const].map(
    ([field, entry]) => {
      // The format of browsers.
      const value = (textOf(segment, field) ?? '').replace(/(T\d\d:\d\d):00$/, '$1')
      const kind = fieldKindOf(entry)
      const isDay = kind === 'datetime' && value !== '' && !value.includes('T')
      return {
        field,
        id: `${segment.id}-${field}`,
        label: fieldLabel(field, segment.type),
        value,
        required: false,
        plain: true,
        autocomplete: 'off',
        ...(isDay ? { hint: 'A date, or a date and time such as 2027-03-14T18:30.' } : {}),
        type: kind === 'date' || (kind === 'datetime' && !isDay) ? TYPES[kind] : 'text',
      }
    },
  )
}

export const boxOf = ({ id }: ReadSegment): string => `add-${id}`

/** The chosen segments; corrected ones are the member's own statements. */
export function chosenSegments(
  segments: readonly ReadSegment[],
  sent: Parameters,
): Array<{ segment: ReadSegment; isCorrected: boolean }> {
  const hasFields = formRoom(segments) === 'fields'
  return segments
    .filter((segment) => sent.get(boxOf(segment)) !== null)
    .map((segment) => {
      const changes = hasFields
        ? fieldsOf(segment).flatMap(({ field, id, value }): Array<[string, string | null]> => {
            const now = asLine(sent.get(id) ?? '')
            return now === asLine(value) ? [] : [[field, now === '' ? null : now]]
          })
        : []
      if (changes.length === 0) return { segment, isCorrected: false }
      const corrected = { ...withoutOldPlaces(segment, changes), ...Object.fromEntries(changes) }
      return { segment: { ...corrected, source: 'manual' }, isCorrected: true }
    })
}

/** The other fields of a corrected place belong to the old one. */
function withoutOldPlaces(
  segment: ReadSegment,
  changes: ReadonlyArray<[string, string | null]>,
): ReadSegment {
  const { from, to, startZone, endZone } = SEGMENT_KINDS[segment.type]
  const isChanged = (field: string | null): boolean => changes.some(([name]) => name === field)
  const old = new Set(
    ([[from, startZone], ...(to === null ? [] : [[to, endZone]])] as Array<[typeof from, string]>)
      .filter(([{ text, prefix }]) => isChanged(text) || isChanged(`${prefix}city_name`))
      .flatMap(([{ prefix }, zone]) => [zone, ...PLACE_FIELDS.map((name) => prefix + name)]),
  )
  return Object.fromEntries(Object.entries(segment).filter(([name]) => !old.has(name))) as ReadSegment
}

/** In the form of a submitted raw segment. */
export function rawOf({ id: _id, ...raw }: ReadSegment): Record<string, unknown> {
  return raw
}
