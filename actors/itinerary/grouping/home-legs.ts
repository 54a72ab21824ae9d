/** RULES 5.10 and 5.11: the ordered tables of rules for hotels, cars and rides in the home area. */
import { inOrder } from '../lib/in-order.js'
import { DAY, HOUR } from '../lib/local-time.js'
import { lowerBound } from '../lib/lower-bound.js'
import { isInHomeArea } from '../places/home.js'
import type { Homes } from '../places/home.js'
import { isLodging, isRental } from './legs/leg.js'
import type { Leg } from './legs/leg.js'
import { mayShareTraveller } from './legs/travellers.js'
import { addLeg, addWithoutMoving, comparePaths, startPath } from './path.js'
import type { GroupingReason, Path } from './path.js'
import { departureFromHome } from './rules/airport-transfers.js'
import { startHomeRental } from './rules/home-rental.js'
import { CLOCK_TOLERANCE, HOME_CONNECTION, OVERNIGHT_WAIT } from './waiting-times.js'

/** RULES 5.11.1: a trip may start this long before its car is picked up, and this long after its return. */
const MAX_PICKUP_DELAY = 12 * HOUR
const MAX_LATE_START = 6 * HOUR
/** No rule below finds a path that starts this long after the leg's end, or ended this long before its start. */
const HOME_RULE_REACH = 4 * DAY

/** Finds the path that a leg at home joins. */
type FindPath = (paths: readonly Path[], leg: Leg, homes: Homes) => Path | undefined

/** `add` decides whether the leg moves the traveller of the path. */
interface HomeRule {
  find: FindPath
  reason: GroupingReason
  add: (path: Path, leg: Leg, reason: GroupingReason) => void
}

const HOTEL_RULES: readonly HomeRule[] = [
  { find: pathAfterNight, reason: 'night-before', add: addWithoutMoving }, // 5.10.1
  { find: pathToNewHome, reason: 'new-home', add: addLeg }, // 5.10.2
  { find: staycation, reason: 'staycation', add: addLeg }, // 5.10.3
]

const CAR_RULES: readonly HomeRule[] = [
  { find: pathStartingWithCar, reason: 'home-rental', add: addWithoutMoving }, // 5.11.1
  { find: moveBeforeCar, reason: 'home-rental', add: addWithoutMoving }, // 5.11.2
  { find: stayPathWithCar, reason: 'home-rental', add: addWithoutMoving }, // 5.11.3
  { find: staycationWithCar, reason: 'home-rental', add: addWithoutMoving }, // 5.11.4
]

const RIDE_RULES: readonly HomeRule[] = [
  { find: pathAfterRide, reason: 'onward', add: addWithoutMoving }, // 5.11.5
  { find: pathBeforeRide, reason: 'onward', add: addWithoutMoving }, // 5.11.6
]

/**
 * Adds each leg at home to the path it belongs to. A hotel that belongs to none is a staycation, a car a home
 * rental; a ride is in no path. Returns all paths in order of start.
 */
export function attachHomeLegs(paths: readonly Path[], homeLegs: readonly Leg[], homes: Homes): Path[] {
  if (homeLegs.length === 0) return inOrder(paths.slice(), comparePaths)
  const forHotels = new PathsNearby(paths)
  for (const leg of homeLegs) {
    if (!isLodging(leg)) continue
    if (!joinFirst(HOTEL_RULES, forHotels, leg, homes))
      forHotels.add(startPath(leg, 'staycation', 'staycation', null))
  }
  const forOthers = new PathsNearby(forHotels.all)
  for (const leg of homeLegs) {
    if (isLodging(leg)) continue
    const rules = isRental(leg) ? CAR_RULES : RIDE_RULES
    if (!joinFirst(rules, forOthers, leg, homes) && isRental(leg)) forOthers.add(startHomeRental(leg))
  }
  return forOthers.all.sort(comparePaths)
}

/** Paths in the order in which the rules look at them, of which those near a leg are found quickly. */
class PathsNearby {
  readonly all: Path[]
  /** In order of start; a path that a leg has made to start earlier is there twice. */
  private readonly byStart: Array<{ start: number; position: number }>
  private longest = 0

  constructor(paths: readonly Path[]) {
    this.all = paths.slice()
    this.byStart = paths
      .map(({ start }, position) => ({ start, position }))
      .sort((a, b) => a.start - b.start || a.position - b.position)
    for (const path of paths) this.longest = Math.max(this.longest, path.end - path.start)
  }

  /** Adds a path that a leg at home has started. */
  add(path: Path): void {
    this.all.push(path)
    this.insert(path.start, this.all.length - 1)
    this.longest = Math.max(this.longest, path.end - path.start)
  }

  /** Every path that a rule may find for the leg. */
  near(leg: Leg): Path[] {
    const { byStart, longest } = this
    const from = lowerBound(byStart, ({ start }) => start < leg.start - longest - HOME_RULE_REACH)
    const to = lowerBound(byStart, ({ start }) => start <= leg.end + HOME_RULE_REACH)
    const positions = new Set(byStart.slice(from, to).map(({ position }) => position))
    return [...positions].sort((a, b) => a - b).map((position) => this.all[position] as Path)
  }

