/** Local date-times and instants as text. Dates are of the Gregorian calendar, 1900 to 2199. */

const DAY = 86_400_000
const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
const DAYS_IN = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const two = (text: string, at: number): number => {
  const high = text.charCodeAt(at) - 48
  const low = text.charCodeAt(at + 1) - 48
  return high >= 0 && high <= 9 && low >= 0 && low <= 9 ? high * 10 + low : NaN
}

/** Days since 1970-01-01 of the `YYYY-MM-DD` at the start of the text; NaN if no such day exists. */
function dayOf(text: string): number {
  if (text[4] !== '-' || text[7] !== '-') return NaN
  const year = two(text, 0) * 100 + two(text, 2)
  const month = two(text, 5)
  const day = two(text, 8)
  if (!(year >= 1900 && year <= 2199 && month >= 1 && month <= 12 && day >= 1)) return NaN
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  if (day > DAYS_IN[month - 1]! + (leap && month === 2 ? 1 : 0)) return NaN
  const past = year - 1
  const years = past * 365 + Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400)
  return years - 719_162 + DAYS_BEFORE[month - 1]! + (leap && month > 2 ? 1 : 0) + day - 1
}

/** The seconds of `:SS` at `at`; NaN for other text. */
function secondOf(text: string, at: number): number {
  return text[at] === ':' ? two(text, at + 1) : NaN
}

/** Milliseconds of `HH:MM` or `HH:MM:SS` at `at` up to the end of the text; NaN if there is no such time. */
function timeOf(text: string, at: number): number {
  const length = text.length - at
  if ((length !== 5 && length !== 8) || text[at + 2] !== ':') return NaN
  const hour = two(text, at)
  const minute = two(text, at + 3)
  const second = length === 8 ? secondOf(text, at + 5) : 0
  return hour <= 23 && minute <= 59 && second <= 59 ? ((hour * 60 + minute) * 60 + second) * 1000 : NaN
}

/** `YYYY-MM-DD` to milliseconds as if it were midnight UTC; NaN if there is no such day. */
export function parseDate(text: string): number {
  return text.length === 10 ? dayOf(text) * DAY : NaN
}

/** `YYYY-MM-DDTHH:MM[:SS]` to milliseconds as if it were UTC; NaN if it does not exist or has an offset. */
export function parseWall(text: string): number {
  return text[10] === 'T' ? dayOf(text) * DAY + timeOf(text, 11) : NaN
}

/** `YYYY-MM-DD` (as if its midnight) or a date-time to milliseconds as if in UTC; NaN for anything else. */
export function parseDateOrWall(text: string): number {
  return text.length === 10 ? parseDate(text) : parseWall(text)
}

/** `HH:MM[:SS]` to milliseconds since midnight; NaN if there is no such time. */
export function parseTime(text: string): number {
  return timeOf(text, 0)
}

/**
 * A UTC instant with `Z`, `+0000` or `+00:00` to epoch milliseconds, fractions cut to milliseconds; NaN for
 * other text.
 */
export function parseInstant(text: string): number {
  const match = /^(.{19})(?:\.(\d{1,9}))?(?:Z|\+00:?00)$/.exec(text)
  if (match === null) return NaN
  return parseWall(match[1]!) + Math.floor(Number(`0.${match[2] ?? 0}`) * 1000)
}

const days = new Map<number, string>()
const MAX_REMEMBERED_DAYS = 20_000

/** `YYYY-MM-DD` of a day number; remembered, because the same days are asked for repeatedly. */
export function dayText(day: number): string {
  let text = days.get(day)
  if (text === undefined) {
    text = new Date(day * DAY).toISOString().slice(0, 10)
    if (days.size >= MAX_REMEMBERED_DAYS) days.clear()
    days.set(day, text)
  }
  return text
}

const DAY_SECONDS = 86_400
const TWO_DIGITS = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'))

/** The last instant without its parts of a second, and its text: a step writes the time of its batch everywhere. */
const lastInstant = { second: NaN, text: '' }

/** An instant in the one form of answers and events: `2026-11-20T09:30:00Z` (contract.md 1). */
export function instantText(at: Date | number): string {
  const seconds = Math.floor(Number(at) / 1_000)
  if (seconds !== lastInstant.second) {
    const day = Math.floor(seconds / DAY_SECONDS)
    const second = seconds - day * DAY_SECONDS
    const [hour, minute] = [Math.floor(second / 3_600), Math.floor(second / 60) % 60]
    lastInstant.text = `${dayText(day)}T${TWO_DIGITS[hour]}:${TWO_DIGITS[minute]}:${TWO_DIGITS[second % 60]}Z`
    lastInstant.second = seconds
  }
  return lastInstant.text
}
