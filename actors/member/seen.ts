/** When a segment begins and ends, by the place its trip has settled it at (itinerary.md N5): a bare city name keeps no namesake's clock. */
import type { Moment } from '../itinerary/statement.js'
import type { Item } from './item.js'

export interface Ends {
  start: Moment | null
  end: Moment | null
}

/** Both ends of an item; null where nothing is told. */
export function endsOf({ merged, seen, leg }: Item): Ends {
  const start = merged?.view.start ?? null
  const end = merged?.view.end ?? null
  const zone = seen?.from?.spots[0]?.zone ?? null
  if (start === null || seen === null || seen === leg || !seen.zoned || zone === null) return { start, end }
  return {
    start: { ...start, at: seen.start, zone },
    end: end === null ? null : { ...end, at: seen.end, zone },
  }
}
