/**
 * RULES 5.17: what cannot be travelled as it is known: two places at one time, a missing leg between two places, nights
 * without a stay.
 */
import { TRIP_TRAITS } from '../../../schemas/segment/catalog.js'
import type { PlausibilityCode } from '../../../schemas/segment/warning.js'
import { isLodging, isRental } from '../../itinerary/grouping/legs/leg.js'
import type { Leg } from '../../itinerary/grouping/legs/leg.js'
import { mayShareTraveller } from '../../itinerary/grouping/legs/travellers.js'
import { canContinueFrom } from '../../itinerary/grouping/path.js'
import { CLOCK_TOLERANCE } from '../../itinerary/grouping/waiting-times.js'
import { inOrder } from '../../itinerary/lib/in-order.js'
import { lowerBound } from '../../itinerary/lib/lower-bound.js'
import { DAY, HOUR } from '../../itinerary/lib/local-time.js'
import { writtenDay } from '../../itinerary/lib/written-date.js'
import type { Homes } from '../../itinerary/places/home.js'
import type { Place } from '../../itinerary/places/place.js'
import type { SegmentState } from '../segments/segment-state.js'
import { travelledOf } from './trip-distance.js'
import type { Travelled } from './trip-distance.js'

/** Two segments that do not fit together, and the sentence about them. */
export interface Implausibility {
  code: PlausibilityCode
  between: [SegmentState, SegmentState]
  /** From what the two are called. */
  sentence: (first: string, second: string) => string
}

/** A shorter wait over midnight is a connection and no night. */
const SHORTEST_NIGHT = 8 * HOUR
const DAY_MINUTES = 1440

/** What of a trip does not fit together. */
export function implausibilities(live: readonly SegmentState[], homes: Homes): Implausibility[] {
  const moves = inOrder(travelledOf(live), (a, b) => a.leg.start - b.leg.start || a.leg.end - b.leg.end)
  if (moves.length === 0) return []
  const [stays, gatherings]: [Travelled[], Travelled[]] = [[], []]
  const rentals: Leg[] = []
  for (const segment of live) {
    const { placedLeg: leg } = segment
    if (leg === null) continue
    if (isRental(leg)) rentals.push(leg)
    else if (isLodging(leg)) stays.push({ segment, leg })
    else if (isGathering(leg)) gatherings.push({ segment, leg })
  }
  return [
    ...twoPlaces(moves, gatherings),
    ...missingLegs(moves, stays, rentals),
    ...missingStays(moves, stays, homes),
  ]
}

/** True for what takes place at a time and is more than a presence. */
const isGathering = (leg: Leg): boolean =>
  leg.kind === 'point' && isTimed(leg) && !TRIP_TRAITS[leg.type].isPresenceOnly && leg.type !== 'Transport'

/** A flight or train during another one, or during what takes place elsewhere. */
function twoPlaces(moves: readonly Travelled[], gatherings: readonly Travelled[]): Implausibility[] {
  const rides = moves.filter(({ leg }) => isTimed(leg) && isFlightOrTrain(leg))
  const all = inOrder([...rides, ...gatherings], (a, b) => a.leg.start - b.leg.start)
  const found: Implausibility[] = []
  all.forEach((ride, i) => {
    if (ride.leg.kind !== 'movement') return
    for (let j = i + 1; j < all.length; j++) {
      const other = all[j] as Travelled
      if (other.leg.start >= ride.leg.end) return
      if (isSameRoute(other.leg, ride.leg) || !isDuring(other.leg, ride.leg)) continue
      found.push({
        code: 'two_places',
        between: [ride.segment, other.segment],
        sentence: (first, second) => `The ${first} and the ${second} are at the same time in two places.`,
      })
    }
  })
  return found
}

function isFlightOrTrain({ type }: Leg): boolean {
  const { by } = TRIP_TRAITS[type]
  return by === 'air' || by === 'rail'
}

const isTimed = ({ dateOnly }: Leg): boolean => dateOnly?.[0] !== true

const isSameRoute = (a: Leg, b: Leg): boolean =>
  canContinueFrom(a.from, b.from) && canContinueFrom(a.to, b.to)

/** True if a leg, which begins while the ride is under way, is the traveller's and more than the clocks differ by. */
function isDuring(leg: Leg, ride: Leg): boolean {
  if (!mayShareTraveller(leg.travellers, ride.travellers)) return false
  return leg.kind !== 'movement' || (leg.start > ride.start && leg.start < ride.end - CLOCK_TOLERANCE)
}

