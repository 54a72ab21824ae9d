/** RULES 3.6: by how much a movement is late. */
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import { MINUTE, wallMinutes } from '../lib/local-time.js'
import { isDateText, momentAt } from '../statement/moment.js'
import type { Moment } from '../statement/moment.js'
import type { FieldValues } from '../statement/field-values.js'

/** Minutes after the scheduled departure (else arrival), negative before it; null: unknown. */
export function delayMinutes(fields: FieldValues, start: Moment | null, end: Moment | null): number | null {
  const { start: startField, end: endField } = SEGMENT_KINDS[fields.type]
  return lateness(fields, startField, start) ?? lateness(fields, endField, end)
}

function lateness(fields: FieldValues, scheduled: string | null, moment: Moment | null): number | null {
  if (scheduled === null || moment?.timed !== true) return null
  const live = (kind: string): unknown => fields.get(scheduled.replace(/datetime$/, `${kind}_datetime`))
  const text = live('actual') ?? live('estimated')
  const wall = wallMinutes(text)
  if (wall === null || isDateText(text)) return null
  const { zone } = moment
  const at = momentAt(wall, { timed: true, dateOnly: false, zone, pick: 'first', otherZone: null })
  const isByInstant = zone !== null && at !== null
  return isByInstant ? Math.round((at.instant - moment.instant) / MINUTE) : wall - moment.wall
}
