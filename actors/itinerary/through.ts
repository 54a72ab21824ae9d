/**
 * A ticket over several movements that one source tells as one movement, beside these: a flight with a stop under one
 * number, a train journey with changes (itinerary.md 8.48). All of it is one way, whoever told it.
 */
import type { Leg } from './leg.js'
import { samePeople } from './path.js'
import type { Path } from './path.js'
import { sameCity } from './place.js'
import { MINUTE } from './zones.js'

/** How far two sources' clocks may lie apart on one departure or arrival. */
const CLOCKS = 10 * MINUTE

/** What a leg is to the last movement of a path: a part of it, the whole of which that is the beginning, or neither. */
export function through(path: Path, leg: Leg): 'part' | 'whole' | null {
  const last = path.lastMove
  if (last === null || last.type !== leg.type || !samePeople(path.people, leg.people)) return null
  if (partly(last, leg)) {
    if (oneTicket(last, leg) && (begins(last, leg) || ends(last, leg))) return 'part'
    if (
      path.steps.some(
        (step) =>
          step.leg !== last &&
          step.leg.type === leg.type &&
          partly(last, step.leg) &&
          step.leg.end <= leg.start &&
          sameCity(step.leg.to, leg.from),
      )
    )
      return 'part'
  }
  return partly(leg, last) && oneTicket(leg, last) && begins(leg, last) ? 'whole' : null
}

/** Whether the time of a movement holds that of another one, which does not go all the way. */
function partly(whole: Leg, part: Leg): boolean {
  if (part.start < whole.start - CLOCKS || part.end > whole.end + CLOCKS) return false
  return !sameCity(whole.from, part.from) || !sameCity(whole.to, part.to)
}

function begins(whole: Leg, part: Leg): boolean {
  return sameCity(whole.from, part.from) && Math.abs(whole.start - part.start) <= CLOCKS
}

function ends(whole: Leg, part: Leg): boolean {
  return sameCity(whole.to, part.to) && Math.abs(whole.end - part.end) <= CLOCKS
}

/** Under one number or one locator. */
function oneTicket(a: Leg, b: Leg): boolean {
  const number = digits(a.name)
  return (
    (number !== null && number === digits(b.name)) ||
    a.locators.some((locator) => b.locators.includes(locator))
  )
}

function digits(name: string): string | null {
  return /0*(\d+)\D*$/.exec(name)?.[1] ?? null
}