/** Where the traveller is, by the movements and hotels in order, and which of them says so. */
function missingLegs(
  moves: readonly Travelled[],
  stays: readonly Travelled[],
  rentals: readonly Leg[],
): Implausibility[] {
  const isForLateGuest = ({ leg }: Travelled): boolean => {
    const first = lowerBound(moves, (move) => move.leg.start <= leg.orderAt)
    for (let i = first; i < moves.length; i++) {
      const move = (moves[i] as Travelled).leg
      if (move.start >= leg.end) return false
      if (move.end < leg.end && canContinueFrom(move.to, leg.from)) return true
    }
    return false
  }
  const steps = inOrder(
    [...moves, ...stays.filter((stay) => !isForLateGuest(stay))],
    (a, b) => a.leg.orderAt - b.leg.orderAt,
  )
  const found: Implausibility[] = []
  let before: Travelled | null = null
  for (const step of steps) {
    if (before !== null && !mayShareTraveller(before.leg.travellers, step.leg.travellers)) continue
    const [from, to] = [before?.leg.to ?? null, step.leg.from]
    if (before !== null && !canContinueFrom(from, to) && !isDriven(rentals, before.leg, step.leg)) {
      const [here, there] = [cityOf(from), cityOf(to)]
      found.push({
        code: 'leg_missing',
        between: [before.segment, step.segment],
        sentence: (first, second) =>
          `No source says how the traveller gets from ${here} to ${there}, between the ${first} and the ${second}.`,
      })
    }
    before = step
  }
  return found
}

const cityOf = (place: Place | null): string => place?.spots[0]?.city ?? 'there'

/** True if a rented car may have been taken from one to the other. */
function isDriven(rentals: readonly Leg[], before: Leg, after: Leg): boolean {
  return rentals.some(
    ({ start, end }) => start <= after.start + DAY && end >= Math.min(before.end, after.start),
  )
}

/** Nights between an arrival and the next departure for which no hotel is known; those at home need none. */
function missingStays(
  moves: readonly Travelled[],
  stays: readonly Travelled[],
  homes: Homes,
): Implausibility[] {
  return moves.flatMap((arrival, i) => {
    const { to, end, endDay, travellers } = arrival.leg
    const next = nextOf(moves, i)
    if (next === undefined || next.leg.startDay <= endDay || next.leg.start - end < SHORTEST_NIGHT) return []
    if (homes.contains(to, endDay) || homes.isLeftBy(next.leg)) return []
    const hotels = stays.filter(({ leg }) => leg.startDay < next.leg.startDay && leg.endDay > endDay)
    const isCovered = (day: number): boolean =>
      hotels.some(
        ({ leg }) => leg.startDay <= day && day < leg.endDay && mayShareTraveller(leg.travellers, travellers),
      )
    return runsOf(arrival.leg.endDay, next.leg.startDay, isCovered).map(([first, last]): Implausibility => ({
      code: 'stay_missing',
      between: [arrival.segment, next.segment],
      sentence: (before, after) =>
        `No stay is known for ${nights(first, last)}, between the ${before} and the ${after}.`,
    }))
  })
}

/** The next movement of the same traveller. */
function nextOf(moves: readonly Travelled[], i: number): Travelled | undefined {
  const { travellers } = (moves[i] as Travelled).leg
  for (let k = i + 1; k < moves.length; k++) {
    const next = moves[k] as Travelled
    if (mayShareTraveller(next.leg.travellers, travellers)) return next
  }
  return undefined
}

/** The runs of days from `first` until before `end` that are not covered, each from its first to its last day. */
function runsOf(first: number, end: number, isCovered: (day: number) => boolean): Array<[number, number]> {
  const runs: Array<[number, number]> = []
  for (let day = first; day < end; day++) {
    if (isCovered(day)) continue
    const last = runs.at(-1)
    if (last !== undefined && last[1] === day - 1) last[1] = day
    else runs.push([day, day])
  }
  return runs
}

function nights(first: number, last: number): string {
  const day = writtenDay(first * DAY_MINUTES)
  return first === last
    ? `the night of ${day}`
    : `the ${last - first + 1} nights from ${day} to ${writtenDay((last + 1) * DAY_MINUTES)}`
}
