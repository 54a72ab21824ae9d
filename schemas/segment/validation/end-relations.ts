/** What the fields of a segment must be to each other: place, order of start and end (contract.md 5). */
import { comparisonForm } from '../../base/text.js'
import { instantsOf } from '../../base/time-zone.js'
import { parseDate, parseDateOrWall, parseTime } from '../../base/wall-time.js'
import { perType, SEGMENT_DEFINITIONS } from '../catalog.js'
import { requiredPlaceText } from '../fields/define-segment.js'
import type { SegmentDefinition } from '../fields/define-segment.js'
import type { FieldRole } from '../fields/field-entry.js'
import type { SegmentType } from '../fields/segment-types.js'
import { SEGMENT_KINDS } from '../segment-kinds.js'
import { endsNextDay } from './after-midnight.js'
import { isAbsent } from './check-value.js'
import { missingField } from './segment-error.js'
import type { SegmentError } from './segment-error.js'

export type RawFields = Record<string, unknown>

/** IANA zone of an airport code in capitals; undefined when unknown. */
export type ZoneLookup = (iata: string) => string | undefined

/** One end of a segment. */
interface SegmentEnd {
  at: string
  /** Field with an explicit zone. */
  zone: string
  /** Fields that may hold the IATA code of an airport. */
  codes: readonly string[]
  /** Fields that outweigh a code, if all of one of these lists are sent: the code may be wrong (RULES N5). */
  outweighs: readonly string[][]
  /** Fields that name its place: any of them sets this end apart from the other. */
  place: readonly string[]
}

type Ends =
  | { is: 'instants'; start: SegmentEnd; end: SegmentEnd; mayBeEqual: boolean }
  | { is: 'days'; start: string; end: string; startTime: string; endTime: string }
  | { is: 'single' }

const FIELDS_SETTING_ENDS_APART = [
  'name',
  'location',
  'address1',
  'city_name',
  'city_code',
  'country',
  'lat',
  'lon',
  'time_zone_id',
]

function endOf(definition: SegmentDefinition, which: 'start' | 'end'): SegmentEnd {
  const kind = SEGMENT_KINDS[definition.type]
  const at = which === 'start' ? kind.start : (kind.end ?? '')
  const zone = which === 'start' ? kind.startZone : kind.endZone
  const place = which === 'start' ? kind.from : kind.to
  const prefix = place?.prefix ?? ''
  const set = FIELDS_SETTING_ENDS_APART.map((name) => prefix + name)
  if (place !== null && (place.format === 'code' || place.format === 'station')) {
    const text = place.text ?? ''
    const outweighs = ['city_name', 'lat'].map((name) => [`${prefix}name`, prefix + name])
    return { at, zone, codes: place.format === 'code' ? [text] : [], outweighs, place: [text, ...set] }
  }
  return {
    at,
    zone,
    codes: [`${prefix}location`, `${prefix}city_code`],
    outweighs: [],
    place: place === null ? [] : set,
  }
}

function fieldOf({ fields }: SegmentDefinition, role: FieldRole): string {
  return Object.keys(fields).find((name) => fields[name]?.role === role) ?? ''
}

function endCheckOf(definition: SegmentDefinition): Ends {
  switch (definition.endOrder) {
    case 'single':
      return { is: 'single' }
    case 'days':
      return {
        is: 'days',
        start: fieldOf(definition, 'start'),
        end: fieldOf(definition, 'end'),
        startTime: fieldOf(definition, 'startTime'),
        endTime: fieldOf(definition, 'endTime'),
      }
    default:
      return {
        is: 'instants',
        start: endOf(definition, 'start'),
        end: endOf(definition, 'end'),
        mayBeEqual: definition.endOrder === 'notBefore',
      }
  }
}

const ENDS = perType(endCheckOf)

/** Latitude and longitude fields of each type, which go together. */
const COORDINATES = perType(({ fields }) =>
  Object.keys(fields)
    .filter((name) => fields[name]?.presence !== 'documentOnly' && /(^|_)lat$/.test(name))
    .map((lat): [string, string] => [lat, `${lat.slice(0, -3)}lon`]),
)

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Offsets lie between -12 and +14 hours: wall times further apart are in order whatever their zones. */
const MAX_ZONE_DIFFERENCE_MS = 26 * 3_600_000

export const ownField = (segment: RawFields, name: string): unknown =>
  Object.hasOwn(segment, name) ? segment[name] : undefined

/** Adds an error if one of two fields that go together is missing. */
export function checkPair(segment: RawFields, one: string, other: string, errors: SegmentError[]): void {
  const lacksOne = isAbsent(ownField(segment, one))
  const lacksOther = isAbsent(ownField(segment, other))
  if (lacksOne === lacksOther) return
  const [lacking, given] = lacksOne ? [one, other] : [other, one]
  errors.push(
    missingField(lacking, `Field "${lacking}" is required together with "${given}"; send both or neither.`),
  )
}

/** Adds the errors of a segment's place and of the order of its ends. */
export function checkRelations(
  segment: RawFields,
  type: SegmentType,
  zoneOf: ZoneLookup,
  errors: SegmentError[],
): void {
  checkRequiredPlace(segment, SEGMENT_DEFINITIONS[type], errors)
  for (const [lat, lon] of COORDINATES[type]) checkPair(segment, lat, lon, errors)
  const ends = ENDS[type]
  if (ends.is === 'days') checkDays(segment, ends, errors)
  else if (ends.is === 'instants') checkInstants(segment, type, { ...ends, zoneOf }, errors)
}

