/** The events of a step (webhooks.md 1). */
import { hash } from 'node:crypto'
import type { Id } from '../../../schemas/base/ids.js'
import { expandEvent } from '../../../schemas/itinerary/stored/compact-segment.js'
import type { EventWrite } from '../../../schemas/stream/fold-result.js'
import { END_OF_NEW_EVENT, eventHeadText } from '../../../schemas/webhooks/event.js'
import type { Moved } from '../../../schemas/webhooks/event.js'
import type { Pieces } from '../../itinerary/lib/pieces.js'
import type { MemberState } from '../model.js'
import { FixedDocument } from './fixed-document.js'
import { isMaterial, whatMoved } from './moved.js'
import type { ChangedFields } from './moved.js'

const MAX_EVENT_BYTES = 256 * 1024
/** In UTF-8. */
const MAX_BYTES_PER_CHARACTER = 3

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
  /** What moved, if that does not follow from the fields that changed. */
  moved?: readonly Moved[]
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
  const idHead = eventIdHead(state.id, now)
  for (const [ordinal, change] of changes.entries()) {
    yield
    state.sequence += 1
    const { sequence } = state
    const id = eventId(idHead, `${state.id}:${sequence}:${ordinal}:${now}`)
    const { type, resourceId } = change
    const start = eventHeadText({ id, type, created: now, member: state.id, resource: resourceId, sequence })
    events.push({ id, sequence, type, resourceId, created: now, body: eventBody(start, change) })
  }
  return events
}

/**
 * The event as JSON, in pieces so that the document need not be copied; without the documents if it would be
 * too large. A segment is shown as it is stored.
 */
function eventBody(start: string, change: ResourceChange): string[] {
  const { object, previous, resourceId } = change
  const json = object instanceof FixedDocument ? object.toJson() : JSON.stringify(object)
  if (previous === null && change.material === null && change.extra === undefined) {
    const body = [start, json, END_OF_NEW_EVENT]
    if (!isTooLarge(body)) return body
  }
  const { fields, oldValues } = changesToReport(previous)
  const after = (name: string): unknown => (object instanceof FixedDocument ? object.get(name) : object[name])
  const material = change.material ?? (previous === null || isMaterial(previous, after, fields))
  const moved = change.moved ?? movedBy(change, after, fields, material)
  const end = JSON.stringify({
    previous_attributes: oldValues,
    changed_fields: fields,
    material,
    moved,
    ...change.extra,
  })
  const body = [start, json, `,${end.slice(1)}}`]
  if (!isTooLarge(body)) return body
  const rest = JSON.stringify({
    previous_attributes: {},
    changed_fields: fields,
    material,
    moved,
    truncated: true,
  })
  return [start, JSON.stringify({ id: resourceId }), `,${rest.slice(1)}}`]
}

/** RULES 7.6. Empty for a new resource; `other` if the change is material for a reason that no field shows. */
function movedBy(
  { type, previous }: ResourceChange,
  after: (name: string) => unknown,
  fields: readonly string[],
  material: boolean,
): readonly Moved[] {
  if (previous === null) return []
  const moved = /^(trip|segment)\./.test(type) ? whatMoved(previous, after, fields) : []
  return material && moved.length === 0 ? ['other'] : moved
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
    Buffer.byteLength(expandEvent(pieces.join(''))) > MAX_EVENT_BYTES
  )
}

const NAMESPACE = Buffer.from('8f3a6c0e4b6d5d2f9a1c7e5b3d2f1a09', 'hex')
/** Room for four numbers of at most 16 digits and their separators. */
const MAX_NAME_BYTES = 72
const NAMED = Buffer.concat([NAMESPACE, Buffer.alloc(MAX_NAME_BYTES)])
/** Hexadecimal digits of the variant of RFC 9562, by its two free bits. */
const VARIANTS = ['8', '9', 'a', 'b']

/**
 * A UUID version 7 (RFC 9562 5.7) of the step's time in epoch milliseconds; what is random there is a hash of member,
 * sequence, ordinal and time. Without the time, an event folded again after a restore of Postgres would have the id of
 * one that receivers know with other content. The head is the same for all events of a step, so that a store finds
 * them together.
 */
function eventId(head: string, name: string): string {
  const hex = hashOf(name)
  const variant = VARIANTS[Number.parseInt(hex.charAt(16), 16) & 3] as string
  return `${head}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The time, and twelve bits of the member: others often have events of the same millisecond. */
function eventIdHead(member: Id, now: number): string {
  const time = now.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${hashOf(member).slice(0, 3)}`
}

function hashOf(name: string): string {
  const written = NAMED.write(name, NAMESPACE.length, 'latin1')
  return hash('sha1', NAMED.subarray(0, NAMESPACE.length + written), 'hex')
}
