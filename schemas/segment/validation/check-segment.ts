/**
 * Complete validation of raw segments at the door (contract.md 5): all faults of all segments at once, in order. The checks
 * are compiled from the schemas once, when this file is loaded.
 */
import type { SegmentError } from '../../base/errors.js'
import { comparisonForm } from '../../base/text.js'
import { instantsOf } from '../../base/time-zone.js'
import { parseDate, parseTime, parseWall } from '../../base/wall-time.js'
import { SEGMENT_TYPES, commonFields } from '../fields/common.js'
import { SEGMENT_RULES } from '../rules.js'
import type { SegmentEnd, SegmentRule } from '../rules.js'
import { isAbsent, fieldChecks, checkUnknown, unknownFieldError } from './check-value.js'
import type { FieldSchema, ValueCheck } from './check-value.js'

export interface CheckContext {
  /** The source of an id; undefined for an unknown one. */
  source: (id: string) => { status: 'Active' | 'Inactive' } | undefined
  /** IANA zone of an airport code in capitals; undefined when not known. */
  zoneOf: (iata: string) => string | undefined
  /** Whether unknown fields are faults (`Prefer: handling=strict`). */
  strict: boolean
}

type Raw = Record<string, unknown>

/** Fields of a segment that are none of its type's: they are kept as sent, with every word about it. */
const MAX_UNKNOWN_FIELDS = 256

interface Compiled {
  type: string
  rule: SegmentRule | null
  fields: Map<string, ValueCheck>
  required: string[]
  /** Pairs of fields that go together, latitude and longitude. */
  coordinates: Array<[string, string]>
  order: Map<string, number>
}

/** Offsets lie between -12 and +14 hours: wall times further apart are in order whatever their zones. */
const MAX_ZONE_DIFFERENCE_MS = 26 * 3_600_000

const compile = (
  type: string,
  rule: SegmentRule | null,
  properties: Record<string, FieldSchema>,
  required: string[],
): Compiled => {
  const rest = { ...properties }
  delete rest['type']
  const order = new Map(['type', ...Object.keys(properties)].map((name, at) => [name, at]))
  const coordinates = Object.keys(rest)
    .filter((name) => /(^|_)lat$/.test(name))
    .map((lat): [string, string] => [lat, lat.slice(0, -3) + 'lon'])
  return {
    type,
    rule,
    fields: fieldChecks(rest),
    required: required.filter((name) => name !== 'type'),
    coordinates,
    order,
  }
}

const COMPILED = new Map<string, Compiled>(
  SEGMENT_TYPES.map((type) => {
    const rule = SEGMENT_RULES[type]
    return [
      type,
      compile(type, rule, rule.schema.properties as Record<string, FieldSchema>, rule.schema.required ?? []),
    ]
  }),
)
const UNTYPED = compile('', null, commonFields as unknown as Record<string, FieldSchema>, ['source'])

