/**
 * What joins a time away beside its movements and stays (itinerary.md 5, The rest): nights and cars of the home area, then
 * gatherings and visits, tables, transfers and parking.
 */
import { distanceKm } from './geo.js'
import type { Homes } from './home.js'
import { inArea } from './home.js'
import { CONNECTION } from './lay.js'
import type { Leg } from './leg.js'
import { addLeg, openPath, samePeople } from './path.js'
import type { Path } from './path.js'
import { apartKm, nearestSpot } from './place.js'
import { DAY, HOUR } from './zones.js'

const THERE_KM = 150
const TERMINAL_KM = 8
const SLACK = HOUR
const TERMINAL_NAME = /\b(AIRPORT|AEROPUERTO|FLUGHAFEN|AEROPORT|AEROPORTO|TERMINAL|STATION|BAHNHOF|HAUPTBAHNHOF|GARE|LOUNGE|GATE|AIRFIELD|INTL|INTERNATIONAL)\b/i

/** The first movement of a path that leaves home. */
function departure (path: Path): Leg | null {
  return path.left === null ? null : path.firstMove
}

/** Hotels and cars at home, in order: to the journey they serve, to a new home, or a stay at home of their own. */
export function attachHome (paths: Path[], atHome: readonly Leg[], homes: Homes): Path[] {
  const out = paths.slice()
  for (const leg of atHome.filter(l => l.type === 'Hotel')) {
    const serves = out.find(path => {
      const first = departure(path)
      if (first === null || !samePeople(path.people, leg.people) || leg.start > first.start) return false
      const day = Math.floor((first.start + (leg.startDay * DAY - leg.start)) / DAY)
      return leg.endDay === first.startDay || leg.endDay === day || (first.start >= leg.end && first.start - leg.end <= 14 * HOUR)
    })
    if (serves !== undefined) { addBeside(serves, leg, 'night-before'); continue }
    const moved = out.find(path => movedHome(path, homes) && leg.startDay - path.endDay <= 1 && leg.start >= path.start)
    if (moved !== undefined) { addLeg(moved, leg, 'new-home'); continue }
    const here = out.find(path => path.kind === 'staycation' && samePeople(path.people, leg.people) && leg.startDay - path.endDay <= 0 && leg.startDay >= Math.floor(path.start / DAY) - 1)
    if (here !== undefined) addLeg(here, leg, 'staycation')
    else out.push(openPath(leg, 'staycation', 'staycation', null))
  }
  for (const leg of atHome.filter(l => l.type !== 'Hotel')) {
    const near = (path: Path): boolean => path.kind !== 'staycation' && samePeople(path.people, leg.people)
    const used = leg.type === 'Car'
      ? out.find(path => near(path) && path.start < leg.end + 6 * HOUR && path.start >= leg.start - 12 * HOUR) ??
        out.find(path => near(path) && movedHome(path, homes) && leg.startDay - path.endDay <= 1 && leg.start >= path.start) ??
        out.find(path => near(path) && path.kind === 'drive' && path.start < leg.end && leg.start < path.end) ??
        out.find(path => path.kind === 'staycation' && leg.start >= path.start - DAY && leg.end <= path.end + DAY)
      : out.find(path => near(path) && departure(path) !== null && (departure(path) as Leg).start - leg.end >= -SLACK && (departure(path) as Leg).start - leg.end < CONNECTION) ??
        out.find(path => near(path) && path.homeAt !== null && leg.start - path.homeAt >= -SLACK && leg.start - path.homeAt < CONNECTION)
    if (used !== undefined) addBeside(used, leg, leg.type === 'Car' ? 'home-rental' : 'onward')
  }
  return out.sort((a, b) => a.start - b.start || a.end - b.end)
}

/** Adds a leg without taking the traveller anywhere. */
function addBeside (path: Path, leg: Leg, why: Parameters<typeof addLeg>[2]): void {
  const { place, visits, lastMove, firstMove, homeAt } = path
  addLeg(path, leg, why)
  path.place = place
  path.visits = visits
  path.lastMove = lastMove
  path.firstMove = firstMove
  path.homeAt = homeAt
}

/** A journey that left one home and ended at another. */
function movedHome (path: Path, homes: Homes): boolean {
  return path.left !== null && path.lastMove !== null && homes.list.length > 1 && path.homeAt !== null && !inArea(path.lastMove.to, path.left)
}

/** Where the path's traveller may be at an instant: the last visit before, the next one, and every house then. */
function around (path: Path, at: number): Path['visits'] {
  const out: Path['visits'] = []
  const visits = path.visits.slice().sort((a, b) => a.at - b.at)
  const before = visits.filter(visit => visit.at <= at + SLACK).at(-1)
  const after = visits.find(visit => visit.at > at - SLACK)
  if (before !== undefined) out.push(before)
  if (after !== undefined) out.push(after)
  for (const { leg } of path.steps) {
    if (leg.kind === 'stay' && leg.from !== null && leg.startDay * DAY - DAY <= at && at <= leg.end + DAY) out.push({ at: leg.start, place: leg.from })
  }
  return out
}

/** The path on which a gathering, visit or transfer happens, and why; null when it belongs to none. */
export function pathOfPoint (paths: readonly Path[], leg: Leg, homes: Homes): { path: Path, why: 'there-then' | 'checkin-before' } | null {
  const fits = paths.filter(path => samePeople(path.people, leg.people))
  const home = homes.on(leg.startDay)
  let best: Path | null = null
  let least = Infinity
  for (const path of fits) {
    const first = departure(path)
    const begin = Math.min(path.start, first?.start ?? Infinity)
    if (leg.start < begin || leg.start > path.end + SLACK) continue
    if (leg.from === null) { if (best === null) { best = path; least = THERE_KM } continue }
    const spots = around(path, leg.start)
    let km = Infinity
    for (const { place } of spots) km = Math.min(km, apartKm(place, leg.from) ?? THERE_KM)
    const where = leg.from.spots.length === 1 ? leg.from : { spots: [nearestSpot(leg.from, spots[0]?.place.spots[0] ?? null)] }
    if (path.kind !== 'staycation' && inArea(where, home) && !passingHome(path, leg.start)) continue
    if (km <= THERE_KM && km < least) { best = path; least = km }
  }
  if (best !== null) return { path: best, why: 'there-then' }
  for (const path of fits) {
    const first = departure(path)
    if (first === null || leg.start > first.start || first.start - leg.start > CONNECTION || leg.from === null || first.from === null) continue
    const spot = leg.from.spots[0]
    const gate = first.from.spots[0]
    if (spot === undefined || gate === undefined) continue
    const close = distanceKm(spot, gate) <= TERMINAL_KM
    if (leg.type === 'Transport' || (leg.type === 'Checkin' && (close || (TERMINAL_NAME.test(leg.name) && inArea(leg.from, home)))) || (close && TERMINAL_NAME.test(leg.name))) return { path, why: 'checkin-before' }
  }
  return null
}

/** Between two movements at a home airport. */
function passingHome (path: Path, at: number): boolean {
  return path.steps.some(({ leg, why }) => why === 'connection-at-home' && at <= leg.start && leg.start - at <= CONNECTION) || path.left === null
}

/** The path that parking spans. */
export function pathOfParking (paths: readonly Path[], leg: Leg): Path | null {
  let best: Path | null = null
  let longest = 0
  for (const path of paths) {
    if (path.kind === 'staycation' || !samePeople(path.people, leg.people)) continue
    const shared = Math.min(path.end, leg.end) - Math.max(path.start, leg.start)
    if (shared > longest) { best = path; longest = shared }
  }
  return best
}
