/** RULES 5.8 Movements: the ordered table of rules that put a movement on a path. */
import { DAY } from '../lib/local-time.js'
import { endOf, HomesOfJourney, isBackAtStart, startOf } from './journey-home.js'
import { isLocalRoundTrip, onwardReason, startJourney } from './journey-start.js'
import type { Movement } from './journey-start.js'
import { closeEndedJourneys } from './journeys-apart.js'
import type { Leg } from './legs/leg.js'
import { mayShareTraveller } from './legs/travellers.js'
import { addWithoutMoving, canContinueFrom, isSomebodyElses, sharesLocator, travel } from './path.js'
import type { GroupingReason, Path } from './path.js'
import type { PathBuilder } from './path-builder.js'
import { isRideFromAirport, isRideToAirport } from './rules/airport-ride.js'
import { isOnTheWayHome } from './rules/on-the-way-home.js'
import { findOtherBooking } from './rules/other-booking.js'
import { findPathWithOwnBooking, hasVisited, waitsForOwnBooking } from './rules/own-booking.js'
import { isByTravellerLeftBehind, joinPaths, meetOnMovement } from './rules/shared-journeys.js'
import { throughTicketRole } from './rules/through-ticket.js'
import { COMPANION_DAYS, hasCompanionAway } from './rules/unnamed-companion.js'
import { hasDrivenHome } from './rules/unreported-drive.js'
import { CLOCK_TOLERANCE, MAX_WAIT_DAYS, OVERNIGHT_WAIT, SAME_JOURNEY_WINDOW } from './waiting-times.js'

/** How long after the end of a stay path a movement may still belong to it (RULES 5.8.3). */
const STAY_PATH_WAIT_DAYS = 7
/** How many closed paths are searched for one that left a traveller behind. */
const RECENT_PATHS = 4

/** Applies a rule to a movement. Returns false, and changes nothing, if the rule does not concern it. */
type ApplyRule = (builder: PathBuilder, movement: Movement) => boolean

/** The first rule that applies takes the movement. The last one always applies. */
const MOVEMENT_RULES: readonly ApplyRule[] = [
  joinThroughTicket, // 5.8.1 through ticket
  followTravellerLeftBehind, // 5.8.2 traveller left behind
  keepApartFromOwnBooking, // 5.14 own booking
  continueFromLocation, // 5.8.3 onward
  joinWayHome, // 5.8.4 on the way home
  joinAsOtherBooking, // 5.8.5 other booking
  connectAtHome, // 5.8.6 connection at home
  setAsideAirportRide, // 5.8.7 ride to or from the airport
  leaveHome, // 5.8.8 leaving home
  continueAfterMissingLeg, // 5.8.9 missing leg
  startElsewhere, // 5.8.10 start elsewhere
]

/** Adds the movement at `index` to the paths of `builder`. */
export function addMovement(builder: PathBuilder, leg: Leg, index: number): void {
  const { homes } = builder
  builder.closePathsAtHome(leg.start)
  builder.closeStrayPaths(leg.start)
  closeEndedJourneys(builder, leg, index)
  const movement: Movement = {
    leg,
    index,
    leavesHome: homes.isLeftBy(leg),
    reachesHome: homes.isReachedBy(leg),
  }
  if (!movement.reachesHome) for (const path of pathsDrivenHome(builder, leg)) builder.close(path)
  for (const apply of MOVEMENT_RULES) if (apply(builder, movement)) return
}

/** RULES 5.7: open paths whose traveller has driven home from the airport before `leg`. */
export function pathsDrivenHome(builder: PathBuilder, leg: Leg): Path[] {
  return builder
    .awayPaths()
    .filter((path) => isOfTraveller(path, leg) && hasDrivenHome(path, leg, builder.homes))
}

/** RULES 5.2.2: true if an open path of the traveller began where the movement starts. */
function leavesStart({ homes, open }: PathBuilder, leg: Leg): boolean {
  const start = startOf(leg)
  return open.some((path) => !path.isStray && isOfTraveller(path, leg) && isBackAtStart(path, start, homes))
}

