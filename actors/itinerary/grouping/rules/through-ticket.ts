/**
 * RULES 5.8.1 Through ticket: one source may report a ticket over several movements as one movement, beside
 * the single ones: a flight with a stop under one number, a train journey with changes.
 */
import { TRIP_TRAITS } from '../../../../schemas/segment/catalog.js'
import { parseTrainName } from '../../../../schemas/segment/fields/train-name.js'
import { MINUTE } from '../../lib/local-time.js'
import { distanceBetween, isSameCity } from '../../places/place.js'
import type { Leg } from '../legs/leg.js'
import { mayShareTraveller } from '../legs/travellers.js'
import type { Path } from '../path.js'

/** How much two sources may differ on one departure or arrival. */
const TOLERANCE = 10 * MINUTE

/**
 * The role of `leg` beside the path's last movement: a `part` of it, the `whole` that begins with it, or null
 * for neither. A whole that ends where the traveller is already counts as a part: it moves nobody.
 * @param ahead the legs that follow within the time of either
 */
export function throughTicketRole(
  path: Path,
  leg: Leg,
  ahead: () => readonly Leg[],
): 'part' | 'whole' | null {
  const last = path.lastMove
  if (last === null || last.type !== leg.type || !mayShareTraveller(path.travellers, leg.travellers))
    return null
  const known = (): Leg[] => path.legs.map((step) => step.leg)
  if (covers(last, leg)) {
    if (isSameTicket(last, leg) && (sharesDeparture(last, leg) || sharesArrival(last, leg))) return 'part'
    // A through coach, which another train takes on: nobody changes to a train that arrives at the same minute.
    if (TRIP_TRAITS[leg.type].by === 'rail' && sharesArrival(last, leg) && kmOf(leg) < kmOf(last))
      return 'part'
    if (continuesPart(path, last, leg) || chainWithin(last, [...known(), leg, ...ahead()]).includes(leg))
      return 'part'
  }
  if (!covers(leg, last)) return null
  const isWhole =
    (isSameTicket(leg, last) && sharesDeparture(leg, last)) ||
    chainWithin(leg, [...known(), ...ahead()]).includes(last)
  if (!isWhole) return null
  return isSameCity(leg.to, last.to) ? 'part' : 'whole'
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

/** Movements, in order, of which the first begins and the last ends with `whole`, each going on from the one before. */
function chainWithin(whole: Leg, legs: readonly Leg[]): Leg[] {
  const chain: Leg[] = []
  for (const leg of legs) {
    const last = chain.at(-1)
    if (leg === whole || leg.type !== whole.type || !covers(whole, leg)) continue
    if (!mayShareTraveller(whole.travellers, leg.travellers)) continue
    const continues =
      last === undefined
        ? sharesDeparture(whole, leg)
        : last.end <= leg.start + TOLERANCE && isSameCity(last.to, leg.from)
    if (!continues) continue
    chain.push(leg)
    if (sharesArrival(whole, leg)) return chain
  }
  return []
}

/** True if the day of a departure is known and its time is not. */
const isByDate = ({ dateOnly }: Leg): boolean => dateOnly?.[0] === true

/**
 * True if the time of `whole` includes that of `part`, and `part` does not go all the way. Where only days are known,
 * the one that goes farther is the whole.
 */
export function covers(whole: Leg, part: Leg): boolean {
  const isByClock = !isByDate(whole) && !isByDate(part)
  const isWithin = isByClock
    ? part.start >= whole.start - TOLERANCE && part.end <= whole.end + TOLERANCE
    : part.startDay >= whole.startDay && part.endDay <= whole.endDay + 1
  if (!isWithin || (isSameCity(whole.from, part.from) && isSameCity(whole.to, part.to))) return false
  return isByClock || kmOf(part) < kmOf(whole)
}

const kmOf = ({ from, to }: Leg): number => distanceBetween(from, to) ?? 0

/** True if both leave the same place at the same time, as far as it is known. */
export function sharesDeparture(whole: Leg, part: Leg): boolean {
  if (!isSameCity(whole.from, part.from)) return false
  if (isByDate(whole) || isByDate(part)) return whole.startDay === part.startDay
  return Math.abs(whole.start - part.start) <= TOLERANCE
}

function sharesArrival(whole: Leg, part: Leg): boolean {
  if (!isSameCity(whole.to, part.to)) return false
  if (isByDate(whole) || isByDate(part)) return Math.abs(whole.endDay - part.endDay) <= 1
  return Math.abs(whole.end - part.end) <= TOLERANCE
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
