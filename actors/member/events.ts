/** Events of a step (webhooks.md 1). */
import { hash } from 'node:crypto'
import type { EventWrite } from '../../schemas/folded.js'
import type { Id } from '../../schemas/ids.js'
import type { Differing } from './doc-fields.js'
import type { MemberState } from './state.js'

const LARGEST = 256 * 1024
/** Of a character in UTF-8. */
const MOST_BYTES = 3
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

export interface Change {
  type: string
  resource: Id
  object: Record<string, unknown>
  /** `object` as JSON, where that is at hand. */
  text?: string
  /** In what it was otherwise; null for what is new. */
  was: Differing | null
  /** Null: by the fields that differ (itinerary.md 7). */
  material: boolean | null
  /** More to stand beside `object` (`merged_from`, `split_into`). */
  beside?: Record<string, unknown>
}

const UNSHOWN = new Set(['updated', 'version'])

/** Fields whose value differs, with the old values. */
function differences(was: Differing | null): { fields: string[]; old: Record<string, unknown> } {
  const fields: string[] = []
  const old: Record<string, unknown> = {}
  for (const [name, value] of was ?? []) {
    if (UNSHOWN.has(name)) continue
    fields.push(name)
    old[name] = value ?? null
  }
  return { fields, old }
}

function tooLarge(pieces: readonly string[]): boolean {
  return (
    pieces.reduce((sum, piece) => sum + piece.length, 0) > LARGEST / MOST_BYTES &&
    Buffer.byteLength(pieces.join('')) > LARGEST
  )
}

/** The events of a step, in order; raises the member's sequence by one each. */
export function eventsOf(state: MemberState, changes: readonly Change[], now: number): EventWrite[] {
  const created = `${new Date(now).toISOString().slice(0, 19)}+00:00`
  return changes.map((change, ordinal) => {
    state.sequence += 1
    const id = eventId(state.id, state.sequence, ordinal)
    const { fields, old } = differences(change.was)
    const material = change.material ?? isMaterial(change.was, change.object, fields)
    const head = {
      id,
      type: change.type,
      created,
      member_id: state.id,
      resource_id: change.resource,
      sequence: state.sequence,
      api_version: '2',
    }
    const beside = JSON.stringify({
      previous_attributes: old,
      changed_fields: fields,
      material,
      ...change.beside,
    })
    let body = [
      `${JSON.stringify(head).slice(0, -1)},"data":{"object":`,
      change.text ?? JSON.stringify(change.object),
      `,${beside.slice(1)}}`,
    ]
    if (tooLarge(body))
      body = [
        JSON.stringify({
          ...head,
          data: {
            object: { id: change.resource },
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
      resourceId: change.resource,
      created: now,
      body,
    }
  })
}

const MATERIAL =
  /^(origin|destination|airline|flight_num|train_number|rail_line|hotel_name|car_company|pickup_location|dropoff_location|checkin_date|checkout_date|status|first_name|last_name|confirmation_no|trip_id|segment_count|begin_|end_|.*city_name|merged_into|destinations|(activity|restaurant|place|parking|ship|start)_name|cruise_line|transport_company|venue|(\w+_)?address1$)/
const QUARTER = 15 * 60_000

/** itinerary.md 7: times from 15 minutes on, place, number, status, traveller, locator, added or removed segment. */
function isMaterial(was: Differing | null, now: Record<string, unknown>, fields: readonly string[]): boolean {
  if (was === null) return true
  return fields.some((name) => {
    if (/_datetime(_utc)?$/.test(name)) {
      const left = was.get(name)
      const right = now[name]
      if (typeof left !== 'string' || typeof right !== 'string') return true
      const shift = Math.abs(Date.parse(left.slice(0, 19)) - Date.parse(right.slice(0, 19)))
      return !(shift < QUARTER)
    }
    return name !== 'destinations' && MATERIAL.test(name)
  })
}
