/**
 * What joins a time away beside its movements and stays (RULES 5.10 to 5.13): nights and cars of the home area, then
 * gatherings and visits, tables, transfers and parking.
 */
import { isWithinRentalRange } from './rules/rental-range.js'
import { homeRentalFor, startHomeRental } from './rules/home-rental.js'
import { MAX_SPEED_KMH } from '../lib/max-speeds.js'
import { hasReturnedToDepartureAirport } from './rules/unreported-drive.js'
import type { Home, Homes } from '../places/home.js'
import { isInHomeArea } from '../places/home.js'
import type { SegmentType } from '../../../schemas/segment/segment-kinds.js'
import { HOME_CONNECTION, OVERNIGHT_WAIT, MAX_WAIT_DAYS } from './build-paths.js'
import { withSpot } from './leg.js'
import type { Leg } from './leg.js'
import { addWithoutMoving, addLeg, startPath, mayShareTraveller } from './path.js'
import type { Path, GroupingReason } from './path.js'
import type { Place, Spot } from '../places/place.js'
import { distanceBetween, nearestSpot } from '../places/place.js'
import { pathForTransfer, departureFromHome } from './rules/airport-transfers.js'
import { DAY, HOUR } from '../lib/local-time.js'

const SAME_PLACE_KM = 150
const CLOCK_SLACK = HOUR
const GATHERINGS = new Set<SegmentType>(['Activity', 'Meeting', 'Event'])
/** How long before a path a gathering may have begun that the traveller comes to. */
const MAX_GATHERING_LEAD = 7 * DAY

/** Hotels and cars at home, in order: to the journey they serve, to a new home, or a stay at home of their own. */
export function attachHomeLegs(paths: Path[], atHome: readonly Leg[], homes: Homes): Path[] {
  const out = paths.slice()
  for (const leg of atHome.filter((l) => l.type === 'Hotel')) {
    const serves = out.find((path) => {
      const first = departureFromHome(path)
      if (first === null || !mayShareTraveller(path.people, leg.people) || leg.start > first.start)
        return false
      return (
        leg.endDay === first.startDay || (first.start >= leg.end && first.start - leg.end <= OVERNIGHT_WAIT)
      )
    })
    if (serves !== undefined) {
      addWithoutMoving(serves, leg, 'night-before')
      continue
    }
    const moved = out.find(
      (path) =>
        endsAtNewHome(path, homes) &&
        leg.startDay - path.endDay <= 1 &&
        leg.startDay >= firstArrivalDay(path),
    )
    if (moved !== undefined) {
      addLeg(moved, leg, 'new-home')
      continue
    }
    const here = out.find(
      (path) =>
        path.kind === 'staycation' &&
        mayShareTraveller(path.people, leg.people) &&
        leg.startDay - path.endDay <= 0 &&
        leg.startDay >= Math.floor(path.start / DAY) - 1,
    )
    if (here !== undefined) addLeg(here, leg, 'staycation')
    else out.push(startPath(leg, 'staycation', 'staycation', null))
  }
  for (const leg of atHome.filter((l) => l.type !== 'Hotel')) {
    const near = (path: Path): boolean =>
      path.kind !== 'staycation' && path.kind !== 'errand' && mayShareTraveller(path.people, leg.people)
    const used =
      leg.type === 'Car'
        ? (out.find(
            (path) => near(path) && path.start < leg.end + 6 * HOUR && path.start >= leg.start - 12 * HOUR,
          ) ??
          out.find(
            (path) =>
              near(path) &&
              endsAtNewHome(path, homes) &&
              leg.startDay - path.endDay <= 1 &&
              leg.start >= path.start,
          ) ??
          out.find(
            (path) => near(path) && path.kind === 'drive' && path.start < leg.end && leg.start < path.end,
          ) ??
          out.find(
            (path) =>
              path.kind === 'staycation' && leg.start >= path.start - DAY && leg.end <= path.end + DAY,
          ))
        : (out.find(
            (path) =>
              near(path) &&
              departureFromHome(path) !== null &&
              (departureFromHome(path) as Leg).start - leg.end >= -CLOCK_SLACK &&
              (departureFromHome(path) as Leg).start - leg.end < HOME_CONNECTION,
          ) ??
          out.find(
            (path) =>
              near(path) &&
              path.returnedAt !== null &&
              leg.start - path.returnedAt >= -CLOCK_SLACK &&
              leg.start - path.returnedAt < HOME_CONNECTION,
          ))
    if (used !== undefined) addWithoutMoving(used, leg, leg.type === 'Car' ? 'home-rental' : 'onward')
    else if (leg.type === 'Car') out.push(startHomeRental(leg))
  }
  return out.sort((a, b) => a.start - b.start || a.end - b.end)
}

