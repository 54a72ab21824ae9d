/** Travellers on one account who travel together for part of the way: times away that share a movement are one trip (itinerary.md 5, Two travellers). */
import type { Leg } from './leg.js'
import { addBeside, continues, samePeople } from './path.js'
import type { Path } from './path.js'
import { samePerson } from './person.js'

/** Whether a path came home with some of its travellers only, as far as its movements name them. */
export function partlyHome({ homeAt, left, lastMove, people }: Path): boolean {
  if (homeAt === null || left === null || lastMove === null || lastMove.people.length === 0) return false
  return people.some((who) => !lastMove.people.some((other) => samePerson(who, other)))
}

/** Whether a movement is one of a traveller whom a path left behind when it came home. */
export function leftBehind(path: Path, leg: Leg): boolean {
  if (
    !partlyHome(path) ||
    leg.people.length === 0 ||
    samePeople(path.lastMove?.people ?? [], leg.people) ||
    !samePeople(path.people, leg.people)
  )
    return false
  return (
    leg.from !== null && path.visits.some(({ place, at }) => at < leg.start && continues(place, leg.from))
  )
}

/** Whether two paths are of different travellers who meet on a movement that names both. */
export function meetOn(one: Path, other: Path, leg: Leg): boolean {
  const named = one.people.length > 0 && other.people.length > 0 && leg.people.length > 1
  return (
    named &&
    !samePeople(one.people, other.people) &&
    samePeople(one.people, leg.people) &&
    samePeople(other.people, leg.people)
  )
}

/** Makes one path of two whose travellers meet. */
export function join(into: Path, from: Path): void {
  for (const { leg, why } of from.steps) addBeside(into, leg, why)
  into.left ??= from.left
}
