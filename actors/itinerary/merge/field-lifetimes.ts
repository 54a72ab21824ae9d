/**
 * RULES 3.5.2: how long what a source said of a field holds, when its later statements about the booking leave it
 * out.
 */
import { perType } from '../../../schemas/segment/catalog.js'
import { commonFields, Traveler } from '../../../schemas/segment/fields/common.js'
import type { SegmentDefinition } from '../../../schemas/segment/fields/define-segment.js'
import { fieldGroupOf } from '../../../schemas/segment/fields/field-entry.js'
import type { FieldEntry, FieldLifetime, FieldRole } from '../../../schemas/segment/fields/field-entry.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'

export type End = 'from' | 'to'

/** Roles of fields that give the times, or go with one. */
const TIME_ROLES: ReadonlySet<FieldRole | undefined> = new Set(['start', 'end', 'startZone', 'endZone'])

/** Types that last as long as was booked: a price is one of those days. */
export const IS_BOOKED_BY_DAY = perType(({ trip }) => ['stay', 'rental', 'support'].includes(trip.leg))

function lifetimeOf({ type, fields }: SegmentDefinition, name: string): FieldLifetime {
  const own = fields[name]
  const entry = (own ?? commonFields[name]) as FieldEntry
  if (entry.holdsFor !== undefined) return entry.holdsFor
  if (TIME_ROLES.has(entry.role)) return 'times'
  const group = fieldGroupOf(entry)
  if (group === 'price' && IS_BOOKED_BY_DAY[type]) return 'times'
  return own === undefined || group === 'locator' || group === 'price' ? 'booking' : 'service'
}

const LIFETIMES = perType(
  (definition): ReadonlyMap<string, FieldLifetime> =>
    new Map(
      [...Object.keys(definition.fields), ...Object.keys(commonFields)].map((name) => [
        name,
        lifetimeOf(definition, name),
      ]),
    ),
)

/** What an entry of a list of travellers says of the booking, where the type has no such field. */
const OF_TRAVELLERS: ReadonlySet<string> = new Set(
  Object.keys(Traveler.properties).filter((name) => name !== 'seat_assignment'),
)

/** Any other field that no type has is one of the service. */
export function fieldLifetime(type: SegmentType, field: string): FieldLifetime {
  return LIFETIMES[type].get(field) ?? (OF_TRAVELLERS.has(field) ? 'booking' : 'service')
}

/**
 * What the fields of an end's place begin with. Null: the type has one place, which is that of its name
 * (a hotel), so that a history never has another.
 */
function placePrefix({ type, fromPrefix, toPrefix }: SegmentDefinition, end: End): string | null {
  const { route } = SEGMENT_KINDS[type]
  if (route !== null) return `${route[end]}_`
  const prefix = end === 'from' ? fromPrefix : toPrefix
  return prefix === '' ? null : prefix
}

function placeEndOf(definition: SegmentDefinition, name: string): End | null {
  const { type, fields } = definition
  if (TIME_ROLES.has(fields[name]?.role) || fields[name]?.live === true) return null
  const { from, to } = SEGMENT_KINDS[type]
  const isOf = (end: End, text: string | null): boolean => {
    const prefix = placePrefix(definition, end)
    return prefix !== null && (name === text || name.startsWith(prefix))
  }
  if (isOf('from', from.text)) return 'from'
  return isOf('to', to?.text ?? null) ? 'to' : null
}

/** By field, the end whose place it describes. */
export const PLACE_ENDS = perType(
  (definition): ReadonlyMap<string, End> =>
    new Map(
      Object.keys(definition.fields).flatMap((name) => {
        const end = placeEndOf(definition, name)
        return end === null ? [] : [[name, end] as const]
      }),
    ),
)

const TELLING_PARTS = ['name', 'location', 'address1', 'city_name', 'city_code', 'lat', 'lon']

/** Fields of each end that two statements about one place give alike. */
export const TELLING_PLACE_FIELDS = perType((definition): Readonly<Record<End, readonly string[]>> => {
  const { from, to } = SEGMENT_KINDS[definition.type]
  const fieldsOf = (end: End, text: string | null): string[] => {
    const prefix = placePrefix(definition, end)
    const parts = prefix === null ? [] : TELLING_PARTS.map((part) => `${prefix}${part}`)
    return [...(text === null || prefix === null ? [] : [text]), ...parts]
  }
  return { from: fieldsOf('from', from.text), to: fieldsOf('to', to?.text ?? null) }
})
