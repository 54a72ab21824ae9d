/** RULES N6: whether 00:00 is a time, or stands for an unknown one. */
import { TRIP_TRAITS } from '../../../schemas/segment/catalog.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { HOUR } from '../lib/local-time.js'
import { MAX_SPEED_KMH } from '../lib/max-speeds.js'
import { distanceKm } from '../places/distance.js'
import type { Place } from '../places/place.js'

/**
 * True if a flight, train or ferry with a departure at 00:00 really leaves at midnight: from then until its known
 * arrival it takes no longer than such a journey may.
 * @param duration milliseconds from midnight to the arrival
 */
export function reallyLeavesAtMidnight(
  type: SegmentType,
  duration: number,
  from: Place | null,
  to: Place | null,
): boolean {
  const hours = usualHours(type, from, to)
  return hours !== null && duration > 0 && duration / HOUR <= hours.most
}

/**
 * True if an arrival at 00:00 is one: such a journey may take that long. Where that is not known, or nothing moves,
 * any time after the start may be the end.
 * @param duration milliseconds from the known departure to midnight
 */
export function reallyArrivesAtMidnight(
  type: SegmentType,
  duration: number,
  from: Place | null,
  to: Place | null,
): boolean {
  const hours = usualHours(type, from, to)
  return duration > 0 && (hours === null || (duration / HOUR >= hours.least && duration / HOUR <= hours.most))
}

/** How long the journey may take; null if that is not known. */
function usualHours(
  type: SegmentType,
  from: Place | null,
  to: Place | null,
): { least: number; most: number } | null {
  const [here, there] = [from?.spots[0], to?.spots[0]]
  const slowest = TRIP_TRAITS[type].speeds?.slowest ?? null
  if (slowest === null || here === undefined || there === undefined) return null
  const km = distanceKm(here, there)
  return { least: km / MAX_SPEED_KMH[type], most: km / slowest.speed + slowest.extraHours }
}
