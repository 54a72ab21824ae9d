/** Departure and arrival of logs that give one date and two times of day. */
import { instantsOf } from '../../../schemas/base/time-zone.js'
import { parseWall } from '../../../schemas/base/wall-time.js'
import type { DocumentProblem } from '../../../schemas/documents/reading.js'
import { wallText } from './dates.js'

const DAY_MINUTES = 1_440
const MINUTE_MS = 60_000
/** Logs count the zones of their day, which may have been others than those known today. */
const TOLERATED_MINUTES = 90

export interface LoggedTimes {
  /** Day of departure, `YYYY-MM-DD`. */
  day: string
  /** Minutes since midnight at each airport; null: not given. */
  departs: number | null
  arrives: number | null
  /** Minutes on the way as the log states them; null: not stated. */
  duration: number | null
  /** IANA zones of the airports; undefined: not known. */
  fromZone: string | undefined
  toZone: string | undefined
}

/**
 * The fields of both ends. The day of arrival follows from both zones. 00:00 is what is written for a time that was
 * never entered, unless the duration proves it.
 */
export function flightTimes(times: LoggedTimes): {
  fields: Record<string, string>
  problems: DocumentProblem[]
} {
  const { day, departs, arrives, duration } = times
  const arrival = departs === null || arrives === null ? null : arrivalOf(times, departs, arrives)
  const proves = (minutes: number | null): boolean =>
    minutes !== 0 || (arrival !== null && arrival.length === duration)
  const problems: DocumentProblem[] = []
  const fields: Record<string, string> = { departure_datetime: day }
  const departsAt = proves(departs) ? departs : null
  if (departsAt !== null) fields['departure_datetime'] = wallText(day, departsAt)
  else if (departs === 0) problems.push(unfilled('departure_datetime', 'departure'))
  if (arrives === null) return { fields, problems }
  const wrong = arrivalProblem(times, departsAt, arrival)
  if (!proves(arrives)) problems.push(unfilled('arrival_datetime', 'arrival'))
  else if (wrong === null) fields['arrival_datetime'] = arrival!.at
  else problems.push({ field: 'arrival_datetime', description: wrong })
  return { fields, problems }
}

const unfilled = (field: string, what: string): DocumentProblem => ({
  field,
  description:
    `The ${what} time is 00:00, which this export writes when no time was entered, and no other column confirms it. ` +
    `Enter the ${what} time.`,
})

interface Arrival {
  at: string
  /** Minutes on the way. */
  length: number
}

/** The one arrival within a day after the departure; null: a zone is not known. */
function arrivalOf({ day, fromZone, toZone }: LoggedTimes, departs: number, arrives: number): Arrival | null {
  if (fromZone === undefined || toZone === undefined) return null
  const start = instantsOf(parseWall(wallText(day, departs)), fromZone)?.[0]
  if (start === undefined) return null
  for (const days of [-1, 0, 1, 2]) {
    const at = wallText(day, days * DAY_MINUTES + arrives)
    const end = instantsOf(parseWall(at), toZone)?.[0]
    const length = end === undefined ? 0 : (end - start) / MINUTE_MS
    if (length > 0 && length <= DAY_MINUTES) return { at, length }
  }
  return null
}

/** Why the arrival is not known; null: it is. */
function arrivalProblem(
  { duration }: LoggedTimes,
  departs: number | null,
  arrival: Arrival | null,
): string | null {
  if (departs === null)
    return 'The arrival date is missing and cannot be worked out without the departure time. Enter the departure time.'
  if (arrival === null)
    return 'The arrival date is missing and cannot be worked out, because the time zones of the airports are unknown. Enter both airports by IATA code.'
  return duration !== null && Math.abs(arrival.length - duration) > TOLERATED_MINUTES
    ? `The times are ${arrival.length} minutes apart, but the duration says ${duration}. Correct one of them.`
    : null
}
