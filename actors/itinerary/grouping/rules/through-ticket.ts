/**
 * A ticket over several movements that one source tells as one movement, beside these: a flight with a stop under one
 * number, a train journey with changes (RULES 5.8.1). All of it is one way, whoever told it.
 */
import type { Leg } from '../leg.js'
import { mayShareTraveller } from '../path.js'
import type { Path } from '../path.js'
import { isSameCity } from '../../places/place.js'
import { MINUTE } from '../../lib/local-time.js'

/** How far two sources' clocks may lie apart on one departure or arrival. */
const CLOCK_TOLERANCE = 10 * MINUTE

/** What a leg is to the last movement of a path: a part of it, the whole of which that is the beginning, or neither. */
export function throughTicketRole(path: Path, leg: Leg): 'part' | 'whole' | null {
  const last = path.lastMove
  if (last === null || last.type !== leg.type || !mayShareTraveller(path.people, leg.people)) return null
  if (covers(last, leg)) {
    if (isSameTicket(last, leg) && (sharesDeparture(last, leg) || sharesArrival(last, leg))) return 'part'
    if (
      path.legs.some(
        (step) =>
          step.leg !== last &&
          step.leg.type === leg.type &&
          covers(last, step.leg) &&
          step.leg.end <= leg.start &&
          isSameCity(step.leg.to, leg.from),
      )
    )
      return 'part'
  }
  return covers(leg, last) && isSameTicket(leg, last) && sharesDeparture(leg, last) ? 'whole' : null
}

/** Whether the time of a movement holds that of another one, which does not go all the way. */
function covers(whole: Leg, part: Leg): boolean {
  if (part.start < whole.start - CLOCK_TOLERANCE || part.end > whole.end + CLOCK_TOLERANCE) return false
  return !isSameCity(whole.from, part.from) || !isSameCity(whole.to, part.to)
}

function sharesDeparture(whole: Leg, part: Leg): boolean {
  return isSameCity(whole.from, part.from) && Math.abs(whole.start - part.start) <= CLOCK_TOLERANCE
}

function sharesArrival(whole: Leg, part: Leg): boolean {
  return isSameCity(whole.to, part.to) && Math.abs(whole.end - part.end) <= CLOCK_TOLERANCE
}

/** Under one number or one locator. */
function isSameTicket(a: Leg, b: Leg): boolean {
  const number = trailingNumber(a.name)
  return (
    (number !== null && number === trailingNumber(b.name)) ||
    a.locators.some((locator) => b.locators.includes(locator))
  )
}

function trailingNumber(name: string): string | null {
  return /0*(\d+)\D*$/.exec(name)?.[1] ?? null
}