/** All faults of one raw segment, in the order of its type's fields; empty when there is none. */
export function checkSegment(raw: unknown, context: CheckContext): SegmentError[] {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return [
      {
        error: 'invalid_value',
        error_description: 'Each entry of "segments" must be an object.',
        field: null,
      },
    ]
  }
  const segment = raw as Raw
  const faults: SegmentError[] = []
  const type = ownField(segment, 'type')
  const compiled = typeof type === 'string' ? (COMPILED.get(type) ?? UNTYPED) : UNTYPED
  if (compiled === UNTYPED) {
    faults.push(
      isAbsent(type)
        ? missing('type', 'Field "type" is required; it names the kind of segment, such as Air.')
        : {
            error: 'invalid_type',
            field: 'type',
            error_description: `Field "type" must be one of ${SEGMENT_TYPES.join(', ')}.`,
          },
    )
  }
  let unknown = 0
  for (const name of Object.keys(segment)) {
    if (name === 'type') continue
    const value = segment[name]
    const check = compiled.fields.get(name)
    if (name === 'trip_id') {
      if (!isAbsent(value)) faults.push(TRIP_ID)
    } else if (check === undefined) {
      unknown += 1
      if (unknown <= MAX_UNKNOWN_FIELDS)
        faults.push(
          ...(context.strict && compiled !== UNTYPED ? unknownFieldError(name) : checkUnknown(value, name)),
        )
    } else if (!isAbsent(value)) {
      const found = check(value, name, context.strict)
      if (found !== null) faults.push(...found)
      else if (name === 'source') checkSource(value as string, context, faults)
    }
  }
  if (unknown > MAX_UNKNOWN_FIELDS)
    faults.push({
      error: 'too_long',
      field: null,
      error_description: `The segment has ${unknown} fields that its type does not know, and may have ${MAX_UNKNOWN_FIELDS}; put what belongs together into one, such as "metadata".`,
    })
  const whole = compiled.rule !== null && cancelsBooking(segment, compiled)
  for (const name of whole ? ['source'] : compiled.required) {
    if (isAbsent(ownField(segment, name)))
      faults.push(
        missing(
          name,
          `Field "${name}" is required${compiled.type === '' ? '' : ` for a segment of type ${compiled.type}`}; add it.`,
        ),
      )
  }
  pair(segment, 'price', 'currency', faults)
  if (compiled.rule !== null && !whole) relations(segment, compiled.rule, compiled, context, faults)
  if (faults.length > 1) faults.sort((a, b) => rank(compiled, a) - rank(compiled, b))
  return faults
}

/** Whether a segment cancels all of a booking: a locator and nothing of a leg (RULES 4.3). */
function cancelsBooking(segment: Raw, compiled: Compiled): boolean {
  const status = ownField(segment, 'status')
  if ((status !== 'Cancelled' && status !== 'Canceled') || isAbsent(ownField(segment, 'confirmation_no')))
    return false
  return Object.keys(segment).every(
    (name) => Object.hasOwn(commonFields, name) || !compiled.fields.has(name) || isAbsent(segment[name]),
  )
}

const TRIP_ID: SegmentError = {
  error: 'invalid_trip_id',
  field: 'trip_id',
  error_description: 'Field "trip_id" must not be sent: the service decides to which trip a segment belongs.',
}

const missing = (field: string, sentence: string): SegmentError => ({
  error: 'missing_field',
  error_description: sentence,
  field,
})

const ownField = (segment: Raw, name: string): unknown =>
  Object.hasOwn(segment, name) ? segment[name] : undefined

function rank(compiled: Compiled, fault: SegmentError): number {
  const name = fault.field?.split('[', 1)[0] ?? ''
  return compiled.order.get(name) ?? compiled.order.size
}

function checkSource(id: string, context: CheckContext, faults: SegmentError[]): void {
  const source = context.source(id)
  if (source === undefined)
    faults.push({ error: 'invalid_source', error_description: 'Invalid source.', field: 'source' })
  else if (source.status === 'Inactive') {
    faults.push({
      error: 'invalid_source',
      error_description: `Source "${id}" is inactive and takes no new segments; use another one.`,
      field: 'source',
    })
  }
}

function pair(segment: Raw, one: string, other: string, faults: SegmentError[]): void {
  const first = isAbsent(ownField(segment, one))
  const second = isAbsent(ownField(segment, other))
  if (first !== second) {
    const [lacking, given] = first ? [one, other] : [other, one]
    faults.push(
      missing(lacking, `Field "${lacking}" is required together with "${given}"; send both or neither.`),
    )
  }
}

