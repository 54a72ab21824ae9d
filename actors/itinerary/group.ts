/** From live legs to the groups that are trips (itinerary.md 5). */
import { attachHome, pathOfParking, pathOfPoint } from './attach.js'
import type { Homes } from './home.js'
import { lay } from './lay.js'
import { inJourneyOrder } from './leg.js'
import type { Leg } from './leg.js'
import { addLeg } from './path.js'
import type { Path, Why } from './path.js'

export interface Group {
  legs: Leg[]
  why: Map<string, Why>
  path: Path | null
}

/** The groups of `legs`; what belongs to none is left out. The same for any order of the legs. */
export function groupsOf (legs: readonly Leg[], homes: Homes): Group[] {
  const sorted = legs.slice().sort(inJourneyOrder)
  const laid = lay(sorted.filter(leg => leg.kind === 'move' || leg.kind === 'stay'), homes)
  const paths = attachHome(laid.paths, laid.atHome, homes)
  const points: Array<[Path, Leg, Why]> = []
  for (const leg of sorted) {
    if (leg.kind === 'point') {
      const found = pathOfPoint(paths, leg, homes)
      if (found !== null) points.push([found.path, found.leg, found.why])
    } else if (leg.kind === 'support') {
      const path = pathOfParking(paths, leg)
      if (path !== null) points.push([path, leg, 'parked'])
    }
  }
  for (const [path, leg, why] of points) {
    const { start, end, endDay } = path
    addLeg(path, leg, why)
    if (leg.type === 'Checkin' || leg.type === 'Parking') { path.start = start; path.end = end; path.endDay = endDay }
  }
  return paths.map(path => ({
    legs: path.steps.map(step => step.leg).sort(inJourneyOrder),
    why: new Map(path.steps.map(step => [step.leg.id, step.why])),
    path
  }))
}
