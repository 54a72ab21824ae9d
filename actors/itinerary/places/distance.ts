/** Great-circle distance (RULES N5b) and the radii of RULES 5.1. */

export interface Coordinates {
  lat: number
  lon: number
}

const EARTH_RADIUS_KM = 6371
const RADIANS_PER_DEGREE = Math.PI / 180

export const CITY_KM = 50
export const NEAR_KM = 100
export const HOME_KM = 85

/** Distance in kilometres over the sphere. */
export function distanceKm(a: Coordinates, b: Coordinates): number {
  const dLat = (b.lat - a.lat) * RADIANS_PER_DEGREE
  const dLon = (b.lon - a.lon) * RADIANS_PER_DEGREE
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(a.lat * RADIANS_PER_DEGREE) * Math.cos(b.lat * RADIANS_PER_DEGREE) * Math.sin(dLon / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}
