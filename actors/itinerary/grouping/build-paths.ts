/**
 * Lays movements and stays of a member along the paths of its travellers (RULES 5.5). Reads its legs in order of the
 * journey, keeps the paths that are open, and looks ahead only to the next movements.
 */
import type { Id } from '../../../schemas/base/ids.js'
import { DAY, HOUR } from '../lib/local-time.js'
import {
  joinPaths,
  isByTravellerLeftBehind,
  meetOnMovement,
  hasReturnedInPart,
} from './rules/shared-journeys.js'
import type { Home, Homes } from '../places/home.js'
import { hasDrivenHome } from './rules/unreported-drive.js'
import { HOME_KM } from '../places/distance.js'
import { isInHomeArea } from '../places/home.js'
import { withSpot } from './leg.js'
import type { Leg } from './leg.js'
import { likeliestStaySpot } from '../places/place-disambiguation.js'
import { addWithoutMoving, addLeg, canContinueFrom, startPath, mayShareTraveller } from './path.js'
import type { Path, GroupingReason } from './path.js'
import { hasOverlappingStay } from './rules/overlapping-stays.js'
import { isFartherThan, isSameCity } from '../places/place.js'
import type { Place, Spot } from '../places/place.js'
import { hasCompanionAway, COMPANION_DAYS } from './rules/unnamed-companion.js'
import { throughTicketRole } from './rules/through-ticket.js'

export const HOME_CONNECTION = 4 * HOUR
const CLOCK_SLACK = HOUR
const SAME_JOURNEY_WINDOW = 36 * HOUR
/** A departure just after midnight still follows the night before. */
export const OVERNIGHT_WAIT = 15 * HOUR
/** How long one may be where a movement ended, or the next one begins, when nothing else is told. */
export const MAX_WAIT_DAYS = 14
const MAX_UNREPORTED_DRIVE_DAYS = 7
/** How many paths back one looks for whom somebody was left behind by. */
const RECENT_PATHS = 4

/** From where a leg looked ahead, and until when: what comes or goes on the way may decide otherwise of it. */
export interface Lookahead {
  from: number
  until: number
}

export interface BuiltPaths {
  /** Closed paths in order of their start. */
  paths: Path[]
  /** Hotels and cars of the home area, which no path has taken yet. */
  homeLegs: Leg[]
  /** Legs at which laying may begin afresh: nothing before them bears on them or on what follows. */
  restartPoints: Set<Id>
  /** What looked ahead, by leg. */
  lookaheads: Map<Id, Lookahead>
  /** Place in `legs` of the first leg not laid. */
  nextIndex: number
}

/**
 * Lays `legs` (movements and stays, in order) from the clean leg at `from` on, until `stop` says of a clean leg that the
 * rest is known.
 */