  /** Notes that a leg has joined a path, which may begin earlier or end later now. */
  grow(path: Path, before: number): void {
    if (path.start < before) this.insert(path.start, this.all.indexOf(path))
    this.longest = Math.max(this.longest, path.end - path.start)
  }

  private insert(start: number, position: number): void {
    const at = lowerBound(this.byStart, (other) => other.start <= start)
    this.byStart.splice(at, 0, { start, position })
  }
}

/** Adds the leg to the path of the first rule that finds one; false if none does. */
function joinFirst(rules: readonly HomeRule[], paths: PathsNearby, leg: Leg, homes: Homes): boolean {
  const near = paths.near(leg)
  for (const { find, reason, add } of rules) {
    const path = find(near, leg, homes)
    if (path === undefined) continue
    const before = path.start
    add(path, leg, reason)
    paths.grow(path, before)
    return true
  }
  return false
}

/** RULES 5.10.1 */
function pathAfterNight(paths: readonly Path[], hotel: Leg): Path | undefined {
  return paths.find((path) => {
    const departure = departureFromHome(path)
    if (departure === null || !mayShareTraveller(path.travellers, hotel.travellers)) return false
    if (hotel.start > departure.start) return false
    const wait = departure.start - hotel.end
    return hotel.endDay === departure.startDay || (wait >= 0 && wait <= OVERNIGHT_WAIT)
  })
}

/** RULES 5.10.2 */
function pathToNewHome(paths: readonly Path[], hotel: Leg, homes: Homes): Path | undefined {
  return paths.find(
    (path) =>
      endsAtNewHome(path, homes) &&
      mayShareTraveller(path.travellers, hotel.travellers) &&
      hotel.startDay - path.endDay <= 1 &&
      hotel.startDay >= firstArrivalDay(path),
  )
}

/** True for a journey that left one home and ended at another. */
function endsAtNewHome({ leftHome, lastMove, returnedAt }: Path, homes: Homes): boolean {
  return (
    leftHome !== null &&
    lastMove !== null &&
    homes.list.length > 1 &&
    returnedAt !== null &&
    !isInHomeArea(lastMove.to, leftHome)
  )
}

/**
 * The first day on which a hotel may be for the arrival: the day of departure, since a hotel's afternoon may
 * begin before an eastward journey does, or the day before arrival across the date line westward.
 */
function firstArrivalDay({ firstMove, lastMove }: Path): number {
  return Math.min(firstMove?.startDay ?? Infinity, (lastMove?.endDay ?? Infinity) - 1)
}

/** RULES 5.10.3 */
function staycation(paths: readonly Path[], hotel: Leg): Path | undefined {
  return paths.find(
    (path) =>
      path.kind === 'staycation' &&
      mayShareTraveller(path.travellers, hotel.travellers) &&
      hotel.startDay <= path.endDay &&
      // The day of `path.start` is one of UTC, which may be a day later than the local one of the hotel.
      hotel.startDay >= Math.floor(path.start / DAY) - 1,
  )
}

/** True for a trip of the leg's traveller that leaves home. */
function isTripOf(path: Path, leg: Leg): boolean {
  return (
    path.kind !== 'staycation' &&
    path.kind !== 'home-rental' &&
    mayShareTraveller(path.travellers, leg.travellers)
  )
}

/** RULES 5.11.1 */
function pathStartingWithCar(paths: readonly Path[], car: Leg): Path | undefined {
  return paths.find(
    (path) =>
      isTripOf(path, car) &&
      path.start < car.end + MAX_LATE_START &&
      path.start >= car.start - MAX_PICKUP_DELAY,
  )
}

/** RULES 5.11.2 */
function moveBeforeCar(paths: readonly Path[], car: Leg, homes: Homes): Path | undefined {
  return paths.find(
    (path) =>
      isTripOf(path, car) &&
      endsAtNewHome(path, homes) &&
      car.startDay - path.endDay <= 1 &&
      car.start >= path.start,
  )
}

/** RULES 5.11.3 */
function stayPathWithCar(paths: readonly Path[], car: Leg): Path | undefined {
  return paths.find(
    (path) =>
      isTripOf(path, car) && path.kind === 'stay-path' && path.start < car.end && car.start < path.end,
  )
}

/** RULES 5.11.4 */
function staycationWithCar(paths: readonly Path[], car: Leg): Path | undefined {
  return paths.find(
    (path) =>
      path.kind === 'staycation' &&
      mayShareTraveller(path.travellers, car.travellers) &&
      car.start >= path.start - DAY &&
      car.end <= path.end + DAY,
  )
}

/** RULES 5.11.5 */
function pathAfterRide(paths: readonly Path[], ride: Leg): Path | undefined {
  return paths.find((path) => {
    const departure = departureFromHome(path)
    return isTripOf(path, ride) && departure !== null && isConnection(departure.start - ride.end)
  })
}

/** RULES 5.11.6 */
function pathBeforeRide(paths: readonly Path[], ride: Leg): Path | undefined {
  return paths.find(
    (path) => isTripOf(path, ride) && path.returnedAt !== null && isConnection(ride.start - path.returnedAt),
  )
}

function isConnection(wait: number): boolean {
  return wait >= -CLOCK_TOLERANCE && wait < HOME_CONNECTION
}
