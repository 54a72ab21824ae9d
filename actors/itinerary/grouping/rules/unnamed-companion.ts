/** A second traveller who nobody named is still out there while somebody leaves home (RULES 5.14). */
import type { Homes } from '../../places/home.js'
import type { Leg } from '../leg.js'
import { canContinueFrom, mayShareTraveller } from '../path.js'
import type { Path } from '../path.js'
import { DAY } from '../../lib/local-time.js'

/** How far after somebody leaves home one looks for the way back of somebody else. */
export const COMPANION_DAYS = 45

/** Whether a path goes on though the leg at `at` leaves home: a later one leaves from where the path is, and only the path explains it. */
export function hasCompanionAway(path: Path, legs: readonly Leg[], at: number, homes: Homes): boolean {
  const leaving = legs[at] as Leg
  if (path.firstMove === null) return false
  if (!mayShareTraveller(path.people, leaving.people)) return true
  const named = path.people.length > 0 && leaving.people.length > 0
  if (named) return false
  let second: Leg | null = null
  let back = 0
  let out = 1
  for (let i = at + 1; i < legs.length; i++) {
    const leg = legs[i] as Leg
    if (leg.start - leaving.start > COMPANION_DAYS * DAY) break
    if (leg.kind !== 'move') continue
    const from = homes.isDeparturePoint(leg.from, leg.startDay)
    const to = homes.isReturnPoint(leg.to, leg.endDay)
    if (from && !to) {
      if (second !== null && back > 0) break
      out++
      if (out > 2) break
      continue
    }
    if (to && !from) back++
    if (
      second === null &&
      canContinueFrom(path.location, leg.from) &&
      !canContinueFrom(leaving.to, leg.from) &&
      path.location !== null
    )
      second = leg
    if (second !== null && back >= 2) return true
  }
  if (second === null) return false
  return second.locators.some((locator) => path.legs.some((step) => step.leg.locators.includes(locator)))
}
