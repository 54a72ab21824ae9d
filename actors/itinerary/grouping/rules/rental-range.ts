/** What a rented car says of where a traveller may be (RULES 5.12.1). */
import { MAX_SPEED_KMH } from '../../lib/max-speeds.js'
import type { Leg } from '../leg.js'
import type { Path } from '../path.js'
import { distanceBetween } from '../../places/place.js'
import type { Place } from '../../places/place.js'
import { DAY, HOUR } from '../../lib/local-time.js'

const DAY_MINUTES = 1440
/** As far as one drives out and back between two nights in one house. */
const MAX_DAY_TRIP_KM = 300

/** When a car is brought back: a date without an hour is all of its day. */
export function rentalEnd(car: Leg): number {
  return (car.wallMinutes[1] ?? 0) % DAY_MINUTES === 0 ? car.end + DAY : car.end
}

/** Kilometres that a car goes in a time. */
export function drivableKm(time: number): number {
  return ((MAX_SPEED_KMH.Car ?? 0) * time) / HOUR
}

/** Whether a car of the path may have taken its traveller to a point: in time from where he was before to where he is next, and no farther than a day out from the house of that night. */
export function isWithinRentalRange(path: Path, point: Leg): boolean {
  const at = point.start
  if (!path.legs.some(({ leg }) => leg.type === 'Car' && leg.start <= at && at <= rentalEnd(leg)))
    return false
  const reach = (from: Place | null, time: number): boolean =>
    (distanceBetween(from, point.from) ?? Infinity) <= drivableKm(time)
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
  const houses = path.legs.filter(({ leg }) => leg.type === 'Hotel' && leg.start <= at && at <= leg.end)
  return (
    houses.length === 0 ||
    houses.some(({ leg }) => (distanceBetween(leg.from, point.from) ?? Infinity) <= MAX_DAY_TRIP_KM)
  )
}
