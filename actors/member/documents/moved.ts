/** RULES 7.6: what a change of a segment or trip moved for the traveller, and whether that is material. */
import { normaliseLocator } from '../../../schemas/base/locator.js'
import { comparisonForm } from '../../../schemas/base/text.js'
import { FIELDS_BY_NAME, OTHER_TIME_FIELDS } from '../../../schemas/segment/catalog.js'
import { fieldGroupOf } from '../../../schemas/segment/fields/field-entry.js'
import type { FieldEntry } from '../../../schemas/segment/fields/field-entry.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import { MOVED } from '../../../schemas/webhooks/event.js'
import type { Moved } from '../../../schemas/webhooks/event.js'

type ValueOf = (name: string) => unknown
/** Old values by field, in the order of the document; undefined where the field did not exist. */
export type ChangedFields = ReadonlyMap<string, unknown>

/** Names of venues, which are places too. */
const NAMES_OF_PLACES = new Set(['hotel_name', 'restaurant_name', 'parking_name', 'place_name'])
/** Material fields that only documents have. */
const DOCUMENT_FIELDS: ReadonlyArray<[string, Moved]> = [
  // Of segments.
  ['trip_id', 'other'],
  ['airline_name', 'other'],
  // Of segments and trips.
  ['merged_into', 'other'],
  ['end_time_zone', 'time'],
  // Of trips.
  ['segment_count', 'other'],
  ['begin_time_zone', 'time'],
  ['begin_time_zone_id', 'time'],
]

/**
 * Grades of material fields by name. Segments and trips share the names, so a mark in any type holds for all types and
 * for trips. Date-times are not looked up here.
 */
const MATERIAL: ReadonlyMap<string, Moved> = new Map([
  ...[...FIELDS_BY_NAME].flatMap(([name, entry]) =>
    entry.material === true ? [[name, gradeOf(name, entry)] as const] : [],
  ),
  ...DOCUMENT_FIELDS,
])

function gradeOf(name: string, entry: FieldEntry): Moved {
  if (fieldGroupOf(entry) === 'schedule') return 'time'
  const isPlace = entry.group === 'place' || entry.role === 'from' || entry.role === 'to'
  return isPlace || entry.placeFormat !== undefined || NAMES_OF_PLACES.has(name) ? 'place' : 'other'
}

/** Grades of fields that are not material but that travellers notice, by name. */
const NOTICED: ReadonlyMap<string, Moved> = new Map(
  [...FIELDS_BY_NAME].flatMap(([name, entry]): Array<[string, Moved]> => {
    if (entry.group === 'seat') return [[name, 'seat']]
    if (entry.live !== true || fieldGroupOf(entry) === 'schedule') return []
    return [[name, name.endsWith('_terminal') ? 'terminal' : 'gate']]
  }),
)

const PORT_CALLS = SEGMENT_KINDS.Cruise.portCalls
const LIVE_TIME = /^(.*)(?:estimated|actual)_datetime$/
const QUARTER_MS = 15 * 60_000

/** What moved, in the order of the enumeration. `fields`: those that changed. */
export function whatMoved(previous: ChangedFields, after: ValueOf, fields: readonly string[]): Moved[] {
  const moved = new Set(
    fields.flatMap((name) => [
      ...materialMoves(name, previous.get(name), after(name)),
      ...otherMoves(name, previous, after),
    ]),
  )
  return MOVED.filter((grade) => moved.has(grade))
}

/** Whether any of the fields changed in a way that is material. */
export function isMaterial(previous: ChangedFields, after: ValueOf, fields: readonly string[]): boolean {
  return fields.some((name) => materialMoves(name, previous.get(name), after(name)).length > 0)
}

function materialMoves(name: string, before: unknown, after: unknown): Moved[] {
  if (OTHER_TIME_FIELDS.has(name)) return []
  if (name === 'status') return [isOff(before) === isOff(after) ? 'other' : 'cancellation']
  if (name === 'confirmation_no') return isOtherLocator(before, after) ? ['other'] : []
  if (name === PORT_CALLS) return portMoves(before, after)
  if (/_datetime(_utc)?$/.test(name)) return isMaterialShift(before, after) ? ['time'] : []
  const grade = MATERIAL.get(name)
  return grade === undefined ? [] : [grade]
}