function checkRequiredPlace(
  segment: RawFields,
  { requiredPlace }: SegmentDefinition,
  errors: SegmentError[],
): void {
  if (
    requiredPlace === null ||
    requiredPlace.some((fields) => fields.every((field) => !isAbsent(ownField(segment, field))))
  )
    return
  errors.push(missingField(requiredPlace[0]![0]!, requiredPlaceText(requiredPlace)))
}

function checkDays(segment: RawFields, ends: Ends & { is: 'days' }, errors: SegmentError[]): void {
  const start = parsed(ownField(segment, ends.start), parseDate)
  const end = parsed(ownField(segment, ends.end), parseDate)
  if (end < start) errors.push(rangeError(ends.end, ends.start, 'must not be before'))
  else if (
    end === start &&
    parsed(ownField(segment, ends.endTime), parseTime) < parsed(ownField(segment, ends.startTime), parseTime)
  )
    errors.push(rangeError(ends.endTime, ends.startTime, 'must not be before'))
}

function checkInstants(
  segment: RawFields,
  type: SegmentType,
  { start: from, end: to, mayBeEqual, zoneOf }: Ends & { is: 'instants' } & { zoneOf: ZoneLookup },
  errors: SegmentError[],
): void {
  const start = parsed(ownField(segment, from.at), parseDateOrWall)
  const end = parsed(ownField(segment, to.at), latestWall)
  if (Number.isNaN(start) || Number.isNaN(end) || end - start > MAX_ZONE_DIFFERENCE_MS) return
  // 00:00 of the same day is written for an end that is not known (actors/RULES.md N6).
  if (end % DAY_MS === 0 && end === start - (start % DAY_MS)) return
  const length = longestTimeBetween(segment, { from, start, to, end }, zoneOf)
  if (endsNextDay(type, start, end, length)) return
  if (length < 0 || (length === 0 && !mayBeEqual))
    errors.push(rangeError(to.at, from.at, mayBeEqual ? 'must not be before' : 'must be after'))
}

/** The last minute that a date-time may mean: of a date alone, that of the day. */
function latestWall(text: string): number {
  const wall = parseDateOrWall(text)
  return text.length === 10 ? wall + DAY_MS - MINUTE_MS : wall
}

const rangeError = (late: string, early: string, how: string): SegmentError => ({
  error: 'invalid_date_range',
  error_description: `Field "${late}" ${how} "${early}", each in the time zone of its place.`,
  field: late,
})

const parsed = (value: unknown, parse: (text: string) => number): number =>
  typeof value === 'string' && value !== '' ? parse(value) : NaN

interface Span {
  from: SegmentEnd
  start: number
  to: SegmentEnd
  end: number
}

/**
 * The longest time, in milliseconds, that can lie between both ends: by instants when both zones are known,
 * by the clock when both are in one place, else the wall times with the benefit of the doubt.
 */
function longestTimeBetween(segment: RawFields, { from, start, to, end }: Span, zoneOf: ZoneLookup): number {
  const fromZone = zoneAt(segment, from, zoneOf)
  const hasOwnPlace = to.place.some((field) => field !== '' && !isAbsent(ownField(segment, field)))
  const inOnePlace = !hasOwnPlace || isOnePlace(segment, from, to)
  const toZone = hasOwnPlace ? (zoneAt(segment, to, zoneOf) ?? (inOnePlace ? fromZone : undefined)) : fromZone
  const startZone = fromZone ?? (inOnePlace ? toZone : undefined)
  if (inOnePlace && startZone === undefined) return end - start
  if (startZone === undefined || toZone === undefined) return end - start + MAX_ZONE_DIFFERENCE_MS
  const first = instantsOf(start, startZone)?.[0]
  const last = instantsOf(end, toZone)?.at(-1)
  return first === undefined || last === undefined ? end - start + MAX_ZONE_DIFFERENCE_MS : last - first
}

/** Fields that name a place by themselves, and those that tell places of one name apart. */
const NAMES_PLACE = /^(?:origin|destination)$|(?:^|_)(?:location|city_name|city_code)$/
const TELLS_PLACES_APART = /^(?:origin|destination)$|(?:^|_)(?:city_name|city_code|country|time_zone_id)$/

/** True if both ends name the same city, station or place, and nothing tells them apart. */
function isOnePlace(segment: RawFields, from: SegmentEnd, to: SegmentEnd): boolean {
  let isNamed = false
  for (const [at, field] of from.place.entries()) {
    const [here, there] = [ownField(segment, field), ownField(segment, to.place[at] ?? '')]
    if (typeof here !== 'string' || typeof there !== 'string' || isAbsent(here) || isAbsent(there)) continue
    const isEqual = comparisonForm(here) === comparisonForm(there)
    if (!isEqual && TELLS_PLACES_APART.test(field)) return false
    isNamed ||= isEqual && NAMES_PLACE.test(field)
  }
  return isNamed
}

function zoneAt(segment: RawFields, end: SegmentEnd, zoneOf: ZoneLookup): string | undefined {
  const explicit = ownField(segment, end.zone)
  if (typeof explicit === 'string' && !isAbsent(explicit)) return explicit
  const isSent = (field: string): boolean => !isAbsent(ownField(segment, field))
  if (end.outweighs.some((fields) => fields.every(isSent))) return undefined
  for (const field of end.codes) {
    const code = ownField(segment, field)
    if (typeof code === 'string' && code.trim().length === 3) return zoneOf(code.trim().toUpperCase())
  }
  return undefined
}