/** Adds a movement that takes the traveller on, or home. */
function travelOn(
  { homes }: PathBuilder,
  path: Path,
  { leg, reachesHome }: Movement,
  reason?: GroupingReason,
): void {
  const isReturn = reachesHome || isBackAtStart(path, endOf(leg), homes)
  travel(path, leg, reason ?? onwardReason(isReturn), isReturn)
}

/** RULES 5.8.1 */
function joinThroughTicket(builder: PathBuilder, movement: Movement): boolean {
  const { leg, index } = movement
  for (const path of builder.open) {
    const role = throughTicketRole(path, leg, () => builder.legsUntil(index + 1, Math.max(leg.end, path.end)))
    if (role === null) continue
    if (role === 'part') addWithoutMoving(path, leg, 'through-ticket')
    else travelOn(builder, path, movement, 'through-ticket')
    return true
  }
  return false
}

/** RULES 5.8.2 */
function followTravellerLeftBehind(builder: PathBuilder, movement: Movement): boolean {
  if (movement.leavesHome) return false
  const { leg } = movement
  const path = [...builder.closed.slice(-RECENT_PATHS), ...builder.open].findLast(
    (candidate) =>
      isByTravellerLeftBehind(candidate, leg) &&
      leg.start - (candidate.returnedAt ?? 0) < MAX_WAIT_DAYS * DAY,
  )
  if (path === undefined) return false
  if (findOtherBooking(builder, leg) !== undefined || builder.hasPathContinuingWith(leg)) return false
  addWithoutMoving(path, leg, onwardReason(movement.reachesHome))
  return true
}

/**
 * RULES 5.14 Own booking: a movement that the path's traveller cannot have made joins it without moving the
 * traveller if it leaves from one of its places, else it is somebody else's.
 */
function keepApartFromOwnBooking(builder: PathBuilder, movement: Movement): boolean {
  const { leg, index, leavesHome, reachesHome } = movement
  if (leavesHome) return false
  const path = findPathWithOwnBooking(builder, leg, index, reachesHome)
  if (path === undefined) return false
  if (builder.awayPaths().some((other) => other !== path && isWaitingFor(other, leg))) return false
  if (reachesHome && (canContinueFrom(path.location, leg.from) || hasVisited(path, leg))) {
    addWithoutMoving(path, leg, 'other-booking')
    return true
  }
  const stray = builder.startStrayPath(leg, onwardReason(reachesHome))
  stray.returnedAt = reachesHome ? leg.end : null
  return true
}

/**
 * The path that waits where `leg` starts: the newest under one of its locators, else the newest of its
 * traveller, else for a leg without names the newest of somebody else.
 */
function pathWaitingFor(paths: readonly Path[], leg: Leg): Path | undefined {
  const waiting = paths.filter((path) => isWaitingFor(path, leg))
  return (
    waiting.findLast((path) => sharesLocator(path, leg)) ??
    waiting.findLast((path) => !path.isStray && isOfTraveller(path, leg)) ??
    waiting.at(-1)
  )
}

/** RULES 5.8.3 */
function continueFromLocation(builder: PathBuilder, movement: Movement): boolean {
  const { leg, leavesHome } = movement
  const away = builder.awayPaths()
  const path = pathWaitingFor(away, leg)
  if (path === undefined) return false
  if (path.kind === 'stay-path') {
    const longestWait = leavesHome ? OVERNIGHT_WAIT : STAY_PATH_WAIT_DAYS * DAY
    if (leg.start - path.end > longestWait) return false
  }
  // Found before any is joined: joining adds travellers to the path.
  const meeting = away.filter(
    (other) =>
      other !== path && canContinueFrom(other.location, leg.from) && meetOnMovement(path, other, leg),
  )
  for (const other of meeting) {
    builder.open = builder.open.filter((open) => open !== other)
    joinPaths(path, other)
  }
  travelOn(builder, path, movement)
  return true
}

/** True if the path's traveller is where `leg` starts, and has arrived. */
function isWaitingFor(path: Path, leg: Leg): boolean {
  return (
    (path.lastMove === null || path.lastMove.end <= leg.start + CLOCK_TOLERANCE) &&
    mayJoin(path, leg) &&
    path.location !== null &&
    leg.from !== null &&
    canContinueFrom(path.location, leg.from)
  )
}

