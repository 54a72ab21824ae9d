/** Times of day as people write them. */
import { parseTime } from '../../schemas/base/wall-time.js'

/**
 * `HH:MM`; null: there is no such time.
 * @param half of a clock of twelve hours: `A` or `M` (midnight), `P` or `N` (noon), in either case; undefined: of 24
 */
export function clockTime(hour: string, minute: string, half: string | undefined): string | null {
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return null
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/[pn]/i.test(half) ? 12 : 0)
  const time = `${String(hours).padStart(2, '0')}:${minute}`
  return Number.isNaN(parseTime(time)) ? null : time
}
