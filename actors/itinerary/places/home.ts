/** RULES 5.2: where home is, and when. */
import { distanceKm, HOME_KM } from './distance.js'
import type { Place } from './place.js'

export interface Home {
  /** Local day number (days since 1970) on which this home begins; null for always. */
  from: number | null
  lat: number
  lon: number
  airports: ReadonlySet<string>
  zone: string | null
  city: string | null
}

/** How many days before and after a change of home both homes count (RULES 5.2). */
export const MOVING_DAYS = 3

/** A member's homes in order of their beginning. */
export class Homes {
  readonly list: readonly Home[]
  constructor(list: readonly Home[]) {
    this.list = list.slice().sort((a, b) => (a.from ?? -Infinity) - (b.from ?? -Infinity))
  }

  /** The home on a local day; before the first one begins, the first one. Null without homes. */
  homeOn(day: number): Home | null {
    let found: Home | null = null
    for (const home of this.list) if (found === null || (home.from ?? -Infinity) <= day) found = home
    return found
  }

  /** True if the place is in the home area of that day. */
  contains(place: Place | null, day: number): boolean {
    return isInHomeArea(place, this.homeOn(day))
  }

  /** True if a traveller leaves home from this place. After a move, the home before it counts too. */
  isDeparturePoint(place: Place | null, day: number): boolean {
    return this.contains(place, day) || isInHomeArea(place, this.homeOn(day - MOVING_DAYS))
  }

  /** True if a traveller comes home to this place. Before a move, the home after it counts too. */
  isReturnPoint(place: Place | null, day: number): boolean {
    return this.contains(place, day) || isInHomeArea(place, this.homeOn(day + MOVING_DAYS))
  }
}

/** True if any spot of the place is in the home area. */
export function isInHomeArea(place: Place | null, home: Home | null): boolean {
  if (place === null || home === null) return false
  return place.spots.some(
    (spot) => (spot.iata !== null && home.airports.has(spot.iata)) || distanceKm(spot, home) <= HOME_KM,
  )
}
