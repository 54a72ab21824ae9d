/** Days and instants in query parameters (contract.md 4), as epoch milliseconds. */
import { ApiError } from '../../schemas/base/errors.js'
import { parseDate, parseInstant, parseWall } from '../../schemas/base/wall-time.js'
import { foundValue } from '../../schemas/hints/found-value.js'
import { timeProblem } from '../../schemas/hints/time-problem.js'

const DAY_MS = 86_400_000
const RELATIVE_DAYS = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
])

/** A plus sign in a query is decoded as a space. */
const withPlus = (text: string): string => text.replace(/ (?=\d{2}:?\d{2}$)/, '+')
const instantOf = (text: string): number => parseInstant(withPlus(text))

const firstValid = (...values: number[]): number | undefined => values.find((value) => !Number.isNaN(value))

/** A date, a UTC date-time, or `today`, `yesterday`, `tomorrow` (days of UTC). Throws `invalid_request`. */
export function readDay(name: string, text: string, now: number): number {
  const offset = RELATIVE_DAYS.get(text)
  if (offset !== undefined) return (Math.floor(now / DAY_MS) + offset) * DAY_MS
  const value = firstValid(parseDate(text), parseWall(text), instantOf(text))
  if (value !== undefined) return value
  const problem =
    timeProblem(withPlus(text), 'instant') ??
    `must be a date, a UTC date-time, today, yesterday or tomorrow; it is ${foundValue(text)}`
  throw new ApiError('invalid_request', `Parameter "${name}" ${problem}.`)
}

/** A UTC instant or a date. Throws `invalid_request`. */
export function readInstant(name: string, text: string): number {
  const value = firstValid(instantOf(text), parseDate(text))
  if (value !== undefined) return value
  throw new ApiError('invalid_request', `Parameter "${name}" ${instantProblem(text)}.`)
}

/** What is wrong with a text that is neither a UTC instant nor a date, as the end of a sentence. */
export const instantProblem = (text: string): string =>
  timeProblem(withPlus(text), 'instant') ??
  `must be a UTC date and time, such as 2026-03-01T12:00:00Z, or a date; it is ${foundValue(text)}`
