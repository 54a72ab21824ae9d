/** RULES 5.8.8 and 5.8.10: a movement that begins a journey, at home or elsewhere. */
import { TRIP_TRAITS } from '../../../schemas/segment/catalog.js'
import { DAY } from '../lib/local-time.js'
import { HOME_KM } from '../places/distance.js'
import { MOVING_DAYS } from '../places/home.js'
import type { Home } from '../places/home.js'
import { isFartherThan } from '../places/place.js'
import { journeyHomeAt, startOf } from './journey-home.js'
import type { Leg } from './legs/leg.js'
import type { GroupingReason } from './path.js'
import type { PathBuilder } from './path-builder.js'
import { absorbEarlyStays } from './rules/early-stays.js'
import { endsWhereItBegan } from './rules/unreported-drive.js'

/** A movement, its index in the legs of the builder, and whether it leaves and reaches home. */
export interface Movement {
  leg: Leg
  index: number
  leavesHome: boolean
  reachesHome: boolean
}

export function onwardReason(isReturn: boolean): GroupingReason {
  return isReturn ? 'return' : 'onward'
}

/** Starts a path with the movement. */
export function startJourney(builder: PathBuilder, { leg, index, leavesHome, reachesHome }: Movement): void {
  const reason = leavesHome ? 'left-home' : onwardReason(reachesHome)
  const path = builder.startPath(leg, reason, 'journey', homeLeftBy(builder, leg))
  path.returnedAt = reachesHome || isLoop(builder, leg) ? leg.end : null
  absorbEarlyStays(builder, path, leg, index)
}

/** The known home that the movement leaves; else the place where its journey begins (RULES 5.2.2). */
function homeLeftBy({ homes }: PathBuilder, leg: Leg): Home | null {
  const { from, startDay } = leg
  if (!homes.isLeftBy(leg)) return journeyHomeAt(from, startDay, homes)
  // Around a change of home, the earlier home is the one that is left (RULES 5.2).
  const isPresentHome = homes.contains(from, startDay, startOf(leg).code)
  return homes.homeOn(isPresentHome ? startDay : startDay - MOVING_DAYS)
}

/** RULES 5.2.2: true for a movement, such as a cruise, that is a whole journey. */
function isLoop({ homes }: PathBuilder, leg: Leg): boolean {
  return journeyHomeAt(leg.from, leg.startDay, homes) !== null && endsWhereItBegan(leg)
}

/** True for less than a day within the home area; a cruise is always a trip. */
export function isLocalRoundTrip(leg: Leg): boolean {
  return (
    !TRIP_TRAITS[leg.type].isTripItself &&
    leg.end - leg.start < DAY &&
    !isFartherThan(leg.from, leg.to, 2 * HOME_KM)
  )
}
