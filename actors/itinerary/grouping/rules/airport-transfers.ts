/** RULES 5.12.3 Airport transfers: what happens at home on the way out or back. */
import { TRIP_TRAITS } from '../../../../schemas/segment/catalog.js'
import { distanceKm } from '../../places/distance.js'
import { isInHomeArea } from '../../places/home.js'
import type { Home } from '../../places/home.js'
import { isRide } from '../legs/leg.js'
import type { Leg } from '../legs/leg.js'
import type { PointContext, PointPlacement } from '../point-placement.js'
import { isOfPath } from '../path.js'
import type { Path } from '../path.js'
import { HOME_CONNECTION } from '../waiting-times.js'

const SAME_TERMINAL_KM = 8
const TERMINAL_NAME = new RegExp(
  '\\b(AIRPORT|AEROPUERTO|FLUGHAFEN|AEROPORT|AEROPORTO|TERMINAL|STATION|BAHNHOF|HAUPTBAHNHOF|GARE' +
    '|LOUNGE|GATE|AIRFIELD|INTL|INTERNATIONAL)\\b',
  'i',
)

/** The first movement of a path that leaves home; null if it began elsewhere. */
export function departureFromHome(path: Path): Leg | null {
  return path.leftHome === null ? null : path.firstMove
}

/** The path that the point is a transfer of. Between two, the one nearer in time. */
export function placeAirportTransfer({ point, home, nearby }: PointContext): PointPlacement | null {
  const own = nearby.filter((path) => isOfPath(path, point))
  const outbound = own.find((path) => isDepartureTransfer(path, point, home))
  const inbound = own.find((path) => isRideHome(path, point, home))
  const untilDeparture =
    outbound === undefined ? Infinity : (departureFromHome(outbound)?.start ?? Infinity) - point.start
  if (inbound !== undefined && point.start - (inbound.returnedAt ?? 0) < untilDeparture)
    return { path: inbound, leg: point, reason: 'ride-home' }
  return outbound === undefined ? null : { path: outbound, leg: point, reason: 'checkin-before' }
}

/** True for a ride, or a point at the terminal, up to four hours before the departure. */
function isDepartureTransfer(path: Path, point: Leg, home: Home | null): boolean {
  const departure = departureFromHome(path)
  if (departure === null || point.from === null || departure.from === null) return false
  const wait = departure.start - point.start
  if (wait < 0 || wait > HOME_CONNECTION) return false
  const spot = point.from.spots[0]
  const terminal = departure.from.spots[0]
  if (spot === undefined || terminal === undefined) return false
  if (isRide(point)) return true
  const isNear = distanceKm(spot, terminal) <= SAME_TERMINAL_KM
  const isNamedTerminal = TERMINAL_NAME.test(point.name)
  if (TRIP_TRAITS[point.type].isPresenceOnly)
    return isNear || (isNamedTerminal && isInHomeArea(point.from, home))
  return isNear && isNamedTerminal
}

/** True for a ride in the home area that begins less than four hours after the path came home. */
function isRideHome({ returnedAt }: Path, point: Leg, home: Home | null): boolean {
  if (!isRide(point) || returnedAt === null) return false
  const wait = point.start - returnedAt
  return wait >= 0 && wait < HOME_CONNECTION && isInHomeArea(point.from, home)
}
