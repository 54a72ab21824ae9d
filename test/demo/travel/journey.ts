/** One journey as it really happens; sources/source-messages.ts decides what the sources report of it. */
import { MINUTES_PER_DAY } from './clock.js'
import type { JourneyKind, JourneyPart } from './journey-parts.js'
import { JOURNEY_PLANNERS } from './journey-planners.js'
import type { PlanningContext } from './journey-planners.js'

export interface Journey {
  kind: JourneyKind
  parts: JourneyPart[]
  /** Instants in minutes UTC. */
  begin: number
  end: number
}

/** A journey of a kind; null if the timetable does not allow it. */
export function journey(kind: JourneyKind, context: PlanningContext): Journey | null {
  const parts = JOURNEY_PLANNERS[kind](context)
  if (parts === null) return null
  const spans = parts.map(spanOf)
  return {
    kind,
    parts,
    begin: Math.min(...spans.map(([from]) => from)),
    end: Math.max(...spans.map(([, to]) => to)),
  }
}

function spanOf(part: JourneyPart): readonly [number, number] {
  if (part.is === 'flight') return [part.flight.departure, part.flight.arrival]
  if (part.is === 'stay') return [part.from * MINUTES_PER_DAY, part.to * MINUTES_PER_DAY]
  return [part.from, part.to]
}