/** A journey that left one home and ended at another. */
function endsAtNewHome(path: Path, homes: Homes): boolean {
  return (
    path.leftHome !== null &&
    path.lastMove !== null &&
    homes.list.length > 1 &&
    path.returnedAt !== null &&
    !isInHomeArea(path.lastMove.to, path.leftHome)
  )
}

/** The first day on which a house at the journey's end is for the arrival: by the calendar, for eastward its afternoon may begin before the journey does, and westward across the date line its day. */
function firstArrivalDay(path: Path): number {
  return Math.min(path.firstMove?.startDay ?? Infinity, (path.lastMove?.endDay ?? Infinity) - 1)
}

/** Where the path's traveller may be at an instant: the last visit before, the next one, and every house then. */
function visitsAround(path: Path, at: number): Path['visits'] {
  const out: Path['visits'] = []
  const visits = path.visits.slice().sort((a, b) => a.at - b.at)
  const before = visits.filter((visit) => visit.at <= at + CLOCK_SLACK).at(-1)
  const after = visits.find((visit) => visit.at > at - CLOCK_SLACK)
  if (before !== undefined) out.push(before)
  if (after !== undefined) out.push(after)
  if (!path.legs.some(({ leg }) => leg.kind === 'stay' && leg.start <= at && at <= leg.end)) {
    // A house elsewhere was a side trip: where the last movement went is where one is back.
    const moves = path.legs
      .filter(({ leg }) => leg.kind === 'move' && leg.to !== null && leg.end <= at + CLOCK_SLACK)
      .sort((a, b) => a.leg.end - b.leg.end)
    const base = moves.at(-1)?.leg
    if (base != null && base.to !== null) out.push({ at: base.end, place: base.to })
  }
  for (const { leg } of path.legs) {
    if (leg.kind === 'stay' && leg.from !== null && leg.startDay * DAY - DAY <= at && at <= leg.end + DAY)
      out.push({ at: leg.start, place: leg.from })
  }
  return out
}

/** The path on which a gathering, visit or transfer happens, and why; null when it belongs to none. */
export function pathForPoint(
  paths: readonly Path[],
  told: Leg,
  homes: Homes,
): { path: Path; leg: Leg; why: GroupingReason } | null {
  const near = paths.filter((path) => mayShareTraveller(path.people, told.people))
  const own = near.filter((path) => path.kind !== 'errand')
  const fits = own.filter((path) => path.start - DAY <= told.start && told.start <= path.end + DAY)
  const home = homes.homeOn(told.startDay)
  let best: { path: Path; leg: Leg } | null = null
  let least = Infinity
  for (const path of fits) {
    const leg =
      told.from === null || told.from.spots.length === 1
        ? told
        : withSpot(told, likeliestPointSpot(told.from, visitsAround(path, told.start), home))
    if (leg.start < path.start || leg.start > path.end + CLOCK_SLACK) continue
    if (leg.from === null) {
      if (best === null) {
        best = { path, leg }
        least = SAME_PLACE_KM
      }
      continue
    }
    if (path.kind !== 'staycation' && isInHomeArea(leg.from, home) && !isPassingHome(path, leg.start))
      continue
    let km = Infinity
    for (const { place } of visitsAround(path, leg.start))
      km = Math.min(km, distanceBetween(place, leg.from) ?? SAME_PLACE_KM)
    if (km > SAME_PLACE_KM && (isWithinShipRange(path, leg) || isWithinRentalRange(path, leg)))
      km = SAME_PLACE_KM
    if (km <= SAME_PLACE_KM && km < least) {
      best = { path, leg }
      least = km
    }
  }
  if (best !== null) return { ...best, why: 'there-then' }
  const joined = GATHERINGS.has(told.type) ? own.find((path) => joinsGathering(path, told, home)) : undefined
  if (joined !== undefined) return { path: joined, leg: told, why: 'there-then' }
  const gate = pathForTransfer(fits, told, home)
  if (gate !== null) return gate
  for (const path of own) {
    const leg = stillThere(path, told, own, home)
    if (leg !== null) return { path, leg, why: 'there-then' }
  }
  const errand = homeRentalFor(
    near.filter((path) => path.kind === 'errand'),
    told,
    homes,
  )
  return errand === null ? null : { ...errand, why: 'there-then' }
}

