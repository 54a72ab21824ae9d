/** RULES 5.4 Order of the journey. */
import { compareText } from '../../../../schemas/base/text.js'
import type { Leg } from './leg.js'

/**
 * Orders legs by instant, ties by content, then by stamp and last by id. Ids are given in order of arrival, which must not
 * show (RULES 2.1): they decide only between legs with equal content and stamp.
 */
export function compareLegs(a: Leg, b: Leg): number {
  const order =
    a.orderAt - b.orderAt || a.end - b.end || compareText(a.type, b.type) || compareText(a.name, b.name)
  if (order !== 0 || a.id === b.id) return order
  return compareText(contentOf(a), contentOf(b)) || a.reportedAt - b.reportedAt || Number(a.id) - Number(b.id)
}

/** Everything else that grouping depends on, as one text. Legs with equal content are interchangeable. */
function contentOf({ start, wallMinutes, from, to, unknownCodes, travellers, locators }: Leg): string {
  const spots = [from, to].map((place) => place?.spots.map(({ lat, lon }) => [lat, lon]) ?? null)
  const names = travellers.map(({ family, given }) => [family, given])
  return JSON.stringify([spots, start, wallMinutes, names, locators, unknownCodes])
}
