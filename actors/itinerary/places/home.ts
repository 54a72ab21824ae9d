/** RULES 5.2: where home is, and when. */
import { HOME_KM, isWithin } from './distance.js'
import type { Place } from './place.js'

export interface Home {
  /** Local day number (days since 1970) on which this home begins; null for always. */
  from: number | null
  /** Not a number if nothing is known but the codes of its airports: no place is near it. */
  lat: number
  lon: number
  airports: ReadonlySet<string>
  zone: string | null
  city: string | null
}

/** What tells whether a movement leaves or reaches home. */
export interface HomeMovement {
  from: Place | null
  to: Place | null
  /** Local day numbers. */
  startDay: number
  endDay: number
  /** Codes of both ends that the reference data do not know. */
  unknownCodes?: readonly [string | null, string | null]
}

/** How many days before and after a change of home both homes count (RULES 5.2). */
export const MOVING_DAYS = 3

/** A member's homes in order of their beginning. */
export class Homes {
  readonly list: readonly Home[]
  /** @param areGiven false if the member gave no home: the list is empty, or holds an inferred one */
  constructor(
    list: readonly Home[],
    readonly areGiven = true,
  ) {
    this.list = list.slice().sort((a, b) => (a.from ?? -Infinity) - (b.from ?? -Infinity))
  }

  /** The home on a local day; before the first one begins, the first one. Null without homes. */
  homeOn(day: number): Home | null {
    let found: Home | null = null
    for (const home of this.list) if (found === null || (home.from ?? -Infinity) <= day) found = home
    return found
  }

  /** True if the place is in the home area of that day, or is unknown and has the code of a home airport. */
  contains(place: Place | null, day: number, unknownCode: string | null = null): boolean {
    const home = this.homeOn(day)
    if (unknownCode !== null) return home?.airports.has(unknownCode) === true
    return isInHomeArea(place, home)
  }

  /** True if a traveller leaves home by this movement. After a move, the home before it counts too. */
  isLeftBy({ from, startDay, unknownCodes }: HomeMovement): boolean {
    const code = unknownCodes?.[0] ?? null
    return this.containsAround(from, startDay, -MOVING_DAYS, code)
  }

  /** True if a traveller comes home by this movement. Before a move, the home after it counts too. */
  isReachedBy({ to, endDay, unknownCodes }: HomeMovement): boolean {
    return this.isReturnPoint(to, endDay, unknownCodes?.[1] ?? null)
  }

  /** The same for a place that is reached on a day. */
  isReturnPoint(place: Place | null, day: number, unknownCode: string | null = null): boolean {
    return this.containsAround(place, day, MOVING_DAYS, unknownCode)
  }

  /** True if a home of the day, or of the day that is so many days from it, contains the place. */
  private containsAround(
    place: Place | null,
    day: number,
    days: number,
    unknownCode: string | null,
  ): boolean {
    if (this.contains(place, day, unknownCode)) return true
    return this.list.length > 1 && this.contains(place, day + days, unknownCode)
  }
}

/** True if any spot of the place is in the home area. */
export function isInHomeArea(place: Place | null, home: Home | null): boolean {
  if (place === null || home === null) return false
  return place.spots.some(
    (spot) => (spot.iata !== null && home.airports.has(spot.iata)) || isWithin(spot, home, HOME_KM),
  )
}
