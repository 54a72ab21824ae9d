/** Coasts within a frame, from land.json (made by make-land.mjs). */
import RINGS from './land.json' with { type: 'json' }
import type { Spot } from './great-circle.js'

export interface Bounds {
  /** Degrees; east is more than west, and may be over 180. */
  west: number
  east: number
  south: number
  north: number
}

const TENTHS = 10
/** Share of the frame's width: closer points become one. */
const FINEST = 1 / 400

const COASTS: readonly Spot[][] = RINGS.map((ring) =>
  Array.from({ length: ring.length / 2 }, (_, at) => ({
    lon: ring[2 * at]! / TENTHS,
    lat: ring[2 * at + 1]! / TENTHS,
  })),
)

/** The land in the frame, cut at its edges. */
export function landWithin(bounds: Bounds): Spot[][] {
  const least = (bounds.east - bounds.west) * FINEST
  return [-360, 0, 360].flatMap((turn) =>
    COASTS.flatMap((coast) => {
      const ring = cut(
        coast.map(({ lon, lat }) => ({ lon: lon + turn, lat })),
        bounds,
      )
      return ring.length < 3 ? [] : [thinned(ring, least)]
    }),
  )
}

/** Cuts a ring at each edge of the frame in turn (Sutherland and Hodgman). */
function cut(ring: readonly Spot[], { west, east, south, north }: Bounds): Spot[] {
  const edges: Array<[axis: 'lon' | 'lat', limit: number, sign: 1 | -1]> = [
    ['lon', west, 1],
    ['lon', east, -1],
    ['lat', south, 1],
    ['lat', north, -1],
  ]
  let rest: Spot[] = [...ring]
  for (const [axis, limit, sign] of edges) {
    const isIn = (spot: Spot): boolean => (spot[axis] - limit) * sign >= 0
    if (rest.every(isIn)) continue
    rest = rest.flatMap((spot, at) => {
      const before = rest.at(at - 1)!
      const crossing =
        isIn(spot) === isIn(before)
          ? []
          : [between(before, spot, (limit - before[axis]) / (spot[axis] - before[axis]))]
      return isIn(spot) ? [...crossing, spot] : crossing
    })
  }
  return rest
}

const between = (a: Spot, b: Spot, part: number): Spot => ({
  lon: a.lon + (b.lon - a.lon) * part,
  lat: a.lat + (b.lat - a.lat) * part,
})

function thinned(ring: readonly Spot[], least: number): Spot[] {
  const kept: Spot[] = []
  for (const spot of ring) {
    const last = kept.at(-1)
    if (last === undefined || Math.hypot(spot.lon - last.lon, spot.lat - last.lat) >= least) kept.push(spot)
  }
  return kept
}
