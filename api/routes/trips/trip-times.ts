/** Begin and end of a trip as a member sets them (contract.md 1.1). */
import { ApiError } from '../../../schemas/base/errors.js'
import { parseDate, parseWall } from '../../../schemas/base/wall-time.js'
import type { TripFields } from '../../../schemas/itinerary/edit.js'

/** A trip by days lasts from the first minute of the first to the last of the last. */
const WHOLE_DAY = { begin_datetime: 'T00:00', end_datetime: 'T23:59' } as const

/** The fields, with times for days. Throws `invalid_request` unless the times exist and are in order. */
export function checkTimes(given: TripFields): TripFields {
  const fields = { ...given }
  for (const name of ['begin_datetime', 'end_datetime'] as const) {
    const value = fields[name]
    if (typeof value !== 'string') continue
    if (!Number.isNaN(parseDate(value))) fields[name] = `${value}${WHOLE_DAY[name]}`
    else if (Number.isNaN(parseWall(value)))
      throw new ApiError(
        'invalid_request',
        `Field "${name}" must be a local date and time that exists, YYYY-MM-DDTHH:MM, or a date.`,
      )
  }
  const { begin_datetime: begin, end_datetime: end } = fields
  if (typeof begin === 'string' && typeof end === 'string' && parseWall(end) < parseWall(begin))
    throw new ApiError('invalid_request', 'Field "end_datetime" must not be before "begin_datetime".')
  return fields
}
