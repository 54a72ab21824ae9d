/** RULES 5.2.1: the homes of a member who gave none, inferred from movements and hotel nights. */
import type { Id } from '../../../../schemas/base/ids.js'
import { inOrder } from '../../lib/in-order.js'
import { DAY } from '../../lib/local-time.js'
import { lowerBound } from '../../lib/lower-bound.js'
import { distanceKm, HOME_KM, isWithin } from '../../places/distance.js'
import type { Home } from '../../places/home.js'
import type { Place, Spot } from '../../places/place.js'
import { ChainedLegs, daysOf } from '../legs/chained-legs.js'
import { compareLegs } from '../legs/compare-legs.js'
import { isLodging } from '../legs/leg.js'
import type { Leg } from '../legs/leg.js'
import { mayShareTraveller } from '../legs/travellers.js'
import { canContinueFrom } from '../path.js'
import { CLOCK_TOLERANCE, MAX_WAIT_DAYS } from '../waiting-times.js'
import { apart, areaOf, homeAt, NIGHT_WEIGHT } from './home-candidates.js'
import type { Candidate, PlaceEvidence } from './home-candidates.js'
import { homePeriods } from './home-moves.js'
import type { HomeSign } from './home-moves.js'

/** A movement, and for how much its departure and its arrival count now. */
interface Movement {
  leg: Leg
  departure: number
  arrival: number
}

/** Digits of the coordinates by which movements (a kilometre) and nights (ten) are counted. */
const MOVEMENT_DIGITS = 2
const NIGHT_DIGITS = 1
/** What a departure or an arrival counts, and what the first and the last of a chain do. */
const ORDINARY = 1
const END_OF_CHAIN = 2
/** What a day before a departure counts: of two places home is the one where more time passes. */
const WAIT_WEIGHT = 0.07
/** A shorter time in a place is a connection or a day out, and says nothing about home. */
const MAX_PASSING_TIME = DAY
/** RULES 2.3: movements before and after one that are looked at for connections with it. */
const MAX_NEIGHBOURS = 4

/**
 * The evidence of a member's legs, kept up to date as they come and go. What a movement counts depends only on
 * the few movements around it in time, so that a change costs little and the order of arrival does not show.
 */
export class HomeEvidence {
  /** In the order of the journey. */
  private readonly movements: Movement[] = []
  private readonly chains = new ChainedLegs()
  private readonly places = new Map<string, PlaceEvidence>()
  private readonly lodgings = new Map<Id, Leg>()

  add(leg: Leg): void {
    if (isLodging(leg)) this.countNights(leg, 1)
    if (leg.kind !== 'movement') return
    this.insert(leg)
    this.chains.add(leg)
    this.rechain(leg)
  }

  remove(leg: Leg): void {
    if (isLodging(leg)) this.countNights(leg, -1)
    if (leg.kind !== 'movement') return
    this.takeOut(this.chains.remove(leg))
    this.rechain(leg)
  }

  /**
   * The home that the evidence points to, or several one after the other (RULES 5.2.4); none if there is too little. A
   * tie goes to the place where the first movement started, then to the smaller key.
   */
  homes(): Home[] {
    const origin = this.movements[0]?.leg.from ?? null
    const isOrigin = (place: PlaceEvidence): boolean =>
      origin?.spots.some((spot) => distanceKm(spot, place) <= HOME_KM) === true
    let best: PlaceEvidence | null = null
    let bestKey = ''
    let bestScore = 0
    const left: Candidate[] = []
    for (const [key, place] of this.places) {
      const area = areaOf(place)
      if (area === null) continue
      left.push({ key, place, roundTrips: area.roundTrips })
      const { score } = area
      if (score <= 0 || score < bestScore) continue
      if (score === bestScore && best !== null) {
        const isBetter = isOrigin(place) === isOrigin(best) ? key <= bestKey : isOrigin(place)
        if (!isBetter) continue
      }
      best = place
      bestKey = key
      bestScore = score
    }
    if (best === null) return []
    const places = apart(best, left)
    if (places.length === 1) return [homeAt(best, null)]
    return homePeriods(this.signsOf(places), places.length).map(({ place, from }) =>
      homeAt(places[place] as PlaceEvidence, from),
    )
  }

  /** What the movements and hotel nights say of each of the places over time. */
  private signsOf(places: readonly PlaceEvidence[]): HomeSign[] {
    const signs: HomeSign[] = []
    const add = (end: Place | null, { at, day, what, weight }: Omit<HomeSign, 'place'>): void => {
      const spot = end?.spots[0]
      if (spot === undefined || weight === 0) return
      places.forEach((candidate, place) => {
        if (isWithin(spot, candidate, HOME_KM)) signs.push({ at, day, place, what, weight })
      })
    }
    this.movements.forEach(({ leg, departure, arrival }, i) => {
      const days = (leg.start - (this.legAt(i - 1)?.end ?? leg.start)) / DAY
      const weight = departure + days * WAIT_WEIGHT
      add(leg.from, { at: leg.start, day: leg.startDay, what: 'departure', weight })
      add(leg.to, { at: leg.end, day: leg.endDay, what: 'arrival', weight: arrival })
    })
    for (const { from, start, startDay, endDay } of this.lodgings.values()) {
      const weight = -nightsOf(startDay, endDay) * NIGHT_WEIGHT
      add(from, { at: start, day: startDay, what: 'nights', weight })
    }
    return inOrder(signs, (a, b) => a.at - b.at || a.weight - b.weight || a.place - b.place)
  }

