/** Travellers on one account who travel together for part of the way: times away that share a movement are one trip (RULES 5.14). */
import type { Leg } from '../leg.js'
import { addWithoutMoving, canContinueFrom, mayShareTraveller } from '../path.js'
import type { Path } from '../path.js'
import { isSamePerson } from '../../statement/person.js'

/** Whether a path came home with some of its travellers only, as far as its movements name them. */
export function hasReturnedInPart({ returnedAt: homeAt, leftHome: left, lastMove, people }: Path): boolean {
  if (homeAt === null || left === null || lastMove === null || lastMove.people.length === 0) return false
  return people.some((who) => !lastMove.people.some((other) => isSamePerson(who, other)))
}

/** Whether a movement is one of a traveller whom a path left behind when it came home. */
export function isByTravellerLeftBehind(path: Path, leg: Leg): boolean {
  if (
    !hasReturnedInPart(path) ||
    leg.people.length === 0 ||
    mayShareTraveller(path.lastMove?.people ?? [], leg.people) ||
    !mayShareTraveller(path.people, leg.people)
  )
    return false
  return (
    leg.from !== null &&
    path.visits.some(({ place, at }) => at < leg.start && canContinueFrom(place, leg.from))
  )
}

/** Whether two paths are of different travellers who meet on a movement that names both. */
export function meetOnMovement(one: Path, other: Path, leg: Leg): boolean {
  const named = one.people.length > 0 && other.people.length > 0 && leg.people.length > 1
  return (
    named &&
    !mayShareTraveller(one.people, other.people) &&
    mayShareTraveller(one.people, leg.people) &&
    mayShareTraveller(other.people, leg.people)
  )
}

/** Makes one path of two whose travellers meet. */
export function joinPaths(into: Path, from: Path): void {
  for (const { leg, reason: why } of from.legs) addWithoutMoving(into, leg, why)
  into.leftHome ??= from.leftHome
}