export function buildPaths(
  legs: readonly Leg[],
  homes: Homes,
  from = 0,
  stop: (leg: Leg, i: number) => boolean = () => false,
): BuiltPaths {
  const done: Path[] = []
  const atHome: Leg[] = []
  let open: Path[] = []
  let fresh: Path | null = null
  let reach = -Infinity
  let homeUntil = -Infinity
  /** Until when somebody left behind may still come. */
  let behindUntil = -Infinity
  /** Until when the leg being laid has looked ahead. */
  let seen = -Infinity
  /** Whether the leg being laid lies elsewhere than it would without the paths before it: near where one of them was. */
  let drawn = false

  const start = (leg: Leg, why: GroupingReason, kind: Path['kind'], left: Home | null): Path => {
    fresh = startPath(leg, why, kind, left)
    open.push(fresh)
    return fresh
  }
  const close = (path: Path): void => {
    open = open.filter((other) => other !== path)
    done.push(path)
    if (hasReturnedInPart(path))
      behindUntil = Math.max(behindUntil, (path.returnedAt ?? 0) + MAX_WAIT_DAYS * DAY)
  }
  const away = (): Path[] => open.filter((path) => path.returnedAt === null)
  /** Still under way home by road or sea: nights and crossings of that time are on the way. */
  const comingHome = (path: Path, at: number): boolean =>
    path.returnedAt !== null &&
    path.returnedAt > at + CLOCK_SLACK &&
    path.lastMove !== null &&
    path.lastMove.type !== 'Air' &&
    path.lastMove.start <= at
  const nextMove = (from: number, people: Leg['people'], until = Infinity): Leg | null => {
    for (let i = from; i < legs.length; i++) {
      const leg = legs[i] as Leg
      if (leg.orderAt > until) break
      if (leg.kind !== 'move' || !mayShareTraveller(leg.people, people)) continue
      seen = Math.max(seen, leg.orderAt)
      return leg
    }
    seen = Math.max(seen, until)
    return null
  }
  const wentFromGate = (leg: Leg): Path[] =>
    away().filter((path) => mayShareTraveller(path.people, leg.people) && hasDrivenHome(path, leg, homes))
  const move = (leg: Leg, i: number): void => {
    const leaves = homes.isDeparturePoint(leg.from, leg.startDay)
    const comes = homes.isReturnPoint(leg.to, leg.endDay)
    // Paths that came home: go on only through a connection at home.
    for (const path of open.filter((p) => p.returnedAt !== null)) {
      const gap = leg.start - (path.returnedAt as number)
      if (gap >= HOME_CONNECTION) close(path)
    }
    if (!comes) for (const path of wentFromGate(leg)) close(path)
    const ticketed = open.find((path) => throughTicketRole(path, leg) !== null)
    if (ticketed !== undefined) {
      if (throughTicketRole(ticketed, leg) === 'part') {
        addWithoutMoving(ticketed, leg, 'other-booking')
        return
      }
      addLeg(ticketed, leg, 'other-booking')
      arrive(ticketed, leg, comes)
      return
    }
    const twin = (open.length > 0 ? open : done.slice(-1)).find(
      (path) =>
        path.lastMove !== null &&
        path.lastMove !== leg &&
        mayShareTraveller(path.people, leg.people) &&
        Math.abs(path.lastMove.start - leg.start) <= SAME_JOURNEY_WINDOW &&
        isSameCity(path.lastMove.from, leg.from) &&
        isSameCity(path.lastMove.to, leg.to) &&
        (path.lastMove.end > leg.start || !continuesElsewhere(leg)),
    )
    const passing = open.find(
      (path) =>
        path.returnedAt !== null &&
        leaves &&
        mayShareTraveller(path.people, leg.people) &&
        leg.start - path.returnedAt > -CLOCK_SLACK,
    )
    const behind = leaves
      ? undefined
      : [...done.slice(-RECENT_PATHS), ...open].findLast(
          (path) =>
            isByTravellerLeftBehind(path, leg) && leg.start - (path.returnedAt ?? 0) < MAX_WAIT_DAYS * DAY,
        )
    if (behind !== undefined && twin === undefined && !continuesElsewhere(leg)) {
      addWithoutMoving(behind, leg, comes ? 'return' : 'onward')
      return
    }
    const here = away()
      .filter((path) => path.lastMove === null || path.lastMove.end <= leg.start + CLOCK_SLACK)
      .filter(
        (path) =>
          mayShareTraveller(path.people, leg.people) &&
          path.location !== null &&
          leg.from !== null &&
          canContinueFrom(path.location, leg.from),
      )
      .at(-1)
    if (
      here !== undefined &&
      (here.kind !== 'drive' ||
        leg.start - here.end <= (leaves ? OVERNIGHT_WAIT : MAX_UNREPORTED_DRIVE_DAYS * DAY))
    ) {
      for (const other of away().filter(
        (path) =>
          path !== here && canContinueFrom(path.location, leg.from) && meetOnMovement(here, path, leg),
      )) {
        open = open.filter((path) => path !== other)
        joinPaths(here, other)
      }
      addLeg(here, leg, comes ? 'return' : 'onward')
      arrive(here, leg, comes)
      return
    }
    const carried = leaves
      ? undefined
      : open.find((path) => comingHome(path, leg.start) && mayShareTraveller(path.people, leg.people))
    if (carried !== undefined) {
      addWithoutMoving(carried, leg, 'onward')
      return
    }
    if (twin !== undefined && !(leaves && passing !== undefined)) {
      addWithoutMoving(twin, leg, 'other-booking')
      return
    }
    if (passing !== undefined) {
      passing.returnedAt = null
      addLeg(passing, leg, 'connection-at-home')
      arrive(passing, leg, comes)
      return
    }
    if (ridesToGate(leg, i, leaves) || ridesFromGate(leg, comes)) {
      atHome.push(leg)
      return
    }
    if (leaves) {
      for (const path of away()) {
        seen = Math.max(seen, leg.start + COMPANION_DAYS * DAY)
        if (!hasCompanionAway(path, legs, i, homes)) close(path)
      }
      if (
        comes &&
        leg.type !== 'Cruise' &&
        leg.end - leg.start < DAY &&
        !isFartherThan(leg.from, leg.to, 2 * HOME_KM)
      ) {
        atHome.push(leg)
        return
      }
      const path = start(
        leg,
        'left-home',
        'journey',
        homes.homeOn(leg.startDay - (homes.contains(leg.from, leg.startDay) ? 0 : 3)),
      )
      arrive(path, leg, comes)
      absorb(path, leg, i)
      return
    }
    const candidates = away().filter((path) => mayShareTraveller(path.people, leg.people))
    const any = candidates
      .filter((path) => path.kind === 'journey' || leg.start - path.end <= SAME_JOURNEY_WINDOW)
      .at(-1)
    if (any !== undefined) {
      addLeg(any, leg, comes ? 'return' : 'onward')
      arrive(any, leg, comes)
      return
    }
    for (const path of candidates) close(path)
    arrive(start(leg, comes ? 'return' : 'onward', 'journey', null), leg, comes)
  }
  /** A train or bus from home to a place nobody knows, from where home is left soon after: the airport's own station. */
  const ridesToGate = (leg: Leg, i: number, leaves: boolean): boolean => {
    const next = leg.to === null && leaves && leg.type !== 'Air' ? nextMove(i + 1, leg.people) : null
    return (
      next !== null &&
      homes.isDeparturePoint(next.from, next.startDay) &&
      next.start - leg.end >= -CLOCK_SLACK &&
      next.start - leg.end < HOME_CONNECTION
    )
  }
  /** The way back from there. */
  const ridesFromGate = (leg: Leg, comes: boolean): boolean =>
    leg.from === null &&
    comes &&
    leg.type !== 'Air' &&
    open.some(
      (path) =>
        path.returnedAt !== null &&
        mayShareTraveller(path.people, leg.people) &&
        leg.start - path.returnedAt >= -CLOCK_SLACK,
    )
  /** A car or house at the journey's end that was booked from an hour before the journey, as told, gets there; so does a house for the day of arrival, whose hours are a guess. */
  const absorb = (path: Path, leg: Leg, at: number): void => {
    const onward = legs
      .slice(at + 1, at + 4)
      .filter(
        (next) =>
          next.kind === 'move' &&
          next.start - leg.end < DAY &&
          !homes.isDeparturePoint(next.from, next.startDay),
      )
    const ends = [leg.to, ...onward.map((next) => next.to)]
    const early = done.at(-1)
    const daysOfArrival = [leg, ...onward].map((arrival) => arrival.endDay)
    const dayUse =
      early?.legs.every(
        (step) => step.leg.startDay === step.leg.endDay && daysOfArrival.includes(step.leg.endDay),
      ) === true
    if (
      early === undefined ||
      early.kind !== 'drive' ||
      (early.end <= leg.end && !dayUse) ||
      leg.start - early.start > DAY ||
      !mayShareTraveller(early.people, leg.people)
    )
      return
    if (early.location === null || !ends.some((end) => end !== null && canContinueFrom(early.location, end)))
      return
    done.pop()
    for (const step of early.legs) addLeg(path, step.leg, step.reason === 'rental' ? 'rental' : 'stay')
  }
  /** Whether some other open path waits where the leg starts: then it is no second booking of the last one. */
  const continuesElsewhere = (leg: Leg): boolean =>
    away().some(
      (path) => path.location !== null && leg.from !== null && canContinueFrom(path.location, leg.from),
    )

  const arrive = (path: Path, leg: Leg, home: boolean): void => {
    path.kind = 'journey'
    path.returnedAt = home ? leg.end : null
  }

  const stay = (told: Leg, i: number): void => {
    for (const path of open.filter(
      (p) => p.returnedAt !== null && told.orderAt - p.returnedAt >= HOME_CONNECTION,
    ))
      close(path)
    const gone = wentFromGate(told)
    const onward = gone.length > 0 ? nextMove(i + 1, told.people) : null
    if (onward === null || !homes.isReturnPoint(onward.to, onward.endDay))
      for (const path of gone) close(path)
    const now = open.filter(
      (path) =>
        (path.returnedAt === null || comingHome(path, told.orderAt)) &&
        mayShareTraveller(path.people, told.people),
    )
    const ahead = told.from === null || told.from.spots.length === 1 ? null : leftFrom(told, i)
    const position = now.at(-1)?.location ?? open.at(-1)?.location ?? ahead
    const spotNear = (near: Path['location']): Spot | null =>
      told.from === null || told.from.spots.length === 1
        ? null
        : likeliestStaySpot(told.from, near, homes.homeOn(told.startDay))
    const spot = spotNear(position)
    drawn = spot !== spotNear(ahead)
    const leg = spot === null ? told : withSpot(told, spot)
    if (homes.contains(leg.from, leg.startDay) || joinsNewHome(leg)) {
      atHome.push(leg)
      return
    }
    const visited = (path: Path): boolean =>
      path.visits.some((visit) => leg.from !== null && canContinueFrom(visit.place, leg.from))
    for (const path of [
      ...now.filter(visited).reverse(),
      ...now.filter((path) => !visited(path)).reverse(),
    ]) {
      if (holds(path, leg, i)) {
        addLeg(path, leg, leg.type === 'Car' ? 'rental' : path.kind === 'drive' ? 'stay-only' : 'stay')
        return
      }
    }
    // Not held: a drive path ends where it is; a journey whose return nobody reported as well.
    const clash = now.find((path) => hasOverlappingStay(path, leg))
    if (clash === undefined) {
      for (const path of now.filter((other) => other.returnedAt === null)) {
        const next = path.kind === 'drive' ? null : nextMove(i + 1, path.people)
        if (next === null || homes.isDeparturePoint(next.from, next.startDay)) close(path)
      }
    }
    start(leg, leg.type === 'Car' ? 'rental' : 'stay-only', 'drive', null)
  }
  /** Where a house lies that nobody told the way to: from where one leaves it, or where one comes who has booked it from before the journey. */
  const leftFrom = (house: Leg, i: number): Place | null => {
    const next = nextMove(i + 1, house.people, house.end + DAY)
    if (next === null) return null
    if (!homes.isDeparturePoint(next.from, next.startDay)) return next.from
    return house.end > next.end && next.start - house.start <= DAY ? next.to : null
  }
  const joinsNewHome = (leg: Leg): boolean =>
    homes.list.length > 1 && isInHomeArea(leg.from, homes.homeOn(leg.startDay + 1))

  const holds = (path: Path, leg: Leg, i: number): boolean => {
    if (hasOverlappingStay(path, leg)) return false
    if (path.kind === 'journey') {
      if (leg.startDay - path.endDay <= 1) return true
      const next = nextMove(i + 1, path.people)
      if (next !== null && !homes.isDeparturePoint(next.from, next.startDay)) return true
      const housed = path.legs.some((step) => step.leg.kind === 'stay')
      return (
        !housed && canContinueFrom(path.location, leg.from) && leg.startDay - path.endDay <= MAX_WAIT_DAYS
      )
    }
    const cars = homeCars(path, i)
    if (cars.some((car) => car.endDay >= path.endDay && car.endDay < leg.startDay)) return false
    return leg.startDay - path.endDay <= 1 || cars.some((car) => car.end >= leg.start - DAY)
  }
  /** Cars rented at home for a drive. Bringing one back is coming home. */
  const homeCars = (path: Path, at: number): Leg[] => {
    const later: Leg[] = []
    for (let k = at + 1; k < legs.length && (legs[k] as Leg).orderAt <= path.start + 2 * DAY; k++) {
      const leg = legs[k] as Leg
      if (leg.kind === 'stay' && homes.contains(leg.from, leg.startDay)) later.push(leg)
    }
    return [...atHome, ...later].filter((leg) => leg.type === 'Car' && leg.start <= path.start + DAY)
  }

  const clean = new Set<Id>()
  const looks = new Map<Id, Lookahead>()
  let i = from
  for (; i < legs.length; i++) {
    const leg = legs[i] as Leg
    const home = atHome.length
    const closed = done.length
    fresh = null
    seen = -Infinity
    drawn = false
    if (leg.kind === 'move') move(leg, i)
    else stay(leg, i)
    if (seen > leg.orderAt) looks.set(leg.id, { from: leg.orderAt, until: seen })
    const path = fresh as Path | null
    const alone =
      path !== null &&
      open.length === 1 &&
      open[0] === path &&
      path.legs.length === 1 &&
      done.length >= closed &&
      !drawn &&
      reach <= leg.start
    const quiet = path === null && atHome.length > home && open.length === 0 && reach <= leg.start - 2 * DAY
    if ((alone || quiet) && homeUntil + DAY <= leg.start && behindUntil <= leg.start) {
      if (i > from && stop(leg, i)) {
        if (alone) open = []
        else atHome.pop()
        break
      }
      clean.add(leg.id)
    }
    if (atHome.length > home) {
      homeUntil = Math.max(homeUntil, leg.end)
      // It may join a path of the days before (attach.ts), across legs that seemed clean.
      for (let k = i - 1; k >= from && (legs[k] as Leg).orderAt > leg.orderAt - 2 * DAY; k--)
        clean.delete((legs[k] as Leg).id)
    }
    reach = Math.max(reach, leg.end)
  }
  for (const path of open.slice()) close(path)
  return {
    paths: done.sort((a, b) => a.start - b.start || a.end - b.end),
    homeLegs: atHome,
    restartPoints: clean,
    lookaheads: looks,
    nextIndex: i,
  }
}
