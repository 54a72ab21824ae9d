/** RULES 5.2.1: the places that may be home. */
import { distanceKm, HOME_KM } from '../../places/distance.js'
import type { Home } from '../../places/home.js'

/** How often a place was left, reached and slept at. */
export interface PlaceEvidence {
  lat: number
  lon: number
  zone: string | null
  city: string | null
  departures: number
  arrivals: number
  nights: number
  /** The evidence of the home area around the place, its own included. */
  neighbours: PlaceEvidence[]
}

/** A place that was left and reached often enough. */
export interface Candidate {
  key: string
  place: PlaceEvidence
  roundTrips: number
}

/** A night away counts half as much against a place as a round trip counts for it. */
export const NIGHT_WEIGHT = 0.5
/** The larger of departures and arrivals decides between places with equally many round trips. */
const UNPAIRED_WEIGHT = 0.1
/** Departures and arrivals of two round trips from one place: less is too little to call it home. */
const MIN_EVIDENCE = 3
/** RULES 2.3: places between which a traveller may have moved. */
const MAX_HOMES = 5

/**
 * Departures and arrivals in the home area around a place, paired, and its score (RULES 5.2.1). Null for a place that was
 * only slept at, or whose area was left or reached too rarely.
 */
export function areaOf(place: PlaceEvidence): { roundTrips: number; score: number } | null {
  if (place.departures + place.arrivals === 0) return null
  let departures = 0
  let arrivals = 0
  let nights = 0
  for (const other of place.neighbours) {
    departures += other.departures
    arrivals += other.arrivals
    nights += other.nights
  }
  const roundTrips = Math.min(departures, arrivals)
  if (roundTrips < MIN_EVIDENCE) return null
  const unpaired = Math.max(departures, arrivals)
  return { roundTrips, score: roundTrips + unpaired * UNPAIRED_WEIGHT - nights * NIGHT_WEIGHT }
}

/** The best place, and those that may be home at other times: none in the home area of another. */
export function apart(best: PlaceEvidence, candidates: readonly Candidate[]): PlaceEvidence[] {
  const places = [best]
  const others = candidates.filter(({ place }) => distanceKm(place, best) > HOME_KM)
  if (others.length === 0) return places
  others.sort((a, b) => b.roundTrips - a.roundTrips || (a.key < b.key ? -1 : 1))
  for (const { place } of others)
    if (places.length < MAX_HOMES && places.every((other) => distanceKm(place, other) > HOME_KM))
      places.push(place)
  return places
}

export function homeAt({ lat, lon, zone, city }: PlaceEvidence, from: number | null): Home {
  return { from, lat, lon, airports: new Set(), zone, city }
}
