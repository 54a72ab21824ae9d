/**
 * RULES 3.5: what describes one end of a segment is one block. A source whose end is elsewhere adds nothing to it,
 * so that no document shows the name of one place and the coordinates of another.
 */
import { perType } from '../../../schemas/segment/catalog.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import { isSameCity } from '../places/place.js'
import type { Place } from '../places/place.js'
import type { Statement } from '../statement/statement.js'

type End = 'from' | 'to'

const BLOCK = [
  'location',
  'name',
  'code',
  'address1',
  'address2',
  'city_name',
  'admin_code',
  'postal_code',
  'country',
  'lat',
  'lon',
  'city_code',
]

/** The fields that describe an end of a segment, by type. */
export const PLACE_BLOCKS = perType(({ type, fields }): Readonly<Record<End, readonly string[]>> => {
  const kind = SEGMENT_KINDS[type]
  const block = (end: End): string[] => {
    const names = kind[end]
    if (names === null) return []
    const prefixed = BLOCK.map((name) => `${names.prefix}${name}`).filter((name) =>
      Object.hasOwn(fields, name),
    )
    return [...new Set([...(names.text === null ? [] : [names.text]), ...prefixed])]
  }
  return { from: block('from'), to: block('to') }
})

/**
 * True if both places are known and not one: another airport of a flight (which may have several codes), or another
 * city.
 */
export function areApart(type: SegmentType, a: Place | null, b: Place | null): boolean {
  if (a === null || b === null || a === b) return false
  const [one, other] = [a.spots[0], b.spots[0]]
  if (SEGMENT_KINDS[type].from.format === 'code' && one?.iata != null && other?.iata != null)
    return one.iata !== other.iata && (one.lat !== other.lat || one.lon !== other.lon)
  return !isSameCity(a, b)
}

/**
 * By field of an end, the statements that say it of another place than the first one that describes the end. Null
 * if there are none, as nearly always.
 * @param statements of one segment, in the order in which sources are ranked for places
 */
export function misplaced(
  statements: readonly Statement[],
): ReadonlyMap<string, ReadonlySet<Statement>> | null {
  const [first] = statements
  if (first === undefined || statements.length === 1) return null
  const { type } = first.raw
  let found: Map<string, ReadonlySet<Statement>> | null = null
  for (const end of ['from', 'to'] as const) {
    const block = PLACE_BLOCKS[type][end]
    const leader = statements.find((s) => block.some((field) => s.raw.fields.get(field) !== undefined))
    if (leader === undefined) continue
    const elsewhere = statements.filter((s) => areApart(type, leader[end], s[end]))
    if (elsewhere.length === 0) continue
    found ??= new Map()
    for (const field of block) found.set(field, new Set(elsewhere))
  }
  return found
}
