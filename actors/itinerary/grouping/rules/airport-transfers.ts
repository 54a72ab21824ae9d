/** What happens at home on the very way out or back (RULES 5.12.3): the check-in before leaving, and the rides to and from the gate. */
import { distanceKm } from '../../places/distance.js'
import type { Home } from '../../places/home.js'
import { isInHomeArea } from '../../places/home.js'
import { HOME_CONNECTION } from '../build-paths.js'
import type { Leg } from '../leg.js'
import type { Path, GroupingReason } from '../path.js'

const SAME_TERMINAL_KM = 8
const TERMINAL_NAME =
  /\b(AIRPORT|AEROPUERTO|FLUGHAFEN|AEROPORT|AEROPORTO|TERMINAL|STATION|BAHNHOF|HAUPTBAHNHOF|GARE|LOUNGE|GATE|AIRFIELD|INTL|INTERNATIONAL)\b/i

/** The first movement of a path that leaves home. */
export function departureFromHome(path: Path): Leg | null {
  return path.leftHome === null ? null : path.firstMove
}

function isDepartureTransfer(path: Path, told: Leg, home: Home | null): boolean {
  const first = departureFromHome(path)
  if (
    first === null ||
    told.from === null ||
    first.from === null ||
    told.start > first.start ||
    first.start - told.start > HOME_CONNECTION
  )
    return false
  const spot = told.from.spots[0]
  const gate = first.from.spots[0]
  if (spot === undefined || gate === undefined) return false
  const close = distanceKm(spot, gate) <= SAME_TERMINAL_KM
  const terminal = TERMINAL_NAME.test(told.name)
  return (
    told.type === 'Transport' ||
    (told.type === 'Checkin' && (close || (terminal && isInHomeArea(told.from, home)))) ||
    (close && terminal)
  )
}

/** Whether it is a ride in the home area that begins as the path comes home. */
function isRideHome({ returnedAt: homeAt }: Path, told: Leg, home: Home | null): boolean {
  return (
    told.type === 'Transport' &&
    homeAt !== null &&
    told.start >= homeAt &&
    told.start - homeAt < HOME_CONNECTION &&
    isInHomeArea(told.from, home)
  )
}

/** The path of which something is the way to the gate or from it; between two, that of the nearer gate. */
export function pathForTransfer(
  paths: readonly Path[],
  told: Leg,
  home: Home | null,
): { path: Path; leg: Leg; why: GroupingReason } | null {
  const out = paths.find((path) => isDepartureTransfer(path, told, home))
  const back = paths.find((path) => isRideHome(path, told, home))
  const waits = out === undefined ? Infinity : (departureFromHome(out)?.start ?? Infinity) - told.start
  if (back !== undefined && told.start - (back.returnedAt ?? 0) < waits)
    return { path: back, leg: told, why: 'ride-home' }
  return out === undefined ? null : { path: out, leg: told, why: 'checkin-before' }
}
