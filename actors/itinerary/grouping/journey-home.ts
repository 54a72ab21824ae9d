/**
 * RULES 5.2.2 Home of a journey: without a given home, a journey that began at no known home comes home where it
 * began.
 */
import { HOME_KM } from '../places/distance.js'
import { Homes } from '../places/home.js'
import type { Home, HomeMovement } from '../places/home.js'
import { distanceBetween, isFartherThan, isSameCity } from '../places/place.js'
import type { Place } from '../places/place.js'
import { isLodging } from './legs/leg.js'
import { canContinueFrom } from './path.js'
import type { Path } from './path.js'
import { isNearDepartureAirport } from './rules/unreported-drive.js'

/** Who paid for more nights than the last one before leaving does not live there. */
const MAX_NIGHTS_AT_HOME = 1

/** An end of a movement: its place or, if the reference data do not know it, its code. */
export interface MovementEnd {
  place: Place | null
  code: string | null
}

export const startOf = ({ from, unknownCodes }: HomeMovement): MovementEnd => ({
  place: from,
  code: unknownCodes?.[0] ?? null,
})

export const endOf = ({ to, unknownCodes }: HomeMovement): MovementEnd => ({
  place: to,
  code: unknownCodes?.[1] ?? null,
})

/** The known homes of the member, and where a path began (RULES 5.2.2). */
export class HomesOfJourney extends Homes {
  constructor(
    private readonly homes: Homes,
    private readonly path: Path,
  ) {
    super(homes.list, homes.areGiven)
  }

  override isLeftBy(movement: HomeMovement): boolean {
    return super.isLeftBy(movement) || isBackAtStart(this.path, startOf(movement), this.homes)
  }

  override isReachedBy(movement: HomeMovement): boolean {
    return super.isReachedBy(movement) || isBackAtStart(this.path, endOf(movement), this.homes)
  }
}

/** The home of a journey that begins at `place`; null if a known home explains where it begins. */
export function journeyHomeAt(place: Place | null, day: number, homes: Homes): Home | null {
  const spot = place?.spots[0]
  if (homes.areGiven || spot === undefined) return null
  if (isNearDepartureAirport(spot, homes.homeOn(day))) return null
  const { lat, lon, zone, city } = spot
  return { from: null, lat, lon, airports: new Set(), zone, city }
}

/**
 * True if an end of a movement is where the path began: the same city, or the home area around it once the traveller has
 * been far outside it.
 */
export function isBackAtStart(path: Path, { place, code }: MovementEnd, homes: Homes): boolean {
  const { firstMove } = path
  if (homes.areGiven || firstMove === null) return false
  if (code !== null) return firstMove.unknownCodes?.[0] === code
  if (place === null || firstMove.from === null) return false
  const [start] = firstMove.from.spots
  if (start === undefined || isNearDepartureAirport(start, homes.homeOn(firstMove.startDay))) return false
  if (isLodgingAt(path, firstMove.from)) return false
  if (isSameCity(place, firstMove.from)) return true
  const isInArea = (distanceBetween(place, firstMove.from) ?? Infinity) <= HOME_KM
  return isInArea && path.visits.some((visit) => isFartherThan(visit.place, firstMove.from, 2 * HOME_KM))
}

function isLodgingAt({ legs }: Path, place: Place): boolean {
  return legs.some(
    ({ leg }) =>
      isLodging(leg) &&
      leg.endDay - leg.startDay > MAX_NIGHTS_AT_HOME &&
      leg.from !== null &&
      canContinueFrom(leg.from, place),
  )
}