  private insert(leg: Leg): void {
    const i = this.indexOf(leg)
    this.movements.splice(i, 0, { leg, departure: 0, arrival: 0 })
    this.recountAround(i)
  }

  private takeOut(leg: Leg): void {
    const i = this.indexOf(leg)
    const movement = this.movements[i]
    if (movement?.leg.id !== leg.id) return
    this.count(leg.from, 'departures', -movement.departure)
    this.count(leg.to, 'arrivals', -movement.arrival)
    this.movements.splice(i, 1)
    this.recountAround(i)
  }

  /** RULES 5.4, where home is not known yet. */
  private rechain(changed: Leg): void {
    const indexOf = (instant: number): number =>
      lowerBound(this.movements, ({ leg }) => leg.orderAt < instant)
    const between = (from: number, until: number): Leg[] =>
      this.movements.slice(indexOf(from), indexOf(until)).map(({ leg }) => leg)
    for (const [before, after] of this.chains.rechain(daysOf(changed), between, () => false)) {
      this.takeOut(before)
      this.insert(after)
    }
  }

  private indexOf(leg: Leg): number {
    return lowerBound(this.movements, (other) => compareLegs(other.leg, leg) < 0)
  }

  private recountAround(index: number): void {
    const end = Math.min(this.movements.length, index + MAX_NEIGHBOURS + 1)
    for (let i = Math.max(0, index - MAX_NEIGHBOURS); i < end; i++) this.recount(i)
  }

  private recount(i: number): void {
    const movement = this.movements[i] as Movement
    const { leg } = movement
    const departure = this.departureWeight(i)
    const arrival = this.arrivalWeight(i)
    this.count(leg.from, 'departures', departure - movement.departure)
    this.count(leg.to, 'arrivals', arrival - movement.arrival)
    movement.departure = departure
    movement.arrival = arrival
  }

  /** Nothing if the traveller has only just come there; most if nothing was reported for two weeks before. */
  private departureWeight(i: number): number {
    const leg = this.legAt(i) as Leg
    for (let k = 1; k <= MAX_NEIGHBOURS; k++) {
      const earlier = this.legAt(i - k)
      if (earlier !== undefined && isPassing(earlier, leg)) return 0
    }
    const before = this.legAt(i - 1)
    return before === undefined || areWeeksApart(before, leg) ? END_OF_CHAIN : ORDINARY
  }

  private arrivalWeight(i: number): number {
    const leg = this.legAt(i) as Leg
    for (let k = 1; k <= MAX_NEIGHBOURS; k++) {
      const later = this.legAt(i + k)
      if (later !== undefined && isPassing(leg, later)) return 0
    }
    const after = this.legAt(i + 1)
    return after === undefined || areWeeksApart(leg, after) ? END_OF_CHAIN : ORDINARY
  }

  private legAt(i: number): Leg | undefined {
    return this.movements[i]?.leg
  }

  private countNights(hotel: Leg, sign: 1 | -1): void {
    this.count(hotel.from, 'nights', nightsOf(hotel.startDay, hotel.endDay) * sign)
    if (sign === 1) this.lodgings.set(hotel.id, hotel)
    else this.lodgings.delete(hotel.id)
  }

  private count(place: Place | null, what: 'departures' | 'arrivals' | 'nights', by: number): void {
    const spot = place?.spots[0]
    if (spot === undefined || by === 0) return
    this.evidenceAt(spot, what === 'nights' ? NIGHT_DIGITS : MOVEMENT_DIGITS)[what] += by
  }

  /** The evidence of the spot's airport or map square, whatever was counted before. */
  private evidenceAt(spot: Spot, digits: number): PlaceEvidence {
    const [lat, lon] = [spot.lat.toFixed(digits), spot.lon.toFixed(digits)]
    const key = spot.iata ?? `${lat},${lon}`
    const known = this.places.get(key)
    if (known !== undefined) return known
    const added: PlaceEvidence = {
      lat: spot.iata === null ? Number(lat) : spot.lat,
      lon: spot.iata === null ? Number(lon) : spot.lon,
      zone: spot.zone,
      city: spot.city,
      departures: 0,
      arrivals: 0,
      nights: 0,
      neighbours: [],
    }
    this.places.set(key, added)
    for (const other of this.places.values()) {
      if (other !== added && distanceKm(added, other) > HOME_KM) continue
      added.neighbours.push(other)
      if (other !== added) other.neighbours.push(added)
    }
    return added
  }
}

/** True if one traveller may have gone on with `later` within a day of arriving by `earlier`. */
function isPassing(earlier: Leg, later: Leg): boolean {
  const wait = later.start - earlier.end
  return (
    wait >= -CLOCK_TOLERANCE &&
    wait < MAX_PASSING_TIME &&
    earlier.to !== null &&
    later.from !== null &&
    canContinueFrom(earlier.to, later.from) &&
    mayShareTraveller(earlier.travellers, later.travellers)
  )
}

function areWeeksApart(earlier: Leg, later: Leg): boolean {
  return later.start - earlier.end > MAX_WAIT_DAYS * DAY
}

const nightsOf = (startDay: number, endDay: number): number => Math.max(1, endDay - startDay)
