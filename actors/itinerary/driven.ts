/** What a rented car says of where a traveller may be (itinerary.md 5, The rest). */
import { FASTEST_KMH } from './fastest.js'
import type { Leg } from './leg.js'
import type { Path } from './path.js'
import { apartKm } from './place.js'
import type { Place } from './place.js'
import { DAY, HOUR } from './zones.js'

const DAY_MINUTES = 1440
/** As far as one drives out and back between two nights in one house. */
const DAY_OUT_KM = 300

/** When a car is brought back: a date without an hour is all of its day. */
export function broughtBack(car: Leg): number {
  return (car.walls[1] ?? 0) % DAY_MINUTES === 0 ? car.end + DAY : car.end
}

/** Kilometres that a car goes in a time. */
export function driveKm(time: number): number {
  return ((FASTEST_KMH.Car ?? 0) * time) / HOUR
}

/** Whether a car of the path may have taken its traveller to a point: in time from where he was before to where he is next, and no farther than a day out from the house of that night. */
export function drivenTo(path: Path, point: Leg): boolean {
  const at = point.start
  if (!path.steps.some(({ leg }) => leg.type === 'Car' && leg.start <= at && at <= broughtBack(leg)))
    return false
  const reach = (from: Place | null, time: number): boolean =>
    (apartKm(from, point.from) ?? Infinity) <= driveKm(time)
  let before: { at: number; place: Place } | null = null
  let after: { at: number; place: Place } | null = null
  for (const visit of path.visits) {
    if (visit.at <= at) {
      if (before === null || visit.at >= before.at) before = visit
    } else if (after === null || visit.at < after.at) after = visit
  }
  if (
    (before !== null && !reach(before.place, at - before.at)) ||
    (after !== null && !reach(after.place, after.at - at))
  )
    return false
  const houses = path.steps.filter(({ leg }) => leg.type === 'Hotel' && leg.start <= at && at <= leg.end)
  return (
    houses.length === 0 || houses.some(({ leg }) => (apartKm(leg.from, point.from) ?? Infinity) <= DAY_OUT_KM)
  )
}
