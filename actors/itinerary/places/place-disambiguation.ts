/** RULES N5a: which of several cities of one name a stay is in. */
import { comparisonForm } from '../../../schemas/base/text.js'
import { distanceKm } from './distance.js'
import type { Coordinates } from './distance.js'
import { isInHomeArea } from './home.js'
import type { Home } from './home.js'
import type { Place, Spot } from './place.js'

/** A candidate within this distance of the traveller is meant. */
const MAX_DISTANCE_KM = 300
/** A candidate this far from home is half as likely. */
const HALF_WEIGHT_KM = 100

/**
 * The spot of a stay: the nearest to where the traveller may be (`near`, the likeliest first), else the home city if
 * it has the name, else the likeliest by size and distance from home.
 */
export function likeliestStaySpot(place: Place, near: ReadonlyArray<Place | null>, home: Home | null): Spot {
  const first = place.spots[0] as Spot
  if (place.spots.length === 1) return first
  for (const position of near) {
    const point = position?.spots[0]
    const nearby = point === undefined ? null : nearestWithin(place, point, MAX_DISTANCE_KM)
    if (nearby !== null) return nearby
  }
  if (home === null) return first
  return place.spots.find((spot) => isHomeCity(spot, home)) ?? likeliestFromHome(place, home)
}

function nearestWithin(place: Place, point: Coordinates, km: number): Spot | null {
  let nearest: Spot | null = null
  let least = Infinity
  for (const spot of place.spots) {
    const distance = distanceKm(spot, point)
    if (distance > km || distance >= least) continue
    nearest = spot
    least = distance
  }
  return nearest
}

function isHomeCity(spot: Spot, home: Home): boolean {
  return (
    isInHomeArea({ spots: [spot] }, home) &&
    home.city !== null &&
    spot.city !== null &&
    comparisonForm(spot.city) === comparisonForm(home.city)
  )
}

/** Likelihood falls with the rank by size and with the distance. A smaller one at home does not count. */
function likeliestFromHome({ spots }: Place, home: Home): Spot {
  let best = spots[0] as Spot
  let bestWeight = -Infinity
  spots.forEach((spot, i) => {
    if (i > 0 && isInHomeArea({ spots: [spot] }, home)) return
    const weight = 1 / ((1 + i) * (1 + distanceKm(spot, home) / HALF_WEIGHT_KM))
    // Not so either for a home of which only an airport code is known.
    if (!(weight > bestWeight)) return
    best = spot
    bestWeight = weight
  })
  return best
}
