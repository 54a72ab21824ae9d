/** Where home is, and when (RULES 5.2). */
import type { Place, Spot } from './place.js'
import { distanceKm, HOME_KM } from './distance.js'
import type { Leg } from '../grouping/leg.js'

export interface Home {
  /** Day number (days since 1970, local) this home begins; null = always. */
  from: number | null
  lat: number
  lon: number
  airports: ReadonlySet<string>
  zone: string | null
  city: string | null
}

/** How many days around a change of home the old one still counts as a place to leave from. */
const MOVING_DAYS = 3

/** Homes in order of their begin. */
export class Homes {
  readonly list: readonly Home[]
  constructor(list: readonly Home[]) {
    this.list = list.slice().sort((a, b) => (a.from ?? -Infinity) - (b.from ?? -Infinity))
  }

  /** The home in force on a local day. */
  homeOn(day: number): Home | null {
    let found: Home | null = null
    for (const home of this.list) if (found === null || (home.from ?? -Infinity) <= day) found = home
    return found
  }

  /** Whether the place lies in the home area of that day. */
  contains(place: Place | null, day: number): boolean {
    return isInHomeArea(place, this.homeOn(day))
  }

  /** Whether one leaves home from this place: around a move, the home before it counts too. */
  isDeparturePoint(place: Place | null, day: number): boolean {
    return this.contains(place, day) || isInHomeArea(place, this.homeOn(day - MOVING_DAYS))
  }

  /** Whether one comes home to this place: around a move, the home after it counts too. */
  isReturnPoint(place: Place | null, day: number): boolean {
    return this.contains(place, day) || isInHomeArea(place, this.homeOn(day + MOVING_DAYS))
  }
}

/** Whether any spot of a place lies in the home area. */
export function isInHomeArea(place: Place | null, home: Home | null): boolean {
  if (place === null || home === null) return false
  return place.spots.some(
    (spot) => (spot.iata !== null && home.airports.has(spot.iata)) || distanceKm(spot, home) <= HOME_KM,
  )
}

export interface HomeEvidence {
  lat: number
  lon: number
  zone: string | null
  city: string | null
  departures: number
  arrivals: number
  nights: number
  /** The votes of the area, these included. */
  neighbours: HomeEvidence[]
}

/** Digits of the coordinates that movements (a kilometre) and nights (ten) are counted by. */
const MOVEMENT_DIGITS = 2
const NIGHT_DIGITS = 1

/** Where a place is counted: an airport, else a square of the map. What it says of itself hangs on nothing that came before. */
function evidenceCell(spot: Spot, digits: number): { key: string; lat: number; lon: number } {
  if (spot.iata !== null) return { key: spot.iata, lat: spot.lat, lon: spot.lon }
  const [lat, lon] = [spot.lat.toFixed(digits), spot.lon.toFixed(digits)]
  return { key: `${lat},${lon}`, lat: Number(lat), lon: Number(lon) }
}

/** Counts a leg for or against the places it touches; `sign` -1 takes it back. */
export function countEvidence(votes: Map<string, HomeEvidence>, leg: Leg, sign: 1 | -1): void {
  const count = (place: Place | null, what: 'departures' | 'arrivals' | 'nights', by: number): void => {
    const spot = place?.spots[0]
    if (spot === undefined) return
    const { key, lat, lon } = evidenceCell(spot, what === 'nights' ? NIGHT_DIGITS : MOVEMENT_DIGITS)
    let held = votes.get(key)
    if (held === undefined) {
      held = {
        lat,
        lon,
        zone: spot.zone,
        city: spot.city,
        departures: 0,
        arrivals: 0,
        nights: 0,
        neighbours: [],
      }
      votes.set(key, held)
      for (const other of votes.values()) {
        if (other !== held && distanceKm(held, other) > HOME_KM) continue
        held.neighbours.push(other)
        if (other !== held) other.neighbours.push(held)
      }
    }
    held[what] += by * sign
  }
  if (leg.kind === 'move') {
    count(leg.from, 'departures', 1)
    count(leg.to, 'arrivals', 1)
  }
  if (leg.type === 'Hotel') count(leg.from, 'nights', Math.max(1, leg.endDay - leg.startDay))
}

/**
 * The home that movements point to: of the places left or reached, the one most often left and come back to, hotels speaking
 * against it; of several, the one that the first movement of all left (`first`: from where). Null when nothing was ever left
 * and reached again.
 */
export function inferHome(votes: ReadonlyMap<string, HomeEvidence>, first: Place | null): Home | null {
  let best: HomeEvidence | null = null
  let bestKey = ''
  let most = 0
  const leftFirst = (v: HomeEvidence): boolean =>
    first?.spots.some((spot) => distanceKm(spot, v) <= HOME_KM) === true
  for (const [key, v] of votes) {
    if (v.departures + v.arrivals === 0) continue
    let [left, reached, nights] = [0, 0, 0]
    for (const other of v.neighbours) {
      left += other.departures
      reached += other.arrivals
      nights += other.nights
    }
    const score = Math.min(left, reached) + Math.max(left, reached) * 0.1 - nights * 0.5
    if (Math.min(left, reached) === 0 || score <= 0) continue
    if (score < most) continue
    if (score === most && best !== null && (leftFirst(v) === leftFirst(best) ? key > bestKey : !leftFirst(v)))
      continue
    best = v
    bestKey = key
    most = score
  }
  return best === null
    ? null
    : { from: null, lat: best.lat, lon: best.lon, airports: new Set(), zone: best.zone, city: best.city }
}
