/** Events of a step (webhooks.md 1). */
import { hash } from 'node:crypto'
import { MATERIAL_FIELDS } from '../../../schemas/segment/catalog.js'
import type { EventWrite } from '../../../schemas/stream/fold-result.js'
import type { Id } from '../../../schemas/base/ids.js'
import type { ChangedFields } from './changed-fields.js'
import type { MemberState } from '../state.js'

const MAX_EVENT_BYTES = 256 * 1024
/** Of a character in UTF-8. */
const MAX_BYTES_PER_CHAR = 3
const NAMESPACE = Buffer.from('8f3a6c0e4b6d5d2f9a1c7e5b3d2f1a09', 'hex')
/** The namespace with room for a name behind it: three numbers of 16 digits at the most. */
const NAMED = Buffer.concat([NAMESPACE, Buffer.alloc(64)])

/** UUID, version 5: the same for one member, sequence and ordinal. */
export function eventId(member: Id, sequence: number, ordinal: number): string {
  const name = NAMED.subarray(
    0,
    NAMESPACE.length + NAMED.write(`${member}:${sequence}:${ordinal}`, NAMESPACE.length, 'latin1'),
  )
  const hex = hash('sha1', name, 'hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export interface ResourceChange {
  type: string
  resourceId: Id
  object: Record<string, unknown>
  /** `object` as JSON, where that is at hand. */
  json?: string
  /** In what it was otherwise; null for what is new. */
  previous: ChangedFields | null
  /** Null: by the fields that differ (RULES 7.6). */
  material: boolean | null
  /** More to stand beside `object` (`merged_from`, `split_into`). */
  extra?: Record<string, unknown>
}

const BOOKKEEPING_FIELDS = new Set(['updated', 'version'])

/** Fields whose value differs, with the old values. */
function differences(was: ChangedFields | null): { fields: string[]; old: Record<string, unknown> } {
  const fields: string[] = []
  const old: Record<string, unknown> = {}
  for (const [name, value] of was ?? []) {
    if (BOOKKEEPING_FIELDS.has(name)) continue
    fields.push(name)
    old[name] = value ?? null
  }
  return { fields, old }
}

function tooLarge(pieces: readonly string[]): boolean {
  return (
    pieces.reduce((sum, piece) => sum + piece.length, 0) > MAX_EVENT_BYTES / MAX_BYTES_PER_CHAR &&
    Buffer.byteLength(pieces.join('')) > MAX_EVENT_BYTES
  )
}

/** The events of a step, in order; raises the member's sequence by one each. */
export function buildEvents(
  state: MemberState,
  changes: readonly ResourceChange[],
  now: number,
): EventWrite[] {
  const created = `${new Date(now).toISOString().slice(0, 19)}+00:00`
  return changes.map((change, ordinal) => {
    state.sequence += 1
    const id = eventId(state.id, state.sequence, ordinal)
    const { fields, old } = differences(change.previous)
    const material = change.material ?? isMaterial(change.previous, change.object, fields)
    const head = {
      id,
      type: change.type,
      created,
      member_id: state.id,
      resource_id: change.resourceId,
      sequence: state.sequence,
      api_version: '2',
    }
    const beside = JSON.stringify({
      previous_attributes: old,
      changed_fields: fields,
      material,
      ...change.extra,
    })
    let body = [
      `${JSON.stringify(head).slice(0, -1)},"data":{"object":`,
      change.json ?? JSON.stringify(change.object),
      `,${beside.slice(1)}}`,
    ]
    if (tooLarge(body))
      body = [
        JSON.stringify({
          ...head,
          data: {
            object: { id: change.resourceId },
            previous_attributes: {},
            changed_fields: fields,
            material,
            truncated: true,
          },
        }),
      ]
    return {
      id,
      sequence: state.sequence,
      type: change.type,
      resourceId: change.resourceId,
      created: now,
      body,
    }
  })
}

/** Fields that only documents have, and that are material as well: of segments, then of trips. */
const MATERIAL_DOCUMENT_FIELDS: ReadonlySet<string> = new Set([
  ...MATERIAL_FIELDS,
  'trip_id',
  'merged_into',
  'airline_name',
  'origin_admin_code',
  'destination_admin_code',
  'end_time_zone',
  'segment_count',
  'begin_time_zone',
  'begin_time_zone_id',
])
const QUARTER = 15 * 60_000

/** RULES 7.6: times from 15 minutes on, place, number, status, traveller, locator, added or removed segment. */
function isMaterial(
  was: ChangedFields | null,
  now: Record<string, unknown>,
  fields: readonly string[],
): boolean {
  if (was === null) return true
  return fields.some((name) => {
    if (/_datetime(_utc)?$/.test(name)) {
      const left = was.get(name)
      const right = now[name]
      if (typeof left !== 'string' || typeof right !== 'string') return true
      const shift = Math.abs(Date.parse(left.slice(0, 19)) - Date.parse(right.slice(0, 19)))
      return !(shift < QUARTER)
    }
    return MATERIAL_DOCUMENT_FIELDS.has(name)
  })
}