/** The point, where a path has its traveller though nobody told the movement: after the last one told that did not come home, or before the first that did not leave it. Null elsewhere. */
function stillThere(path: Path, told: Leg, own: readonly Path[], home: Home | null): Leg | null {
  if (path.kind !== 'journey' || told.from === null || isInHomeArea(told.from, home)) return null
  const wait =
    path.legs.some(({ leg }) => leg.kind === 'stay') || hasReturnedToDepartureAirport(path, home)
      ? DAY
      : MAX_WAIT_DAYS * DAY
  const after = path.returnedAt === null && told.start > path.end && told.start - path.end <= wait
  const before = path.leftHome === null && told.start < path.start && path.start - told.start <= wait
  const where = after ? path.location : before ? (path.firstMove?.from ?? null) : null
  if (where === null || (distanceBetween(where, told.from) ?? Infinity) > SAME_PLACE_KM) return null
  const elsewhere = (other: Path): boolean =>
    after
      ? other.start > path.start && other.start <= told.start
      : other.start <= path.start && other.end >= told.start
  if (own.some((other) => other !== path && elsewhere(other))) return null
  return told.from.spots.length === 1 ? told : withSpot(told, nearestSpot(told.from, where.spots[0] ?? null))
}

/** Whether a gathering that has begun before the path does, at a place that its name leaves no doubt of, is where the path comes while it lasts. */
function joinsGathering(path: Path, told: Leg, home: Home | null): boolean {
  if (
    path.kind === 'staycation' ||
    told.start >= path.start ||
    path.start - told.start > MAX_GATHERING_LEAD ||
    told.end <= path.start
  )
    return false
  if (told.from?.spots.length !== 1 || isInHomeArea(told.from, home)) return false
  return path.visits.some(
    ({ at, place }) => at < told.end && (distanceBetween(place, told.from) ?? Infinity) <= SAME_PLACE_KM,
  )
}

/** Whether a ship whose ports nobody told could have taken the traveller there and on: between embarking and disembarking nothing else says where he is. */
function isWithinShipRange(path: Path, point: Leg): boolean {
  return path.legs.some(({ leg }) => {
    if (
      leg.type !== 'Cruise' ||
      leg.portCalls !== undefined ||
      point.start < leg.start ||
      point.start > leg.end
    )
      return false
    const reach = (from: number, to: number): number => ((MAX_SPEED_KMH.Cruise ?? 0) * (to - from)) / HOUR
    return (
      (distanceBetween(leg.from, point.from) ?? Infinity) <= reach(leg.start, point.start) &&
      (distanceBetween(point.from, leg.to) ?? 0) <= reach(point.start, leg.end)
    )
  })
}

/** Of the places a bare name may mean: the largest that is home or where the path is. */
function likeliestPointSpot(place: Place, visits: Path['visits'], home: Home | null): Spot {
  const spot = place.spots.find(
    (s) =>
      isInHomeArea({ spots: [s] }, home) ||
      visits.some((visit) => (distanceBetween(visit.place, { spots: [s] }) ?? Infinity) <= SAME_PLACE_KM),
  )
  return spot ?? nearestSpot(place, visits[0]?.place.spots[0] ?? null)
}

/** Between two movements at a home airport; or on a journey that began elsewhere. */
function isPassingHome(path: Path, at: number): boolean {
  return (
    path.legs.some(
      ({ leg, reason: why }) =>
        why === 'connection-at-home' && at <= leg.start && leg.start - at <= HOME_CONNECTION,
    ) ||
    (path.leftHome === null && path.kind === 'journey')
  )
}

/** The path that parking spans. */
export function pathForParking(paths: readonly Path[], leg: Leg, homes: Homes): Path | null {
  let best: Path | null = null
  let longest = 0
  for (const path of paths) {
    if (path.kind === 'staycation' || path.kind === 'errand' || !mayShareTraveller(path.people, leg.people))
      continue
    const shared = Math.min(path.end, leg.end) - Math.max(path.start, leg.start)
    if (shared > longest) {
      best = path
      longest = shared
    }
  }
  return (
    best ??
    homeRentalFor(
      paths.filter((path) => path.kind === 'errand' && mayShareTraveller(path.people, leg.people)),
      leg,
      homes,
    )?.path ??
    null
  )
}
