/** Begin and end of a trip as a member sets them (contract.md 1.1). */
import { parseDateOrWall } from '../../../schemas/base/wall-time.js'
import { foundValue } from '../../../schemas/hints/found-value.js'
import { timeProblem } from '../../../schemas/hints/time-problem.js'
import type { TripFields } from '../../../schemas/itinerary/edit.js'
import { invalidValue } from '../../../schemas/segment/validation/segment-error.js'
import type { SegmentError } from '../../../schemas/segment/validation/segment-error.js'

/** The errors of times that do not exist or are not in order. */
export function timeErrors(fields: TripFields): SegmentError[] {
  const { begin_datetime: begin, end_datetime: end } = fields
  const errors = (['begin_datetime', 'end_datetime'] as const).flatMap((name) => {
    const value = fields[name]
    if (typeof value !== 'string' || !Number.isNaN(parseDateOrWall(value))) return []
    const problem =
      timeProblem(value, 'datetime') ??
      `must be a local date and time, YYYY-MM-DDTHH:MM, or a date; it is ${foundValue(value)}`
    return [invalidValue(name, problem, 'invalid_datetime')]
  })
  if (errors.length === 0 && typeof begin === 'string' && typeof end === 'string' && isBefore(end, begin))
    errors.push(invalidValue('end_datetime', 'must not be before "begin_datetime"', 'invalid_date_range'))
  return errors
}

/** True if one time is before another; where one is a date alone the days count. */
function isBefore(end: string, begin: string): boolean {
  const hasDate = end.length === 10 || begin.length === 10
  return hasDate ? end.slice(0, 10) < begin.slice(0, 10) : parseDateOrWall(end) < parseDateOrWall(begin)
}
