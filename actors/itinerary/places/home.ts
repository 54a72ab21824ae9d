/** Where home is, and when (RULES 5.2). */
import type { Place } from './place.js'
import { distanceKm, HOME_KM } from './distance.js'

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
