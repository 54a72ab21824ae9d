/**
 * RULES 5.9 Stays: which path a hotel or rented car joins, or that it starts a path of its own. Unlike those
 * of movements and points, these rules are no table of which one applies: `addStay` runs 5.9.1 to 5.9.3 and
 * 5.9.5 as steps. 5.9.4 is in rules/overlapping-stays.ts; 5.9.6 is in rules/early-stays.ts and runs when a
 * later movement leaves home (movement-rules.ts).
 */
import { isInHomeArea } from '../places/home.js'
import { likeliestStaySpot } from '../places/place-disambiguation.js'
import { distanceBetween, isSameCity } from '../places/place.js'
import type { Place, Spot } from '../places/place.js'
import { DAY, MINUTE } from '../lib/local-time.js'
import { HomesOfJourney } from './journey-home.js'
import { closeEndedJourneys } from './journeys-apart.js'
import { withSpot } from './legs/leg.js'
import { isRental } from './legs/leg.js'
import type { Leg } from './legs/leg.js'
import { pathsDrivenHome } from './movement-rules.js'
import { mayShareTraveller, mayTravelTogether } from './legs/travellers.js'
import { addLeg, canContinueFrom, sharesLocator } from './path.js'
import type { GroupingReason, Path } from './path.js'
import type { PathBuilder } from './path-builder.js'
import { isOnTheWayHome } from './rules/on-the-way-home.js'
import { hasVisited } from './rules/own-booking.js'
import { hasOverlappingStay } from './rules/overlapping-stays.js'
import { MAX_WAIT_DAYS, OVERNIGHT_WAIT } from './waiting-times.js'

/** Adds the stay at `index` to the paths of `builder`. Its place may still be ambiguous. */
export function addStay(builder: PathBuilder, stay: Leg, index: number): void {
  builder.closePathsAtHome(stay.orderAt)
  closePathsDrivenHome(builder, stay, index)
  closeEndedJourneys(builder, stay, index)
  const away = builder.open.filter((path) => path.returnedAt === null || isOnTheWayHome(path, stay.orderAt))
  const paths = away.filter((path) => isOfTraveller(path, stay))
  const leg = placeStay(builder, stay, index, paths)
  if (isStayAtHome(builder, leg)) builder.homeLegs.push(leg)
  else if (!joinPath(builder, leg, index, paths) && !joinCompanion(builder, leg, index, away))
    startStayPath(builder, leg, index, paths)
}

/** True for a stay of the path's traveller or booking. */
function isOfTraveller(path: Path, stay: Leg): boolean {
  if (sharesLocator(path, stay)) return true
  return !path.isStray && mayShareTraveller(path.travellers, stay.travellers)
}

/** RULES 5.14: a stay that names somebody, where only a path without names is, or the other way round. */
function joinCompanion(builder: PathBuilder, leg: Leg, index: number, away: readonly Path[]): boolean {
  const companions = away.filter(
    (path) => !isOfTraveller(path, leg) && mayTravelTogether(path.travellers, leg.travellers),
  )
  return joinPath(
    builder,
    leg,
    index,
    companions.filter((path) => hasVisited(path, leg)),
  )
}

/** RULES 5.7: the paths stay open if the next movement comes home. */
function closePathsDrivenHome(builder: PathBuilder, stay: Leg, index: number): void {
  const paths = pathsDrivenHome(builder, stay)
  if (paths.length === 0) return
  const next = builder.nextMovement(index + 1, stay.travellers)
  if (next !== null && builder.homes.isReachedBy(next)) return
  for (const path of paths) builder.close(path)
}

/** RULES 5.9.1: the stay with its ambiguous place decided. */
function placeStay(builder: PathBuilder, stay: Leg, index: number, paths: readonly Path[]): Leg {
  const place = stay.from
  if (place === null || place.spots.length === 1) return stay
  const home = builder.homes.homeOn(stay.startDay)
  const next = builder.nextMovement(index + 1, stay.travellers, stay.end + DAY)
  const isNightBefore = next !== null && isNightBeforeLeaving(builder, stay, next)
  const ahead = next === null ? null : placeAhead(builder, stay, next)
  const located = (open: readonly Path[]): Array<Place | null> =>
    open.map(({ location }) => location).toReversed()
  const reported = [...located(paths), ...located(builder.open)]
  const spot: Spot = likeliestStaySpot(
    place,
    isNightBefore ? [ahead, ...reported] : [...reported, ahead],
    home,
  )
  builder.placedByPath = spot !== likeliestStaySpot(place, [ahead], home)
  return withSpot(stay, spot)
}

/**
 * True for a single night after which the traveller leaves home (RULES 5.10.1), wherever the last report was. By the
 * clock: the instants of the stay are those of one of its candidates.
 */
function isNightBeforeLeaving({ homes }: PathBuilder, stay: Leg, next: Leg): boolean {
  const wait = (next.wallMinutes[0] - stay.wallMinutes[1]) * MINUTE
  return (
    homes.isLeftBy(next) &&
    stay.endDay - stay.startDay === 1 &&
    (stay.endDay === next.startDay || (wait >= 0 && wait <= OVERNIGHT_WAIT))
  )
}

