/**
 * RULES N6 and 3.5: ends that stand for "not known": an arrival at 00:00 that agrees with no other source, and what is
 * written by another clock.
 */
import { sourceRole } from '../../../schemas/itinerary/source-row.js'
import type { SourceRow } from '../../../schemas/itinerary/source-row.js'
import { TRIP_TRAITS } from '../../../schemas/segment/catalog.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import { isByOtherClock } from '../match/other-clock.js'
import { RawSegment } from '../statement/raw-segment.js'
import type { Statement } from '../statement/statement.js'
import type { RankedStatement } from './merged-fields.js'

const DAY_MINUTES = 1440
/** As far apart may two sources be on one departure, and no farther on its arrival. */
const SAME_TIME_MINUTES = 15

/** The statements, without the ends that cannot be trusted. */
export function withoutDoubtfulArrivals(
  ranked: RankedStatement[],
  env: { source: (id: string) => SourceRow | undefined },
): RankedStatement[] {
  if (ranked.length === 1) return ranked
  return ranked.map((entry, i) => {
    const { statement, source } = entry
    if (fillsInByOtherClock(statement, ranked.slice(0, i)))
      return { ...entry, statement: withoutEnd(statement) }
    const isDoubtful =
      isAtMidnight(statement) &&
      sourceRole(env.source(source)) === 'echo' &&
      ranked.some((other) => contradicts(other.statement, statement))
    return isDoubtful ? { ...entry, statement: { ...statement, end: null } } : entry
  })
}

/** True if only this one has an end, and the start that counts shows that it goes by another clock. */
function fillsInByOtherClock(statement: Statement, better: readonly RankedStatement[]): boolean {
  return (
    statement.end !== null &&
    better.every((other) => other.statement.end === null) &&
    better.some((other) => isByOtherClock(other.statement, statement))
  )
}

function withoutEnd(statement: Statement): Statement {
  const { type, source, id, receivedAt, fields } = statement.raw
  const { end, endZone } = SEGMENT_KINDS[type]
  const others = fields.copy()
  for (const field of [end, endZone]) if (field !== null) others.set(field, undefined)
  return { ...statement, end: null, raw: new RawSegment({ id, type, source, receivedAt }, others) }
}

function isAtMidnight({ end, raw }: Statement): boolean {
  return end?.timed === true && end.wall % DAY_MINUTES === 0 && TRIP_TRAITS[raw.type].speeds?.slowest != null
}

/** True if the other one knows another arrival of the same departure. */
function contradicts(other: Statement, { start, end }: Statement): boolean {
  if (start === null || end === null || other.start?.timed !== true || other.end?.timed !== true) return false
  return (
    !isAtMidnight(other) &&
    Math.abs(other.start.wall - start.wall) < SAME_TIME_MINUTES &&
    Math.abs(other.end.wall - end.wall) >= SAME_TIME_MINUTES
  )
}