function relations(
  segment: Raw,
  rule: SegmentRule,
  compiled: Compiled,
  context: CheckContext,
  faults: SegmentError[],
): void {
  if (
    rule.place !== undefined &&
    !rule.place.some((fields) => fields.every((field) => !isAbsent(ownField(segment, field))))
  ) {
    const ways = rule.place.map((fields) => fields.join(' with '))
    faults.push(
      missing(
        rule.place[0]![0]!,
        `The place is required: send ${ways.slice(0, -1).join(', ')} or ${ways.at(-1)!}.`,
      ),
    )
  }
  for (const [lat, lon] of compiled.coordinates) pair(segment, lat, lon, faults)
  if (rule.days !== undefined) {
    const start = dated(ownField(segment, rule.days.start), parseDate)
    const end = dated(ownField(segment, rule.days.end), parseDate)
    if (end < start) faults.push(range(rule.days.end, rule.days.start, 'must not be before'))
    else if (
      end === start &&
      dated(ownField(segment, rule.days.endTime), parseTime) <
        dated(ownField(segment, rule.days.startTime), parseTime)
    ) {
      faults.push(range(rule.days.endTime, rule.days.startTime, 'must not be before'))
    }
  }
  if (rule.span === undefined) return
  const start = dated(ownField(segment, rule.span.start.at), parseWall)
  const end = dated(ownField(segment, rule.span.end.at), parseWall)
  if (Number.isNaN(start) || Number.isNaN(end) || end - start > MAX_ZONE_DIFFERENCE_MS) return
  const length = span(segment, rule.span.start, start, rule.span.end, end, context)
  if (length < 0 || (length === 0 && !rule.span.touch)) {
    faults.push(
      range(rule.span.end.at, rule.span.start.at, rule.span.touch ? 'must not be before' : 'must be after'),
    )
  }
}

const range = (late: string, early: string, how: string): SegmentError => ({
  error: 'invalid_date_range',
  error_description: `Field "${late}" ${how} "${early}", each in the time zone of its place.`,
  field: late,
})

const dated = (value: unknown, parse: (text: string) => number): number =>
  typeof value === 'string' && value !== '' ? parse(value) : NaN

/** Longest time that can lie between both ends: by instants when both zones are known, by the clock in one place, else the benefit of the doubt. */
function span(
  segment: Raw,
  from: SegmentEnd,
  start: number,
  to: SegmentEnd,
  end: number,
  context: CheckContext,
): number {
  const told = zoneAt(segment, from, context)
  const apart = to.place.some((field) => field !== '' && !isAbsent(ownField(segment, field)))
  const one = !apart || onePlace(segment, from, to)
  const endZone = apart ? (zoneAt(segment, to, context) ?? (one ? told : undefined)) : told
  const startZone = told ?? (one ? endZone : undefined)
  if (one && startZone === undefined) return end - start
  if (startZone === undefined || endZone === undefined) return end - start + MAX_ZONE_DIFFERENCE_MS
  const first = instantsOf(start, startZone)?.[0]
  const last = instantsOf(end, endZone)?.at(-1)
  return first === undefined || last === undefined ? end - start + MAX_ZONE_DIFFERENCE_MS : last - first
}

/** Fields that name a place by themselves, and those that set places of one name apart. */
const NAMES_PLACE = /^(?:origin|destination)$|(?:^|_)(?:location|city_name|city_code)$/
const PARTS_PLACE = /^(?:origin|destination)$|(?:^|_)(?:city_name|city_code|country|time_zone_id)$/

/** Whether both ends name the same city, station or place, and nothing sets them apart. */
function onePlace(segment: Raw, from: SegmentEnd, to: SegmentEnd): boolean {
  let named = false
  for (const [at, field] of from.place.entries()) {
    const [here, there] = [ownField(segment, field), ownField(segment, to.place[at] ?? '')]
    if (typeof here !== 'string' || typeof there !== 'string' || isAbsent(here) || isAbsent(there)) continue
    const alike = comparisonForm(here) === comparisonForm(there)
    if (!alike && PARTS_PLACE.test(field)) return false
    named ||= alike && NAMES_PLACE.test(field)
  }
  return named
}

function zoneAt(segment: Raw, end: SegmentEnd, context: CheckContext): string | undefined {
  const said = ownField(segment, end.zone)
  if (typeof said === 'string' && !isAbsent(said)) return said
  for (const field of end.codes) {
    const code = ownField(segment, field)
    if (typeof code === 'string' && code.length === 3) return context.zoneOf(code.toUpperCase())
  }
  return undefined
}
