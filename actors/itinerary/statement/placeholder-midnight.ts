/** Whether 00:00 is an hour or the word for one that is not known (RULES N6). */
import { distanceKm } from '../places/distance.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import type { Place } from '../places/place.js'
import { HOUR } from '../lib/local-time.js'

/** Kilometres an hour, and hours besides, that hardly a flight or train takes longer than. */
const SLOWEST: Partial<Record<SegmentType, [speed: number, besides: number]>> = {
  Air: [700, 2],
  Rail: [100, 1.5],
}

/**
 * Whether a flight or train that is told to leave at midnight does so: its arrival is told, and from midnight on it takes no
 * longer than such a journey. `time` is in milliseconds.
 */
export function reallyLeavesAtMidnight(
  type: SegmentType,
  time: number,
  from: Place | null,
  to: Place | null,
): boolean {
  const [here, there] = [from?.spots[0], to?.spots[0]]
  const slowest = SLOWEST[type]
  if (slowest === undefined || here === undefined || there === undefined) return false
  return time > 0 && time / HOUR <= distanceKm(here, there) / slowest[0] + slowest[1]
}
