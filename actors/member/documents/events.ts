/** The events of a step (webhooks.md 1). */
import type { Id } from '../../../schemas/base/ids.js'
import { normaliseLocator } from '../../../schemas/base/locator.js'
import type { EventWrite } from '../../../schemas/stream/fold-result.js'
import { END_OF_NEW_EVENT, eventHeadText } from '../../../schemas/webhooks/event.js'
import { comparisonForm } from '../../../schemas/base/text.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import { MATERIAL_FIELDS, OTHER_TIME_FIELDS } from '../../../schemas/segment/catalog.js'
import type { Pieces } from '../../itinerary/lib/pieces.js'
import type { MemberState } from '../model.js'
import { eventId } from './event-id.js'
import { FixedDocument } from './fixed-document.js'

const MAX_EVENT_BYTES = 256 * 1024
/** In UTF-8. */
const MAX_BYTES_PER_CHARACTER = 3

/** Old values by field, in the order of the document; undefined where the field did not exist. */
export type ChangedFields = ReadonlyMap<string, unknown>

/** A change of one resource that an event reports. */
export interface ResourceChange {
  /** The event type. */
  type: string
  resourceId: Id
  /** The resource after the change. */
  object: Record<string, unknown> | FixedDocument
  /** Old values of the fields that changed; null for a new resource. */
  previous: ChangedFields | null
  /** Null: decided by the fields that changed (RULES 7.6). */
  material: boolean | null
  /** Further fields next to `object` (`merged_from`, `split_into`). */
  extra?: Record<string, unknown>
}

/** Fields that change with every change. */
const BOOKKEEPING_FIELDS = new Set(['updated', 'version'])

/** The events of a step, in order; raises the member's sequence by one for each. */
export function* buildEvents(
  state: MemberState,
  changes: readonly ResourceChange[],
  now: number,
): Pieces<EventWrite[]> {
  const events: EventWrite[] = []
  for (const [ordinal, change] of changes.entries()) {
    yield
    state.sequence += 1
    const { sequence } = state
    const id = eventId(state.id, sequence, ordinal, now)
    const { type, resourceId } = change
    const start = eventHeadText({ id, type, created: now, member: state.id, resource: resourceId, sequence })
    events.push({ id, sequence, type, resourceId, created: now, body: eventBody(start, change) })
  }
  return events
}

/**
 * The event as JSON, in pieces so that the document need not be copied; without the documents if it would be
 * too large.
 */
function eventBody(start: string, change: ResourceChange): string[] {
  const { object, previous, resourceId } = change
  const json = object instanceof FixedDocument ? object.toJson() : JSON.stringify(object)
  if (previous === null && change.material === null && change.extra === undefined) {
    const body = [start, json, END_OF_NEW_EVENT]
    if (!isTooLarge(body)) return body
  }
  const { fields, oldValues } = changesToReport(previous)
  const material = change.material ?? isMaterial(previous, object, fields)
  const end = JSON.stringify({
    previous_attributes: oldValues,
    changed_fields: fields,
    material,
    ...change.extra,
  })
  const body = [start, json, `,${end.slice(1)}}`]
  if (!isTooLarge(body)) return body
  const rest = JSON.stringify({
    previous_attributes: {},
    changed_fields: fields,
    material,
    truncated: true,
  })
  return [start, JSON.stringify({ id: resourceId }), `,${rest.slice(1)}}`]
}

function changesToReport(previous: ChangedFields | null): {
  fields: string[]
  oldValues: Record<string, unknown>
} {
  const fields: string[] = []
  const oldValues: Record<string, unknown> = {}
  for (const [name, value] of previous ?? []) {
    if (BOOKKEEPING_FIELDS.has(name)) continue
    fields.push(name)
    oldValues[name] = value ?? null
  }
  return { fields, oldValues }
}

function isTooLarge(pieces: readonly string[]): boolean {
  const characters = pieces.reduce((sum, piece) => sum + piece.length, 0)
  return (
    characters > MAX_EVENT_BYTES / MAX_BYTES_PER_CHARACTER &&
    Buffer.byteLength(pieces.join('')) > MAX_EVENT_BYTES
  )
}

/**
 * Every material name: the marked fields of the segment types, and fields that only documents have. Segments
 * and trips share the names, so that a mark in any type holds for all types and for trips: `end_time_zone_id`
 * of a trip is here because Transport marks it. Date-times are not looked up here (`isMaterial`).
 */
const MATERIAL_DOCUMENT_FIELDS: ReadonlySet<string> = new Set([
  ...MATERIAL_FIELDS,
  // Of segments.
  'trip_id',
  'airline_name',
  // Of segments and trips.
  'merged_into',
  'end_time_zone',
  // Of trips.
  'segment_count',
  'begin_time_zone',
  'begin_time_zone_id',
])
const MATERIAL_SHIFT_MS = 15 * 60_000

const isDate = (text: string): boolean => text.length === 10

/** Milliseconds of a wall time, whatever the time zone of the process is. */
const wallTime = (text: string): number => Date.parse(isDate(text) ? text : `${text.slice(0, 19)}Z`)

/**
 * RULES 7.6: shifts of 15 minutes or more, place, number, status, traveller, locator, added or removed
 * segments.
 */
function isMaterial(
  previous: ChangedFields | null,
  object: ResourceChange['object'],
  fields: readonly string[],
): boolean {
  if (previous === null) return true
  const valueOf = (name: string): unknown =>
    object instanceof FixedDocument ? object.get(name) : object[name]
  return fields.some((name) => {
    if (OTHER_TIME_FIELDS.has(name)) return false
    if (name === 'confirmation_no') return isOtherLocator(previous.get(name), valueOf(name))
    if (name === PORT_CALLS) return haveOtherPorts(previous.get(name), valueOf(name))
    if (/_datetime(_utc)?$/.test(name)) return isMaterialShift(previous.get(name), valueOf(name))
    return MATERIAL_DOCUMENT_FIELDS.has(name)
  })
}

/** False for one locator written in two ways (RULES 3.5.3). */
function isOtherLocator(before: unknown, after: unknown): boolean {
  const locator = normaliseLocator(before)
  return locator === null || locator !== normaliseLocator(after)
}

const PORT_CALLS = SEGMENT_KINDS.Cruise.portCalls

/** True for other ports, another order of them, or a call at another time. */
function haveOtherPorts(before: unknown, after: unknown): boolean {
  const [one, other] = [before, after].map((list) => (Array.isArray(list) ? (list as PortCallFields[]) : []))
  const isOtherTime = (a: unknown, b: unknown): boolean =>
    (a ?? null) !== (b ?? null) && isMaterialShift(a, b)
  return (
    one?.length !== other?.length ||
    one?.some((call, i) => {
      const next = other?.[i] ?? {}
      return (
        comparisonForm(call.city_name ?? '') !== comparisonForm(next.city_name ?? '') ||
        isOtherTime(call.arrival_datetime, next.arrival_datetime) ||
        isOtherTime(call.departure_datetime, next.departure_datetime)
      )
    }) === true
  )
}

type PortCallFields = Partial<Record<'city_name' | 'arrival_datetime' | 'departure_datetime', string | null>>

function isMaterialShift(before: unknown, after: unknown): boolean {
  if (typeof before !== 'string' || typeof after !== 'string') return true
  // A time that becomes known, or is no longer known.
  if (isDate(before) !== isDate(after)) return true
  const shift = Math.abs(wallTime(before) - wallTime(after))
  // A shift that is not a number is material too.
  return !(shift < MATERIAL_SHIFT_MS)
}
