/**
 * RULES 5.14 Own booking: a path whose booking goes on from a place that it has visited is not ended by a
 * movement that its traveller cannot have made.
 */
import { DAY } from '../../lib/local-time.js'
import { isFartherThan } from '../../places/place.js'
import type { Leg } from '../legs/leg.js'
import { mayShareTraveller } from '../legs/travellers.js'
import { canContinueFrom, sharesLocator } from '../path.js'
import type { Path } from '../path.js'
import type { PathBuilder } from '../path-builder.js'
import { MAX_LEGS_AHEAD } from '../waiting-times.js'
import { COMPANION_DAYS } from './unnamed-companion.js'
import { MAX_UNREPORTED_DRIVE_KM } from './unreported-drive.js'

/**
 * The path that waits for its own booking while `leg`, at `index`, ends elsewhere or far away. Undefined if
 * there is none, or `leg` may well be a part of its journey.
 */
export function findPathWithOwnBooking(
  builder: PathBuilder,
  leg: Leg,
  index: number,
  reachesHome: boolean,
): Path | undefined {
  return builder
    .awayPaths()
    .findLast(
      (path) =>
        mayShareTraveller(path.travellers, leg.travellers) &&
        path.firstMove !== null &&
        (reachesHome || isOutOfReach(path, leg)) &&
        waitsForOwnBooking(builder, path, index) &&
        !isWayBackReported(builder, path, index),
    )
}

/** True if neither end is where the path is, or so near that a drive may not have been reported. */
function isOutOfReach({ location }: Path, leg: Leg): boolean {
  return (
    isFartherThan(location, leg.from, MAX_UNREPORTED_DRIVE_KM) &&
    isFartherThan(location, leg.to, MAX_UNREPORTED_DRIVE_KM)
  )
}

/**
 * True if the next movement under a locator of the path, within 45 days, leaves from a place that the path has
 * visited, and the leg at `index` is neither under such a locator nor certainly the traveller's.
 */
export function waitsForOwnBooking(builder: PathBuilder, path: Path, index: number): boolean {
  return nextOfBooking(builder, path, index) !== null
}

function nextOfBooking(builder: PathBuilder, path: Path, index: number): number | null {
  const { legs, homes } = builder
  const current = legs[index] as Leg
  if (path.locators.size === 0 || sharesLocator(path, current) || isCertainlyOf(path, current)) return null
  const end = Math.min(legs.length, index + 1 + MAX_LEGS_AHEAD)
  for (let i = index + 1; i < end; i++) {
    const leg = legs[i] as Leg
    if (leg.orderAt - current.orderAt > COMPANION_DAYS * DAY) break
    if (leg.kind !== 'movement' || !sharesLocator(path, leg)) continue
    builder.lookUntil(leg.orderAt)
    const isWaiting =
      mayShareTraveller(path.travellers, leg.travellers) && !homes.isLeftBy(leg) && hasVisited(path, leg)
    return isWaiting ? i : null
  }
  builder.lookUntil(current.orderAt + COMPANION_DAYS * DAY)
  return null
}

/** True if both name somebody, and may name the same one. */
function isCertainlyOf({ travellers }: Path, leg: Leg): boolean {
  return travellers.length > 0 && leg.travellers.length > 0 && mayShareTraveller(travellers, leg.travellers)
}

/** True if the leg leaves from a place that the path has visited. */
export function hasVisited({ visits }: Path, { from }: Leg): boolean {
  return from !== null && visits.some(({ place }) => canContinueFrom(place, from))
}

/** True if a movement between the two brings the traveller to where the booking goes on. */
function isWayBackReported(builder: PathBuilder, path: Path, index: number): boolean {
  const { legs } = builder
  const next = nextOfBooking(builder, path, index)
  if (next === null) return true
  const { from } = legs[next] as Leg
  for (let i = index; i < next; i++) {
    const { kind, to, travellers } = legs[i] as Leg
    if (kind !== 'movement' || to === null || !mayShareTraveller(path.travellers, travellers)) continue
    if (canContinueFrom(to, from)) return true
  }
  return false
}
