/** Compares the trips of a member with those that the documents mean. */
import { errorsOf, member } from './reference-world.js'
import type { Journey } from './cases.js'

/** Trips as lists of the positions of their segments, with their names. */
function tripsOf({ segments, home }: Journey): { trips: number[][]; names: string[] } {
  const traveller = member(home === undefined ? [] : [home])
  const positions = new Map<string, number>()
  segments.forEach((segment, i) => {
    traveller.post(segment)
    for (const { id } of traveller.segments()) if (!positions.has(id)) positions.set(id, i)
  })
  const trips = traveller.trips()
  const live = traveller.live()
  return {
    trips: trips.map(({ id }) =>
      live.filter((segment) => segment.trip_id === id).map((segment) => positions.get(segment.id) ?? -1),
    ),
    names: trips.map((trip) => String(trip.display_name)),
  }
}

const inOrder = (trips: number[][]): number[][] => trips.map((trip) => trip.toSorted((a, b) => a - b))

/** What is wrong with the trips that the product makes; empty if nothing is. */
export function journeyFaults(journey: Journey): string[] {
  const errors = journey.segments.flatMap(errorsOf)
  if (errors.length > 0) return errors
  const { trips, names } = tripsOf(journey)
  const [actual, expected] = [JSON.stringify(inOrder(trips)), JSON.stringify(inOrder(journey.trips))]
  if (actual !== expected) return [`trips ${actual}, not ${expected} (${names.join('; ')})`]
  return journey.names.flatMap((part, i) => {
    const name = names[i] ?? ''
    if (name.startsWith('Trip,')) return [`trip ${i} is called ${name}`]
    return part === null || name.includes(part) ? [] : [`trip ${i} is called ${name}, not ${part}`]
  })
}