function otherMoves(name: string, previous: ChangedFields, after: ValueOf): Moved[] {
  const prefix = LIVE_TIME.exec(name)?.[1]
  if (prefix !== undefined) {
    const before: ValueOf = (field) => (previous.has(field) ? previous.get(field) : after(field))
    return quartersLate(prefix, before) === quartersLate(prefix, after) ? [] : ['time']
  }
  if (name === 'travelers') return travellerMoves(previous.get(name), after(name))
  const grade = NOTICED.get(name)
  return grade === undefined ? [] : [grade]
}

const isOff = (status: unknown): boolean => status === 'Cancelled' || status === 'Deleted'

/** The delay of an end, expected or actual, in whole quarters of an hour. */
function quartersLate(prefix: string, value: ValueOf): number {
  const [scheduled, live] = [
    value(`${prefix}datetime`),
    value(`${prefix}actual_datetime`) ?? value(`${prefix}estimated_datetime`),
  ]
  if (typeof scheduled !== 'string' || typeof live !== 'string' || isDate(scheduled) || isDate(live)) return 0
  return Math.trunc((wallTime(live) - wallTime(scheduled)) / QUARTER_MS)
}

type Person = Partial<Record<'first_name' | 'last_name' | 'name' | 'seat_assignment', string | null>>

function travellerMoves(before: unknown, after: unknown): Moved[] {
  const differ = (text: (person: Person) => string): boolean => {
    const [one, other] = [before, after].map((list) =>
      listOf<Person>(list)
        .flatMap((p) => text(p) || [])
        .sort()
        .join('\n'),
    )
    return one !== other
  }
  const nameOf = ({ first_name, last_name, name }: Person): string => [first_name, last_name, name].join('\t')
  return [
    ...(differ(nameOf) ? (['other'] as const) : []),
    ...(differ(({ seat_assignment: seat }) => seat ?? '') ? (['seat'] as const) : []),
  ]
}

const listOf = <T>(value: unknown): T[] => (Array.isArray(value) ? (value as T[]) : [])

/** False for one locator written in two ways (RULES 3.5.3). */
function isOtherLocator(before: unknown, after: unknown): boolean {
  const locator = normaliseLocator(before)
  return locator === null || locator !== normaliseLocator(after)
}

type PortCall = Partial<Record<'city_name' | 'arrival_datetime' | 'departure_datetime', string | null>>

/** `place` for other ports or another order of them, else `time` for a call at another time. */
function portMoves(before: unknown, after: unknown): Moved[] {
  const [one, other] = [listOf<PortCall>(before), listOf<PortCall>(after)]
  const cities = (calls: PortCall[]): string =>
    calls.map((call) => comparisonForm(call.city_name ?? '')).join('\n')
  const isOtherTime = (a: unknown, b: unknown): boolean =>
    (a ?? null) !== (b ?? null) && isMaterialShift(a, b)
  if (one.length !== other.length || cities(one) !== cities(other)) return ['place']
  const areOtherTimes = one.some(
    (call, i) =>
      isOtherTime(call.arrival_datetime, other[i]?.arrival_datetime) ||
      isOtherTime(call.departure_datetime, other[i]?.departure_datetime),
  )
  return areOtherTimes ? ['time'] : []
}

const isDate = (text: string): boolean => text.length === 10

/** Milliseconds of a wall time, whatever the time zone of the process is. */
const wallTime = (text: string): number => Date.parse(isDate(text) ? text : `${text.slice(0, 19)}Z`)

function isMaterialShift(before: unknown, after: unknown): boolean {
  if (typeof before !== 'string' || typeof after !== 'string') return true
  // A time that becomes known, or is no longer known.
  if (isDate(before) !== isDate(after)) return true
  const shift = Math.abs(wallTime(before) - wallTime(after))
  // A shift that is not a number is material too.
  return !(shift < QUARTER_MS)
}