/** True for a leg of the path's traveller or booking; one without names may be somebody else's too. */
function mayJoin(path: Path, leg: Leg): boolean {
  return (
    isOfTraveller(path, leg) ||
    sharesLocator(path, leg) ||
    (leg.travellers.length === 0 && isSomebodyElses(path))
  )
}

/** RULES 5.8.4 */
function joinWayHome(builder: PathBuilder, { leg, leavesHome }: Movement): boolean {
  if (leavesHome) return false
  const path = builder.open.find(
    (candidate) => isOnTheWayHome(candidate, leg.start) && isOfTraveller(candidate, leg),
  )
  if (path === undefined) return false
  addWithoutMoving(path, leg, 'onward')
  return true
}

/** RULES 5.8.5 */
function joinAsOtherBooking(builder: PathBuilder, movement: Movement): boolean {
  const path = findOtherBooking(builder, movement.leg)
  if (path === undefined || pathPassingHome(builder, movement) !== undefined) return false
  addWithoutMoving(path, movement.leg, 'other-booking')
  return true
}

/** RULES 5.8.6 */
function connectAtHome(builder: PathBuilder, movement: Movement): boolean {
  const path = pathPassingHome(builder, movement)
  if (path === undefined) return false
  path.returnedAt = null
  travelOn(builder, path, movement, 'connection-at-home')
  return true
}

/** RULES 5.6: the traveller's path that is passing through home when the movement leaves home. */
function pathPassingHome(builder: PathBuilder, { leg, leavesHome }: Movement): Path | undefined {
  return builder.open.find(
    (path) =>
      path.returnedAt !== null &&
      !path.isStray &&
      (leavesHome || isBackAtStart(path, startOf(leg), builder.homes)) &&
      (isOfTraveller(path, leg) || sharesLocator(path, leg)) &&
      // An overlap of exactly an hour is too much here; for a ride (RULES 5.8.7 and 5.11) it is not.
      leg.start - path.returnedAt > -CLOCK_TOLERANCE,
  )
}

/** RULES 5.8.7 */
function setAsideAirportRide(
  builder: PathBuilder,
  { leg, index, leavesHome, reachesHome }: Movement,
): boolean {
  const isRide =
    (leavesHome && isRideToAirport(builder, leg, index)) || (reachesHome && isRideFromAirport(builder, leg))
  if (isRide) builder.homeLegs.push(leg)
  return isRide
}

/** RULES 5.8.8 */
function leaveHome(builder: PathBuilder, movement: Movement): boolean {
  const { leg, index, leavesHome, reachesHome } = movement
  if (!leavesHome && !leavesStart(builder, leg)) return false
  for (const path of builder.awayPaths()) {
    builder.lookUntil(leg.start + COMPANION_DAYS * DAY)
    const homes = new HomesOfJourney(builder.homes, path)
    if (hasCompanionAway(path, builder.legs, index, homes)) continue
    if (!waitsForOwnBooking(builder, path, index)) builder.close(path)
  }
  if (leavesHome && reachesHome && isLocalRoundTrip(leg)) builder.homeLegs.push(leg)
  else startJourney(builder, movement)
  return true
}

function isOfTraveller({ travellers }: Path, leg: Leg): boolean {
  return mayShareTraveller(travellers, leg.travellers)
}

/** RULES 5.8.9 */
function continueAfterMissingLeg(builder: PathBuilder, movement: Movement): boolean {
  const { leg } = movement
  const path = builder
    .awayPaths()
    .filter(
      (candidate) => !candidate.isStray && (isOfTraveller(candidate, leg) || sharesLocator(candidate, leg)),
    )
    .findLast((candidate) => candidate.kind === 'journey' || leg.start - candidate.end <= SAME_JOURNEY_WINDOW)
  if (path === undefined) return false
  travelOn(builder, path, movement)
  return true
}

/** RULES 5.8.10 */
function startElsewhere(builder: PathBuilder, movement: Movement): boolean {
  for (const path of builder.awayPaths()) if (isOfTraveller(path, movement.leg)) builder.close(path)
  startJourney(builder, movement)
  return true
}
