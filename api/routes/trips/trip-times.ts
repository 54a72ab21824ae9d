/** Begin and end of a trip as a member sets them (contract.md 1.1). */
import { ApiError } from '../../../schemas/base/errors.js'
import { parseDateOrWall } from '../../../schemas/base/wall-time.js'
import type { TripFields } from '../../../schemas/itinerary/edit.js'

/** The fields as given. Throws `invalid_request` unless the times exist and are in order. */
export function checkTimes(fields: TripFields): TripFields {
  for (const name of ['begin_datetime', 'end_datetime'] as const) {
    const value = fields[name]
    if (typeof value === 'string' && Number.isNaN(parseDateOrWall(value)))
      throw new ApiError(
        'invalid_request',
        `Field "${name}" must be a local date and time that exists, YYYY-MM-DDTHH:MM, or a date.`,
      )
  }
  const { begin_datetime: begin, end_datetime: end } = fields
  if (typeof begin === 'string' && typeof end === 'string' && isBefore(end, begin))
    throw new ApiError('invalid_request', 'Field "end_datetime" must not be before "begin_datetime".')
  return fields
}

/** True if one time is before another; where one is a date alone the days count. */
function isBefore(end: string, begin: string): boolean {
  const hasDate = end.length === 10 || begin.length === 10
  return hasDate ? end.slice(0, 10) < begin.slice(0, 10) : parseDateOrWall(end) < parseDateOrWall(begin)
}
