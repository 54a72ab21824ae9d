/** RULES 5.2: the home of a member who gave none, inferred from movements and hotel nights. */
import { distanceKm, HOME_KM } from '../places/distance.js'
import type { Home } from '../places/home.js'
import type { Place, Spot } from '../places/place.js'
import type { Leg } from './legs/leg.js'

/** How often a place was left, reached and slept at. */
export interface HomeEvidence {
  lat: number
  lon: number
  zone: string | null
  city: string | null
  departures: number
  arrivals: number
  nights: number
  /** The evidence of the home area around the place, its own included. */
  neighbours: HomeEvidence[]
}

/** Digits of the coordinates by which movements (a kilometre) and nights (ten) are counted. */
const MOVEMENT_DIGITS = 2
const NIGHT_DIGITS = 1
/** A night away counts half as much against a place as a round trip counts for it. */
const NIGHT_WEIGHT = 0.5
/** The larger of departures and arrivals decides between places with equally many round trips. */
const UNPAIRED_WEIGHT = 0.1

/** Counts a leg for or against the places it touches; `sign` -1 takes it back. */
export function countEvidence(evidence: Map<string, HomeEvidence>, leg: Leg, sign: 1 | -1): void {
  if (leg.kind === 'movement') {
    count(evidence, leg.from, 'departures', sign)
    count(evidence, leg.to, 'arrivals', sign)
  }
  if (leg.type === 'Hotel') count(evidence, leg.from, 'nights', Math.max(1, leg.endDay - leg.startDay) * sign)
}

function count(
  evidence: Map<string, HomeEvidence>,
  place: Place | null,
  what: 'departures' | 'arrivals' | 'nights',
  by: number,
): void {
  const spot = place?.spots[0]
  if (spot === undefined) return
  evidenceAt(evidence, spot, what === 'nights' ? NIGHT_DIGITS : MOVEMENT_DIGITS)[what] += by
}

/** The evidence of the spot's airport or map square, whatever was counted before. */
function evidenceAt(evidence: Map<string, HomeEvidence>, spot: Spot, digits: number): HomeEvidence {
  const [lat, lon] = [spot.lat.toFixed(digits), spot.lon.toFixed(digits)]
  const key = spot.iata ?? `${lat},${lon}`
  const known = evidence.get(key)
  if (known !== undefined) return known
  const added: HomeEvidence = {
    lat: spot.iata === null ? Number(lat) : spot.lat,
    lon: spot.iata === null ? Number(lon) : spot.lon,
    zone: spot.zone,
    city: spot.city,
    departures: 0,
    arrivals: 0,
    nights: 0,
    neighbours: [],
  }
  evidence.set(key, added)
  for (const other of evidence.values()) {
    if (other !== added && distanceKm(added, other) > HOME_KM) continue
    added.neighbours.push(other)
    if (other !== added) other.neighbours.push(added)
  }
  return added
}

/**
 * The home that the evidence points to; null if no place was both left and reached. A tie goes to the place
 * where the first movement started (`origin`), then to the smaller key.
 */
export function inferHome(evidence: ReadonlyMap<string, HomeEvidence>, origin: Place | null): Home | null {
  const isOrigin = (place: HomeEvidence): boolean =>
    origin?.spots.some((spot) => distanceKm(spot, place) <= HOME_KM) === true
  let best: HomeEvidence | null = null
  let bestKey = ''
  let bestScore = 0
  for (const [key, place] of evidence) {
    const score = scoreOf(place)
    if (score <= 0 || score < bestScore) continue
    if (score === bestScore && best !== null) {
      const isBetter = isOrigin(place) === isOrigin(best) ? key <= bestKey : isOrigin(place)
      if (!isBetter) continue
    }
    best = place
    bestKey = key
    bestScore = score
  }
  if (best === null) return null
  const { lat, lon, zone, city } = best
  return { from: null, lat, lon, airports: new Set(), zone, city }
}

/** RULES 5.2; 0 for a place that was only slept at, or whose area was never both left and reached. */
function scoreOf(place: HomeEvidence): number {
  if (place.departures + place.arrivals === 0) return 0
  let departures = 0
  let arrivals = 0
  let nights = 0
  for (const other of place.neighbours) {
    departures += other.departures
    arrivals += other.arrivals
    nights += other.nights
  }
  const roundTrips = Math.min(departures, arrivals)
  if (roundTrips === 0) return 0
  return roundTrips + Math.max(departures, arrivals) * UNPAIRED_WEIGHT - nights * NIGHT_WEIGHT
}
