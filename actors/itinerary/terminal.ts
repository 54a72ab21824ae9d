/** What happens at home on the very way out or back (itinerary.md 5, The rest): the check-in before leaving, and the rides to and from the gate. */
import { distanceKm } from './geo.js'
import type { Home } from './home.js'
import { inArea } from './home.js'
import { CONNECTION } from './lay.js'
import type { Leg } from './leg.js'
import type { Path, Why } from './path.js'

const TERMINAL_KM = 8
const TERMINAL_NAME =
  /\b(AIRPORT|AEROPUERTO|FLUGHAFEN|AEROPORT|AEROPORTO|TERMINAL|STATION|BAHNHOF|HAUPTBAHNHOF|GARE|LOUNGE|GATE|AIRFIELD|INTL|INTERNATIONAL)\b/i

/** The first movement of a path that leaves home. */
export function departure(path: Path): Leg | null {
  return path.left === null ? null : path.firstMove
}

function leavesFrom(path: Path, told: Leg, home: Home | null): boolean {
  const first = departure(path)
  if (
    first === null ||
    told.from === null ||
    first.from === null ||
    told.start > first.start ||
    first.start - told.start > CONNECTION
  )
    return false
  const spot = told.from.spots[0]
  const gate = first.from.spots[0]
  if (spot === undefined || gate === undefined) return false
  const close = distanceKm(spot, gate) <= TERMINAL_KM
  const terminal = TERMINAL_NAME.test(told.name)
  return (
    told.type === 'Transport' ||
    (told.type === 'Checkin' && (close || (terminal && inArea(told.from, home)))) ||
    (close && terminal)
  )
}

/** Whether it is a ride in the home area that begins as the path comes home. */
function ridesHome({ homeAt }: Path, told: Leg, home: Home | null): boolean {
  return (
    told.type === 'Transport' &&
    homeAt !== null &&
    told.start >= homeAt &&
    told.start - homeAt < CONNECTION &&
    inArea(told.from, home)
  )
}

/** The path of which something is the way to the gate or from it; between two, that of the nearer gate. */
export function atTerminal(
  paths: readonly Path[],
  told: Leg,
  home: Home | null,
): { path: Path; leg: Leg; why: Why } | null {
  const out = paths.find((path) => leavesFrom(path, told, home))
  const back = paths.find((path) => ridesHome(path, told, home))
  const waits = out === undefined ? Infinity : (departure(out)?.start ?? Infinity) - told.start
  if (back !== undefined && told.start - (back.homeAt ?? 0) < waits)
    return { path: back, leg: told, why: 'ride-home' }
  return out === undefined ? null : { path: out, leg: told, why: 'checkin-before' }
}
