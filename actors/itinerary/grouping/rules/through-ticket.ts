/**
 * RULES 5.8.1 Through ticket: one source may report a ticket over several movements as one movement, beside
 * the single ones: a flight with a stop under one number, a train journey with changes.
 */
import { TRIP_TRAITS } from '../../../../schemas/segment/catalog.js'
import { parseTrainName } from '../../../../schemas/segment/fields/train-name.js'
import { MINUTE } from '../../lib/local-time.js'
import { isSameCity } from '../../places/place.js'
import type { Leg } from '../legs/leg.js'
import { mayShareTraveller } from '../legs/travellers.js'
import type { Path } from '../path.js'

/** How much two sources may differ on one departure or arrival. */
const TOLERANCE = 10 * MINUTE

/**
 * The role of `leg` beside the path's last movement: a `part` of it, the `whole` that begins with it, or null
 * for neither. The part may also continue an earlier part.
 */
export function throughTicketRole(path: Path, leg: Leg): 'part' | 'whole' | null {
  const last = path.lastMove
  if (last === null || last.type !== leg.type || !mayShareTraveller(path.travellers, leg.travellers))
    return null
  if (covers(last, leg)) {
    if (isSameTicket(last, leg) && (sharesDeparture(last, leg) || sharesArrival(last, leg))) return 'part'
    if (continuesPart(path, last, leg)) return 'part'
  }
  return covers(leg, last) && isSameTicket(leg, last) && sharesDeparture(leg, last) ? 'whole' : null
}

/** True if `leg` continues from where an earlier part of `whole` ended. */
function continuesPart(path: Path, whole: Leg, leg: Leg): boolean {
  return path.legs.some(
    ({ leg: other }) =>
      other !== whole &&
      other.type === leg.type &&
      covers(whole, other) &&
      other.end <= leg.start &&
      isSameCity(other.to, leg.from),
  )
}

/** True if the time of `whole` includes that of `part`, and `part` does not go all the way. */
export function covers(whole: Leg, part: Leg): boolean {
  if (part.start < whole.start - TOLERANCE || part.end > whole.end + TOLERANCE) return false
  return !isSameCity(whole.from, part.from) || !isSameCity(whole.to, part.to)
}

function sharesDeparture(whole: Leg, part: Leg): boolean {
  return isSameCity(whole.from, part.from) && Math.abs(whole.start - part.start) <= TOLERANCE
}

function sharesArrival(whole: Leg, part: Leg): boolean {
  return isSameCity(whole.to, part.to) && Math.abs(whole.end - part.end) <= TOLERANCE
}

/** True if both have the same number or a locator in common. */
function isSameTicket(a: Leg, b: Leg): boolean {
  const numbers = numbersOf(a)
  return (
    numbersOf(b).some((number) => numbers.includes(number)) ||
    a.locators.some((locator) => b.locators.includes(locator))
  )
}

/** The numbers in the name of a flight or train. */
function numbersOf({ type, name }: Leg): string[] {
  if (TRIP_TRAITS[type].by === 'rail') return parseTrainName(name).numbers
  const number = /0*(\d+)\D*$/.exec(name)?.[1]
  return number === undefined ? [] : [number]
}
