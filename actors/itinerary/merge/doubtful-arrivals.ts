/** RULES N6: an arrival at 00:00 that agrees with no other source stands for "not known". */
import { sourceRole } from '../../../schemas/itinerary/source-row.js'
import type { SourceRow } from '../../../schemas/itinerary/source-row.js'
import { TRIP_TRAITS } from '../../../schemas/segment/catalog.js'
import type { Statement } from '../statement/statement.js'
import type { RankedStatement } from './merged-fields.js'

const DAY_MINUTES = 1440
/** As far apart may two sources be on one departure, and no farther on its arrival. */
const SAME_TIME_MINUTES = 15

/** The statements, those of e-mails, calendars and people without arrivals at 00:00 that others contradict. */
export function withoutDoubtfulArrivals(
  ranked: RankedStatement[],
  env: { source: (id: string) => SourceRow | undefined },
): RankedStatement[] {
  if (ranked.length === 1) return ranked
  return ranked.map((entry) => {
    const { statement, source } = entry
    const isDoubtful =
      isAtMidnight(statement) &&
      sourceRole(env.source(source)) === 'echo' &&
      ranked.some((other) => contradicts(other.statement, statement))
    return isDoubtful ? { ...entry, statement: { ...statement, end: null } } : entry
  })
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
