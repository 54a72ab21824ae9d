/** RULES 3.6: by how much a movement is late. */
import { perType } from '../../../schemas/segment/catalog.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import { MINUTE, wallMinutes } from '../lib/local-time.js'
import { isDateText, momentAt } from '../statement/moment.js'
import type { Moment } from '../statement/moment.js'
import type { FieldValues } from '../statement/field-values.js'

const LIVE_TIMES = perType(({ type }) => {
  const { start, end } = SEGMENT_KINDS[type]
  return { start: liveTimesOf(start), end: liveTimesOf(end) }
})

function liveTimesOf(scheduled: string | null): readonly string[] {
  return ['actual', 'estimated'].flatMap((kind) => scheduled?.replace(/datetime$/, `${kind}_datetime`) ?? [])
}

/** Minutes after the scheduled departure (else arrival), negative before it; null: unknown. */
export function delayMinutes(fields: FieldValues, start: Moment | null, end: Moment | null): number | null {
  const times = LIVE_TIMES[fields.type]
  return lateness(fields, times.start, start) ?? lateness(fields, times.end, end)
}

/** @param live names of the fields with the live time, the surest first; none: the type has no such end */
function lateness(fields: FieldValues, live: readonly string[], moment: Moment | null): number | null {
  const [actual, estimated] = live
  if (actual === undefined || estimated === undefined || moment?.timed !== true) return null
  const text = fields.get(actual) ?? fields.get(estimated)
  const wall = wallMinutes(text)
  if (wall === null || isDateText(text)) return null
  const { zone } = moment
  const at = momentAt(wall, { timed: true, dateOnly: false, zone, pick: 'first', otherZone: null })
  const isByInstant = zone !== null && at !== null
  return isByInstant ? Math.round((at.instant - moment.instant) / MINUTE) : wall - moment.wall
}
