/** Dates and times of day as exports and spreadsheets write them. */
import { instantText, parseDate, parseTime } from '../../../schemas/base/wall-time.js'
import { clockTime } from '../clock-time.js'

const MINUTE_MS = 60_000

/** Day before month or the other way round; null: the column does not show it. */
export type DateOrder = 'dayFirst' | 'monthFirst' | null

const NUMBERS = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?=$|[ T])/

/** The order of the dates of one column: what one of them shows holds for all, if none shows the other. */
export function dateOrderOf(cells: Iterable<string>): DateOrder {
  const seen = new Set<DateOrder>()
  for (const cell of cells) {
    const [, first = '', mark, second] = NUMBERS.exec(cell) ?? []
    if (first === '' || first.length > 2) continue
    if (mark === '.' || Number(first) > 12) seen.add('dayFirst')
    else if (Number(second) > 12) seen.add('monthFirst')
  }
  return seen.size === 1 ? [...seen][0]! : null
}

/** `YYYY-MM-DD` of the date at the start of a text, and what follows it; a sentence of what is wrong otherwise. */
export function readDate(text: string, order: DateOrder): { day: string; rest: string } | { wrong: string } {
  const [whole = '', first = '', , second = '', third = ''] = NUMBERS.exec(text) ?? []
  const rest = text.slice(whole.length).trim().replace(/^T/, '')
  if (whole !== '' && order === null && first.length < 3 && first !== second && !whole.includes('.'))
    return { wrong: `"${whole}" could have the day or the month first. Write dates as YYYY-MM-DD.` }
  const parts = first.length === 4 ? [first, second, third] : inOrder([first, second, third], order)
  const [year = '', month = '', date = ''] = parts
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  if (year.length !== 4 || Number.isNaN(parseDate(day)))
    return { wrong: `"${text.slice(0, 40)}" is not a date. Write dates as YYYY-MM-DD.` }
  return { day, rest }
}

function inOrder([first, second, year]: readonly string[], order: DateOrder): Array<string | undefined> {
  return order === 'monthFirst' ? [year, first, second] : [year, second, first]
}

const CLOCK = /^(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d{1,3})?)?(?: ?([ap])\.?m\.?)?$/i

/** Minutes since midnight of `14:30`, `14:30:00` or `2:30 PM`; null: no time of day. */
export function readTime(text: string): number | null {
  const [, hour = '', minute = '', half] = CLOCK.exec(text) ?? []
  const time = clockTime(hour, minute, half)
  return time === null ? null : parseTime(time) / MINUTE_MS
}

/** Minutes of a duration as `1:45`, `01:45:00` or `2h, 05m`; null: none. */
export function readDuration(text: string): number | null {
  const [, hours, minutes] =
    /^(\d{1,3}):(\d{2})(?::\d{2})?$/.exec(text) ?? /^(\d{1,3})h,? ?(\d{1,2})m$/.exec(text) ?? []
  const length = Number(hours) * 60 + Number(minutes)
  return length > 0 ? length : null
}

/** `YYYY-MM-DDTHH:MM` of minutes since the midnight with which a day begins; a day that does not exist stays. */
export function wallText(day: string, minutes: number): string {
  const midnight = parseDate(day)
  const time = instantText((Number.isNaN(midnight) ? 0 : midnight) + minutes * MINUTE_MS).slice(0, 16)
  return Number.isNaN(midnight) ? day + time.slice(10) : time
}
