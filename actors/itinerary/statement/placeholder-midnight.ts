/** RULES N6: whether 00:00 is a time, or stands for an unknown one. */
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { HOUR } from '../lib/local-time.js'
import { distanceKm } from '../places/distance.js'
import type { Place } from '../places/place.js'

/** A flight or train rarely takes longer than its distance at `kmPerHour`, plus `extraHours`. */
const SLOWEST: Partial<Record<SegmentType, { kmPerHour: number; extraHours: number }>> = {
  Air: { kmPerHour: 700, extraHours: 2 },
  Rail: { kmPerHour: 100, extraHours: 1.5 },
}

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
  const slowest = SLOWEST[type]
  if (slowest === undefined || here === undefined || there === undefined) return false
  const longest = distanceKm(here, there) / slowest.kmPerHour + slowest.extraHours
  return duration > 0 && duration / HOUR <= longest
}
