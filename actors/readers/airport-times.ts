/** Times of flights by the clocks of their airports, which tickets and displays show. */
import { instantsOf, offsetAt } from '../../schemas/base/time-zone.js'
import { parseWall } from '../../schemas/base/wall-time.js'
import { SEGMENT_KINDS } from '../../schemas/segment/segment-kinds.js'
import type { CheckContext } from '../../schemas/segment/validation/check-segment.js'
import type { RawFields } from '../../schemas/segment/validation/end-relations.js'

const { start, end, startZone, endZone } = SEGMENT_KINDS.Air
const ENDS = [
  [start, startZone, 'origin'],
  [end!, endZone, 'destination'],
] as const

/** The segment; a time of a flight in another zone, such as UTC, is the same instant in the zone of its airport. */
export function withAirportTimes(raw: RawFields, { zoneOf }: Pick<CheckContext, 'zoneOf'>): RawFields {
  if (raw['type'] !== 'Air') return raw
  const fields = { ...raw }
  for (const [field, zoneField, place] of ENDS) {
    const [time, named, code] = [raw[field], raw[zoneField], raw[place]]
    const zone = typeof code === 'string' ? zoneOf(code.toUpperCase()) : undefined
    if (zone === undefined || typeof named !== 'string' || typeof time !== 'string') continue
    const wall = parseWall(time)
    const instant = Number.isNaN(wall) ? undefined : instantsOf(wall, named)?.[0]
    const offset = instant === undefined ? null : offsetAt(zone, instant)
    if (offset === null) continue
    fields[field] = new Date(instant! + offset).toISOString().slice(0, time.length)
    fields[zoneField] = zone
  }
  return fields
}
