/** Which of the cities that share a name is meant: never guessed when the statement says more than the name. */
import { distanceKm } from './distance.js'
import { isInHomeArea } from './home.js'
import type { Home } from './home.js'
import type { Place, Spot } from './place.js'
import { comparisonForm } from '../../../schemas/base/text.js'

const MAX_DISTANCE_KM = 300
const HALF_WEIGHT_KM = 100

/**
 * The spot of a stay: the one near where the traveller is; else, of those a traveller would drive to, large before small
 * and near before far. A smaller namesake within the home area is not meant when a larger city lies outside, unless the
 * home city itself has the name.
 */
export function likeliestStaySpot(place: Place, near: Place | null, home: Home | null): Spot {
  const first = place.spots[0] as Spot
  if (place.spots.length === 1) return first
  const at = near?.spots[0]
  if (at !== undefined) {
    const close = place.spots.filter((spot) => distanceKm(spot, at) <= MAX_DISTANCE_KM)
    if (close.length > 0)
      return close.reduce((best, spot) => (distanceKm(spot, at) < distanceKm(best, at) ? spot : best))
  }
  if (home === null) return first
  const own = place.spots.find(
    (spot) =>
      isInHomeArea({ spots: [spot] }, home) &&
      home.city !== null &&
      spot.city !== null &&
      comparisonForm(spot.city) === comparisonForm(home.city),
  )
  if (own !== undefined) return own
  const outside = place.spots.filter((spot, i) => i === 0 || !isInHomeArea({ spots: [spot] }, home))
  // Spots stand in order of size; each place further down counts as half as likely, each 100 km of road as well.
  const weight = (spot: Spot): number =>
    1 / ((1 + place.spots.indexOf(spot)) * (1 + distanceKm(spot, home) / HALF_WEIGHT_KM))
  return outside.reduce((best, spot) => (weight(spot) > weight(best) ? spot : best))
}
