/** RULES 5.14 Shared journeys: travellers who travel together for part of the way share one trip. */
import { mayBeSamePerson } from '../../match/same-person.js'
import type { Leg } from '../legs/leg.js'
import { mayShareTraveller } from '../legs/travellers.js'
import { addWithoutMoving, canContinueFrom } from '../path.js'
import type { Path } from '../path.js'

/** True if the path came home with only some of its travellers, as far as its last movement names them. */
export function hasReturnedInPart({ returnedAt, leftHome, lastMove, travellers }: Path): boolean {
  if (returnedAt === null || leftHome === null || lastMove === null) return false
  if (lastMove.travellers.length === 0) return false
  return travellers.some((who) => !lastMove.travellers.some((other) => mayBeSamePerson(who, other)))
}

/** RULES 5.8.2: true if `leg` is by a traveller whom the path left behind at one of its places. */
export function isByTravellerLeftBehind(path: Path, leg: Leg): boolean {
  if (leg.from === null || leg.travellers.length === 0 || !hasReturnedInPart(path)) return false
  if (mayShareTraveller(path.lastMove?.travellers ?? [], leg.travellers)) return false
  if (!mayShareTraveller(path.travellers, leg.travellers)) return false
  return path.visits.some(({ place, at }) => at < leg.start && canContinueFrom(place, leg.from))
}

/** True if the paths are of different named travellers, and `leg` names one of each. */
export function meetOnMovement(one: Path, other: Path, leg: Leg): boolean {
  const areNamed = one.travellers.length > 0 && other.travellers.length > 0 && leg.travellers.length > 1
  return (
    areNamed &&
    !mayShareTraveller(one.travellers, other.travellers) &&
    mayShareTraveller(one.travellers, leg.travellers) &&
    mayShareTraveller(other.travellers, leg.travellers)
  )
}

/** Adds the legs of `other` to `path`. */
export function joinPaths(path: Path, other: Path): void {
  for (const { leg, reason } of other.legs) addWithoutMoving(path, leg, reason)
  path.leftHome ??= other.leftHome
}
