/** RULES N6: what goes on past midnight is often sent with the date of its beginning at both ends. */
import type { SegmentType } from '../fields/segment-types.js'
import { perType } from '../catalog.js'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Whatever seems to last longer has a wrong time. */
const LONGEST = 12 * HOUR_MS

const IS_POINT = perType(({ trip }) => trip.leg === 'point')

/**
 * True if the end of a meal or gathering is meant to be on the day after the one that is given.
 * @param start wall time in milliseconds
 * @param end wall time in milliseconds
 * @param length milliseconds from start to end, each in its zone
 */
export function endsNextDay(type: SegmentType, start: number, end: number, length: number): boolean {
  if (!IS_POINT[type] || length >= 0 || end % DAY_MS === 0) return false
  return Math.floor(start / DAY_MS) === Math.floor(end / DAY_MS) && length + DAY_MS <= LONGEST
}