/**
 * Where a stay without a journey to it must be: where the next movement leaves from or, if that one leaves home and
 * the stay was booked from before it, where it arrives. Null if the guest may have been anywhere before leaving home.
 */
function placeAhead(builder: PathBuilder, stay: Leg, next: Leg): Place | null {
  if (!builder.homes.isLeftBy(next) || isNightBeforeLeaving(builder, stay, next)) return next.from
  const spansArrival = stay.end > next.end && stay.endDay > next.startDay
  return spansArrival && next.start - stay.start <= MAX_WAIT_DAYS * DAY ? next.to : null
}

/** RULES 5.9.2 */
function isStayAtHome({ homes }: PathBuilder, { from, startDay }: Leg): boolean {
  if (homes.contains(from, startDay)) return true
  return homes.list.length > 1 && isInHomeArea(from, homes.homeOn(startDay + 1))
}

/** RULES 5.9.3: the path whose traveller is there comes first, and of several the newest. */
function joinPath(builder: PathBuilder, leg: Leg, index: number, paths: readonly Path[]): boolean {
  const path = nearestFirst(paths, leg).find((candidate) => canTakeStay(builder, candidate, leg, index))
  if (path === undefined) return false
  addLeg(path, leg, stayReason(path, leg))
  return true
}

/** Paths whose traveller is there, those that have visited the place, the others by distance; the newest first. */
function nearestFirst(paths: readonly Path[], leg: Leg): readonly Path[] {
  if (paths.length < 2) return paths
  const rankOf = (path: Path): number => {
    if (isSameCity(path.location, leg.from)) return -2
    return hasVisited(path, leg) ? -1 : (distanceBetween(path.location, leg.from) ?? Infinity)
  }
  const ranked = paths.map((path) => ({ path, rank: rankOf(path) })).toReversed()
  return ranked.sort((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank)).map(({ path }) => path)
}

function stayReason(path: Path, leg: Leg): GroupingReason {
  if (isRental(leg)) return 'rental'
  return path.kind === 'stay-path' ? 'stay-only' : 'stay'
}

/** RULES 5.9.3 */
function canTakeStay(builder: PathBuilder, path: Path, leg: Leg, index: number): boolean {
  if (hasOverlappingStay(path, leg)) return false
  const daysSinceEnd = leg.startDay - path.endDay
  if (path.kind !== 'journey') {
    const cars = carsOfStayPath(builder, path, index)
    const isCarReturned = cars.some((car) => car.endDay >= path.endDay && car.endDay < leg.startDay)
    if (isCarReturned) return false
    return daysSinceEnd <= 1 || cars.some((car) => car.end >= leg.start - DAY)
  }
  if (daysSinceEnd <= 1) return true
  const next = builder.nextMovement(index + 1, path.travellers)
  if (next !== null && !leavesHomeOf(builder, path, next)) return true
  const hasStay = path.legs.some((step) => step.leg.kind === 'stay')
  return !hasStay && canContinueFrom(path.location, leg.from) && daysSinceEnd <= MAX_WAIT_DAYS
}

/** True if the movement leaves home, or where the path began and its traveller is no longer expected. */
function leavesHomeOf({ homes }: PathBuilder, path: Path, movement: Leg): boolean {
  return new HomesOfJourney(homes, path).isLeftBy(movement)
}

/**
 * RULES 5.9.3: cars rented at home for a stay path, no later than a day after it began. Returning one ends the
 * path. Legs ahead are searched for a day longer: a car without a pickup time stands at the end of its first day
 * (RULES 5.4), up to a day after its start.
 */
function carsOfStayPath({ legs, homes, homeLegs }: PathBuilder, path: Path, index: number): Leg[] {
  const isOfStayPath = (leg: Leg): boolean => isRental(leg) && leg.start <= path.start + DAY
  const cars = homeLegs.filter(isOfStayPath)
  for (let i = index + 1; i < legs.length; i++) {
    const leg = legs[i] as Leg
    if (leg.orderAt > path.start + 2 * DAY) break
    if (leg.kind === 'stay' && isOfStayPath(leg) && homes.contains(leg.from, leg.startDay)) cars.push(leg)
  }
  return cars
}

/**
 * RULES 5.9.5: starts a path with the stay. Unless the stay overlaps another one (5.9.4), earlier paths end
 * where they are: stay paths, and journeys whose return was not reported.
 */
function startStayPath(builder: PathBuilder, leg: Leg, index: number, paths: readonly Path[]): void {
  const isAlternative = paths.some((path) => hasOverlappingStay(path, leg))
  if (!isAlternative) {
    for (const path of paths) {
      if (path.returnedAt !== null) continue
      const next = path.kind === 'stay-path' ? null : builder.nextMovement(index + 1, path.travellers)
      if (next === null || leavesHomeOf(builder, path, next)) builder.close(path)
    }
  }
  builder.startPath(leg, isRental(leg) ? 'rental' : 'stay-only', 'stay-path', null)
}
