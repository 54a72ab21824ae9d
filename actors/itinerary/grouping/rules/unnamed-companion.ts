/** RULES 5.14 Unnamed companion: somebody may still be away while somebody else leaves home. */
import { DAY } from '../../lib/local-time.js'
import type { Homes } from '../../places/home.js'
import type { Leg } from '../legs/leg.js'
import { mayShareTraveller } from '../legs/travellers.js'
import { canContinueFrom } from '../path.js'
import type { Path } from '../path.js'
import { MAX_LEGS_AHEAD } from '../waiting-times.js'

/** How long after a departure from home the return of a companion is searched. */
export const COMPANION_DAYS = 45
/** The departure itself, and one more; with a third the search ends. */
const MAX_DEPARTURES = 2
/** The return of each of two travellers. */
const RETURNS = 2

/**
 * True if `path` goes on although the leg at `index` leaves home: a later movement leaves from where the path
 * is, and nothing but the path explains it.
 */
export function hasCompanionAway(path: Path, legs: readonly Leg[], index: number, homes: Homes): boolean {
  const departure = legs[index] as Leg
  if (path.firstMove === null) return false
  if (!mayShareTraveller(path.travellers, departure.travellers)) return true
  if (path.travellers.length > 0 && departure.travellers.length > 0) return false
  let companionMove: Leg | null = null
  let returns = 0
  let departures = 1
  const end = Math.min(legs.length, index + 1 + MAX_LEGS_AHEAD)
  for (let i = index + 1; i < end; i++) {
    const leg = legs[i] as Leg
    if (leg.start - departure.start > COMPANION_DAYS * DAY) break
    if (leg.kind !== 'movement') continue
    const leaves = homes.isLeftBy(leg)
    const reaches = homes.isReachedBy(leg)
    if (leaves && !reaches) {
      if (companionMove !== null && returns > 0) break
      departures++
      if (departures > MAX_DEPARTURES) break
      continue
    }
    if (reaches && !leaves) returns++
    if (companionMove === null && leavesFromPath(path, departure, leg)) companionMove = leg
    if (companionMove !== null && returns >= RETURNS) return true
  }
  return companionMove !== null && sharesLocator(path, companionMove)
}

/** True if `leg` leaves from where the path is, and not from where `departure` went. */
function leavesFromPath(path: Path, departure: Leg, leg: Leg): boolean {
  return (
    path.location !== null &&
    canContinueFrom(path.location, leg.from) &&
    !canContinueFrom(departure.to, leg.from)
  )
}

function sharesLocator(path: Path, { locators }: Leg): boolean {
  return locators.some((locator) => path.legs.some(({ leg }) => leg.locators.includes(locator)))
}
