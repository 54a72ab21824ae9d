/** RULES N5: a place as statements name it. */
import { CITY_KM, distanceKm } from './distance.js'
import type { Coordinates } from './distance.js'

export interface Spot {
  lat: number
  lon: number
  city: string | null
  cityId: string | null
  /** IATA metropolitan code, or the airport's own. */
  metro: string | null
  /** Code of an airport or station, if the place is one. */
  iata: string | null
  admin: string | null
  country: string | null
  zone: string | null
}

/**
 * One spot if the place is certain, several if its name is ambiguous: the likeliest first. Never empty; an
 * unknown place is null.
 */
export interface Place {
  spots: readonly Spot[]
  /** The airport code that name, city and coordinates beside it outweigh. */
  contradicts?: string
}

/** The shortest distance in kilometres between candidates of two places; null if one is unknown. */
export function distanceBetween(a: Place | null, b: Place | null): number | null {
  if (a === null || b === null) return null
  let least = Infinity
  for (const left of a.spots) {
    for (const right of b.spots) {
      if (left === right) return 0
      const km = distanceKm(left, right)
      if (km < least) least = km
    }
  }
  return least
}

/** RULES N5b: equal city id or metropolitan code, or less than 50 km apart. False if one is unknown. */
export function isSameCity(a: Place | null, b: Place | null): boolean {
  if (a === null || b === null) return false
  for (const left of a.spots) {
    for (const right of b.spots) {
      if (
        left === right ||
        (left.metro !== null && left.metro === right.metro) ||
        (left.cityId !== null && left.cityId === right.cityId)
      )
        return true
      if (distanceKm(left, right) < CITY_KM) return true
    }
  }
  return false
}

/** True if both are known, not in the same city, and more than `km` apart. */
export function isFartherThan(a: Place | null, b: Place | null, km: number): boolean {
  const distance = distanceBetween(a, b)
  return distance !== null && distance > km && !isSameCity(a, b)
}

/** The spot of `place` nearest to `near`; its first if `near` is null. */
export function nearestSpot(place: Place, near: Coordinates | null): Spot {
  const first = place.spots[0] as Spot
  if (near === null || place.spots.length === 1) return first
  let best = first
  let least = Infinity
  for (const spot of place.spots) {
    const km = distanceKm(spot, near)
    if (km >= least) continue
    least = km
    best = spot
  }
  return best
}
