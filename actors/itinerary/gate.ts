/**
 * Who lives far from the airport or the port drives there, and nobody reports the drive: such a journey begins and ends at the
 * gate, and being back there is as good as being home (itinerary.md 5, Paths).
 */
import { distanceKm } from './geo.js'
import type { Home, Homes } from './home.js'
import type { Leg } from './leg.js'
import { continues } from './path.js'
import type { Path } from './path.js'
import { apartKm, sameCity } from './place.js'
import { DAY } from './zones.js'

/** As far as one drives to an airport or port. */
const GATE_KM = 400
/** A single movement goes out and back only when it ends where it began: a ship in its port, not a bus across town. */
const PORT_KM = 5

/** Whether a path that began outside home is back where it began, and `home` a drive away. */
export function backAtGate({ left, firstMove, lastMove, place }: Path, home: Home | null): boolean {
  const spot = place?.spots[0]
  if (left !== null || home === null || firstMove === null || spot === undefined) return false
  if (firstMove.from === null || distanceKm(spot, home) > GATE_KM) return false
  return firstMove === lastMove
    ? (apartKm(place, firstMove.from) ?? Infinity) < PORT_KM
    : sameCity(place, firstMove.from)
}

/** Whether a path's traveller has gone home from the gate before a leg: nothing has kept him there for a day. */
export function homeFromGate(path: Path, leg: Leg, homes: Homes): boolean {
  if (!backAtGate(path, homes.on(leg.startDay))) return false
  let until = path.lastMove?.end ?? path.end
  for (const step of path.steps)
    if (step.leg.kind === 'stay' && step.leg.end > until && continues(step.leg.from, path.place))
      until = step.leg.end
  return leg.start - until >= DAY
}
