/** RULES N5b: great-circle distance, and the radii of RULES 5.1. */

export interface Coordinates {
  lat: number
  lon: number
}

const EARTH_RADIUS_KM = 6371
const RADIANS_PER_DEGREE = Math.PI / 180

/** Two places closer than this are in the same city. */
export const CITY_KM = 50
/** A short drive, for which no leg is needed. */
export const NEAR_KM = 100
/** The radius of the home area. */
export const HOME_KM = 85

/** More than the kilometres of a degree of latitude that rounding can take away. */
const DEGREE_KM = EARTH_RADIUS_KM * RADIANS_PER_DEGREE - 0.01

/**
 * True if two points are at most `km` apart. Most that are asked about are far apart in latitude, which is seen
 * without trigonometry.
 */
export function isWithin(a: Coordinates, b: Coordinates, km: number): boolean {
  return !(Math.abs(a.lat - b.lat) * DEGREE_KM > km) && distanceKm(a, b) <= km
}

/** Kilometres between two points on the sphere. */
export function distanceKm(a: Coordinates, b: Coordinates): number {
  const dLat = (b.lat - a.lat) * RADIANS_PER_DEGREE
  const dLon = (b.lon - a.lon) * RADIANS_PER_DEGREE
  const cosines = Math.cos(a.lat * RADIANS_PER_DEGREE) * Math.cos(b.lat * RADIANS_PER_DEGREE)
  const h = Math.sin(dLat / 2) ** 2 + cosines * Math.sin(dLon / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}
