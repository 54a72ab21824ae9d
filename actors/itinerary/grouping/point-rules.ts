/** RULES 5.12 Points and 5.13 Parking: the ordered table of rules that decide which path a point is on. */
import { DAY } from '../lib/local-time.js'
import type { Homes } from '../places/home.js'
import type { Leg } from './legs/leg.js'
import { mayTravelTogether } from './legs/travellers.js'
import { isOfPath } from './path.js'
import type { Path } from './path.js'
import type { PointContext, PointPlacement } from './point-placement.js'
import { placeAirportTransfer } from './rules/airport-transfers.js'
import { placeInGatheringInProgress } from './rules/gathering-in-progress.js'
import { homeRentalFor } from './rules/home-rental.js'
import { placeWhereTravellerIs } from './rules/there-at-that-time.js'
import { placeAfterUnreportedMovement } from './rules/unreported-movement.js'

/** The first rule that finds a path adds the point to it. */
const POINT_RULES: ReadonlyArray<(context: PointContext) => PointPlacement | null> = [
  placeWhereTravellerIs, // 5.12.1 there at that time
  placeInGatheringInProgress, // 5.12.2 gathering that has begun
  placeAirportTransfer, // 5.12.3 airport transfers
  placeAfterUnreportedMovement, // 5.12.4 movement not reported
  placeOnHomeRental, // 5.12.5 home rental
]

/** RULES 5.12: the path that a point is on; null for none. */
export function placePoint(paths: readonly Path[], point: Leg, homes: Homes): PointPlacement | null {
  const context = pointContext(paths, point, homes)
  for (const place of POINT_RULES) {
    const placement = place(context)
    if (placement !== null) return placement
  }
  return null
}

function pointContext(paths: readonly Path[], point: Leg, homes: Homes): PointContext {
  const own: Path[] = []
  const nearby: Path[] = []
  const homeRentals: Path[] = []
  for (const path of paths) {
    if (!mayTakePoint(path, point)) continue
    if (path.kind === 'home-rental') {
      homeRentals.push(path)
      continue
    }
    own.push(path)
    if (path.start - DAY <= point.start && point.start <= path.end + DAY) nearby.push(path)
  }
  return { point, home: homes.homeOn(point.startDay), homes, paths: own, nearby, homeRentals }
}

/** RULES 5.14: what somebody else does may be on a journey without names, but not at home. */
function mayTakePoint(path: Path, point: Leg): boolean {
  const isAtHome = path.kind === 'staycation' || path.kind === 'home-rental'
  return isAtHome ? isOfPath(path, point) : mayTravelTogether(path.travellers, point.travellers)
}

/** RULES 5.12.5 */
function placeOnHomeRental({ homeRentals, point, homes }: PointContext): PointPlacement | null {
  const found = homeRentalFor(homeRentals, point, homes)
  return found === null ? null : { ...found, reason: 'there-then' }
}

/** RULES 5.13: the path with which parking shares the most time, else a home rental; null for none. */
export function placeParking(paths: readonly Path[], parking: Leg, homes: Homes): PointPlacement | null {
  let best: Path | null = null
  let longest = 0
  const homeRentals: Path[] = []
  for (const path of paths) {
    if (path.kind === 'staycation' || !mayTakePoint(path, parking)) continue
    if (path.kind === 'home-rental') {
      homeRentals.push(path)
      continue
    }
    const shared = Math.min(path.end, parking.end) - Math.max(path.start, parking.start)
    if (shared > longest) {
      best = path
      longest = shared
    }
  }
  best ??= homeRentalFor(homeRentals, parking, homes)?.path ?? null
  return best === null ? null : { path: best, leg: parking, reason: 'parked' }
}
