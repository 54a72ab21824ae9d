/** Ports on the way of a cruise: where its traveller is between embarking and disembarking (RULES 5.12.1). */
import type { Fields } from '../statement/raw-segment.js'
import type { Place } from './place.js'
import type { Places } from './places.js'
import { normaliseText } from '../../../schemas/base/text.js'
import { instantsOf } from '../../../schemas/base/time-zone.js'
import { MINUTE, wallMinutes } from '../lib/local-time.js'

export interface PortCall {
  at: number
  place: Place
}

/** The ports called at, once for the arrival and once for the departure that are told; null when no port with a time is known. */
export function portCallsOf(fields: Fields, places: Places): PortCall[] | null {
  if (!Array.isArray(fields.port_calls)) return null
  const out: PortCall[] = []
  for (const told of fields.port_calls as unknown[]) {
    if (typeof told !== 'object' || told === null) continue
    const call = told as Fields
    const city = normaliseText(call.city_name)
    const place = city === null ? null : places.city(city, null, normaliseText(call.country))
    if (place === null) continue
    for (const field of ['arrival_datetime', 'departure_datetime']) {
      const wall = wallMinutes(call[field])
      if (wall === null) continue
      const zone = place.spots[0]?.zone ?? null
      out.push({ at: (zone === null ? null : instantsOf(wall * MINUTE, zone))?.[0] ?? wall * MINUTE, place })
    }
  }
  return out.length === 0 ? null : out
}
