/** Days as displays write them: day and month, mostly with the weekday, seldom with the year. */
import { dayText, parseDate } from '../../../schemas/base/wall-time.js'

const DAY_MS = 86_400_000
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
/** Monday first: as Amadeus, Sabre and the others write them. */
const WEEKDAYS = ['1 M MO', '2 T TU', '3 W WE', '4 Q TH', '5 F FR', '6 J SA', '7 S SU']

const MONTH = MONTHS.join('|')
/** Pattern of a day without groups. */
export const DAY = `\\d{1,2}(?:${MONTH})(?:\\d{2}(?!\\d))?`
export const WEEKDAY_PAIR = '(?:SU|MO|TU|WE|TH|FR|SA)'

/** Flights are sold this many days ahead at most; a day so long ago is shown all the same. */
const MOST_DAYS_AHEAD = 362
const MOST_DAYS_AGO = 30
/** So many days ago, a weekday proves the year. */
const MOST_DAYS_AGO_BY_WEEKDAY = 180
/** A line without a weekday stands so many days at most from the lines around it. */
const MOST_DAYS_APART = 180

export interface WrittenDay {
  /** As the display writes it. */
  text: string
  /** Day numbers since 1970 that it may be, without regard to its weekday. */
  days: (from: number, to: number) => number[]
  /** 0 is Monday; null: not written. */
  weekday: number | null
  hasYear: boolean
}

/** @param text matches `DAY`; @param weekday in any of the ways of writing it */
export function writtenDay(text: string, weekday: string | undefined): WrittenDay {
  const [, day, month, year] = /^(\d{1,2})([A-Z]{3})(\d{2})?$/.exec(text)!
  const two = String(MONTHS.indexOf(month!) + 1).padStart(2, '0')
  const inYear = (of: number): number => parseDate(`${of}-${two}-${day!.padStart(2, '0')}`) / DAY_MS
  return {
    text,
    days: (from, to) => {
      if (year !== undefined) return [inYear(2000 + Number(year))].filter((one) => one >= from && one <= to)
      const first = yearOf(from)
      return Array.from({ length: yearOf(to) - first + 1 }, (_, at) => inYear(first + at)).filter(
        (one) => one >= from && one <= to,
      )
    },
    weekday: weekday === undefined ? null : WEEKDAYS.findIndex((names) => names.split(' ').includes(weekday)),
    hasYear: year !== undefined,
  }
}

const yearOf = (day: number): number => new Date(day * DAY_MS).getUTCFullYear()

/** 1970-01-01 was a Thursday. */
const agrees = (day: number, { weekday }: WrittenDay): boolean =>
  weekday === null || (((day + 3) % 7) + 7) % 7 === weekday

/** The one day of these, if there is one alone. */
const only = (days: readonly number[]): number | null => (days.length === 1 ? days[0]! : null)

/**
 * The days of the lines of one display, in their order; null: none fits, or more than one. A weekday decides the year;
 * a line without one belongs to the lines around it, else to the time after the display was made.
 * @param made day number of the display
 */
export function resolveDays(days: readonly WrittenDay[], made: number): Array<number | null> {
  const isSure = (day: WrittenDay): boolean => day.weekday !== null || day.hasYear
  let found = days.map((day) =>
    isSure(day)
      ? only(
          day
            .days(
              day.hasYear ? -Infinity : made - MOST_DAYS_AGO_BY_WEEKDAY,
              day.hasYear ? Infinity : made + MOST_DAYS_AHEAD,
            )
            .filter((one) => agrees(one, day)),
        )
      : null,
  )
  if (found.every((one) => one === null))
    found = days.map((day) =>
      isSure(day) ? null : only(day.days(made - MOST_DAYS_AGO, made + MOST_DAYS_AHEAD)),
    )
  return besideOthers(days, found, isSure)
}

function besideOthers(
  days: readonly WrittenDay[],
  found: ReadonlyArray<number | null>,
  isSure: (day: WrittenDay) => boolean,
): Array<number | null> {
  const known = found.filter((one) => one !== null)
  if (known.length === 0) return [...found]
  const [first, last] = known.reduce(
    ([low, high], one) => [Math.min(low, one), Math.max(high, one)],
    [Infinity, -Infinity],
  )
  const next: Array<number | null> = []
  for (let at = found.length - 1, later: number | null = null; at >= 0; at -= 1) {
    next[at] = later
    later = found[at] ?? later
  }
  let before: number | null = null
  return found.map((one, at) => {
    const day = days[at]!
    const previous = before
    before = one ?? before
    if (one !== null || isSure(day)) return one
    const near = day.days(first - MOST_DAYS_APART, last + MOST_DAYS_APART)
    const within = only(near.filter((near) => near >= first - 3 && near <= last + 3))
    const inOrder = near.filter(
      (near) =>
        (previous === null || (near >= previous - 1 && near <= previous + MOST_DAYS_APART)) &&
        (next[at] === null || (near <= next[at]! + 1 && near >= next[at]! - MOST_DAYS_APART)),
    )
    return within ?? only(inOrder)
  })
}

/** The day that follows `start`, which it may precede by a day; null: there is none in so many days. */
export function dayAfter(day: WrittenDay, start: number, most: number): number | null {
  return day.days(start - 1, start + most).find((one) => agrees(one, day)) ?? null
}

/** The last such day until `made`, a day of difference between clocks allowed; null: there is none in a year. */
export const dayBefore = (day: WrittenDay, made: number): number | null =>
  day.days(made - 364, made + 1).at(-1) ?? null

/** `YYYY-MM-DD`, with a time if there is one. */
export const wall = (day: number, time: string | null): string =>
  time === null ? dayText(day) : `${dayText(day)}T${time}`

/** Weekday of a day, for comparison with what a display writes at another place. */
export const isWeekday = (day: number, weekday: string): boolean => agrees(day, writtenDay('01JAN', weekday))
