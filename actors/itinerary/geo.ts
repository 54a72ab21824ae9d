/** Great-circle distance (itinerary.md N5b) and the radii of section 5. */

export interface Point {
  lat: number
  lon: number
}

const EARTH_KM = 6371
const RAD = Math.PI / 180

export const CITY_KM = 50
export const NEAR_KM = 100
export const HOME_KM = 85

/** Distance in kilometres over the sphere. */
export function distanceKm(a: Point, b: Point): number {
  const dLat = (b.lat - a.lat) * RAD
  const dLon = (b.lon - a.lon) * RAD
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * RAD) * Math.cos(b.lat * RAD) * Math.sin(dLon / 2) ** 2
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}
