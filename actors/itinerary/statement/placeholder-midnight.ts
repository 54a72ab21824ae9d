/** RULES N6: whether 00:00 is a time, or stands for an unknown one. */
import { TRIP_TRAITS } from '../../../schemas/segment/catalog.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { HOUR } from '../lib/local-time.js'
import { distanceKm } from '../places/distance.js'
import type { Place } from '../places/place.js'

/**
 * True if a flight or train with a departure at 00:00 really leaves at midnight: from then until its known
 * arrival it takes no longer than such a journey may.
 * @param duration milliseconds from midnight to the arrival
 */
export function reallyLeavesAtMidnight(
  type: SegmentType,
  duration: number,
  from: Place | null,
  to: Place | null,
): boolean {
  const [here, there] = [from?.spots[0], to?.spots[0]]
  const slowest = TRIP_TRAITS[type].speeds?.slowest ?? null
  if (slowest === null || here === undefined || there === undefined) return false
  const longest = distanceKm(here, there) / slowest.speed + slowest.extraHours
  return duration > 0 && duration / HOUR <= longest
}
