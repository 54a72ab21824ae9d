/** RULES 6.5: what a trip is called. */
import { perType } from '../../../schemas/segment/catalog.js'
import { MINUTE } from '../lib/local-time.js'
import type { DestinationStop } from './destination.js'
import type { Leg } from './legs/leg.js'

const IS_GATHERING = perType(({ trip }) => trip.isGathering)
const MAX_CITIES = 3
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** What the name is made from. Instants in epoch milliseconds, `startWall` in minutes of local wall time. */
export interface NamedTrip {
  stops: readonly DestinationStop[]
  legs: readonly Leg[]
  start: number
  end: number
  startWall: number
}

/** `Paris - Rome, May 2026`, or the name of a gathering that covers more than half of the trip. */
export function displayName({ stops, legs, start, end, startWall }: NamedTrip): string {
  const gathering = legs.find((leg) => IS_GATHERING[leg.type] && leg.end - leg.start > (end - start) / 2)
  if (gathering !== undefined && gathering.name !== gathering.type)
    return nameWithMonth(gathering.name, startWall)
  const cities = new Set<string>()
  for (const { spot } of stops) if (spot.city !== null) cities.add(spot.city)
  const name = cities.size === 0 ? 'Trip' : [...cities].slice(0, MAX_CITIES).join(' - ')
  return nameWithMonth(name, startWall)
}

/** `Paris, May 2026`. `startWall` is local wall time in minutes since 1970. */
export function nameWithMonth(name: string, startWall: number): string {
  const date = new Date(startWall * MINUTE)
  return `${name}, ${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`
}
