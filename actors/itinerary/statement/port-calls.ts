/** RULES 5.12.1: the ports of a cruise, where its traveller is between embarking and disembarking. */
import { normaliseText } from '../../../schemas/base/text.js'
import { instantsOf } from '../../../schemas/base/time-zone.js'
import { MINUTE, wallMinutes } from '../lib/local-time.js'
import { isDateText } from './moment.js'
import type { Place } from '../places/place.js'
import type { Places } from '../places/places.js'

/** A time (epoch milliseconds) at which the ship is in port. */
export interface PortCall {
  at: number
  place: Place
  /** Only the date is known: `at` is its noon (RULES N6). */
  dateOnly?: true
}

const NOON = 12 * 60

/** A port call for each known arrival and departure; null if no port with a time is known. */
export function portCallsOf(list: unknown, places: Places): PortCall[] | null {
  if (!Array.isArray(list)) return null
  const calls: PortCall[] = []
  for (const entry of list as unknown[]) {
    if (typeof entry !== 'object' || entry === null) continue
    const call = entry as Record<string, unknown>
    const city = normaliseText(call.city_name)
    const place = city === null ? null : places.city(city, null, normaliseText(call.country))
    if (place === null) continue
    for (const field of ['arrival_datetime', 'departure_datetime']) {
      const wall = wallMinutes(call[field])
      if (wall === null) continue
      if (isDateText(call[field]))
        calls.push({ at: instantAt(place, (wall + NOON) * MINUTE), place, dateOnly: true })
      else calls.push({ at: instantAt(place, wall * MINUTE), place })
    }
  }
  return calls.length === 0 ? null : calls
}

/** The instant of a wall time (milliseconds) at a place; as if in UTC if its zone is unknown. */
function instantAt(place: Place, wallTime: number): number {
  const zone = place.spots[0]?.zone ?? null
  return (zone === null ? null : instantsOf(wallTime, zone))?.[0] ?? wallTime
}
