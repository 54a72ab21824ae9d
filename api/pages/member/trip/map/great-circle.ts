/** The shortest way between two places on the globe. */

export interface Spot {
  /** Degrees. */
  lat: number
  lon: number
}

const STEPS = 32
const RADIAN = Math.PI / 180

/** Points from one end to the other, both included. Longitudes go beyond 180 where the way crosses the date line. */
export function greatCircle(from: Spot, to: Spot): Spot[] {
  const [a, b] = [vectorOf(from), vectorOf(to)]
  const angle = Math.acos(Math.min(1, Math.max(-1, a[0] * b[0] + a[1] * b[1] + a[2] * b[2])))
  // Opposite ends have no single shortest way, and equal ends have none.
  if (Math.sin(angle) < 1e-6) return [from, { lat: to.lat, lon: nearest(to.lon, from.lon) }]
  const points: Spot[] = []
  for (let step = 0; step <= STEPS; step++) {
    const [p, q] = [
      Math.sin(angle * (1 - step / STEPS)) / Math.sin(angle),
      Math.sin((angle * step) / STEPS) / Math.sin(angle),
    ]
    const [x, y, z] = [p * a[0] + q * b[0], p * a[1] + q * b[1], p * a[2] + q * b[2]]
    const lon = Math.atan2(y, x) / RADIAN
    points.push({
      lat: Math.atan2(z, Math.hypot(x, y)) / RADIAN,
      lon: nearest(lon, points.at(-1)?.lon ?? from.lon),
    })
  }
  return points
}

/** The longitude plus the whole turns that bring it nearest to another one. */
export function nearest(lon: number, to: number): number {
  return lon + 360 * Math.round((to - lon) / 360)
}

function vectorOf({ lat, lon }: Spot): [x: number, y: number, z: number] {
  const [phi, lambda] = [lat * RADIAN, lon * RADIAN]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}
