/** A place as statements name it: one spot when it is certain, several when the name alone leaves a choice (N5). */
import { CITY_KM, distanceKm } from './distance.js'

export interface Spot {
  lat: number
  lon: number
  city: string | null
  cityId: string | null
  /** IATA metropolitan code, or the airport's own. */
  metro: string | null
  /** Airport or station code when the place is one. */
  iata: string | null
  admin: string | null
  country: string | null
  zone: string | null
}

/** The likeliest spot first. Never empty: an unknown place is null. */
export interface Place {
  spots: readonly Spot[]
}

/** Shortest distance in kilometres between what two places may be; null when one is unknown. */
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

/** N5: equal city id, equal metropolitan code, or less than 50 km apart; false when one is unknown. */
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

/** Both known and neither the same city nor within `km`: they cannot be one place. */
export function isFartherThan(a: Place | null, b: Place | null, km: number): boolean {
  const distance = distanceBetween(a, b)
  return distance !== null && distance > km && !isSameCity(a, b)
}

/** The spot of `place` nearest to `near`; its first without one. */
export function nearestSpot(place: Place, near: { lat: number; lon: number } | null): Spot {
  const first = place.spots[0] as Spot
  if (near === null || place.spots.length === 1) return first
  let best = first
  let least = Infinity
  for (const spot of place.spots) {
    const km = distanceKm(spot, near)
    if (km < least) {
      least = km
      best = spot
    }
  }
  return best
}
