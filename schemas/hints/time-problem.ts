/** What keeps a text from being the date or time that a field takes, and what to send instead (contract.md 6.1). */
import { instantText, parseDate, parseTime, parseWall } from '../base/wall-time.js'

/** A local date-time, a date alone, a time of day, or a UTC instant. */
export type TimeForm = 'datetime' | 'date' | 'time' | 'instant'

/** How each is written, for sentences. */
export const TIME_FORMS: Readonly<Record<TimeForm, string>> = {
  datetime: 'YYYY-MM-DDTHH:MM',
  date: 'YYYY-MM-DD',
  time: 'HH:MM',
  instant: 'YYYY-MM-DDTHH:MM:SSZ',
}

const DATE = String.raw`(?<date>(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2}))`
const TIME = String.raw`(?<time>\d{2}:\d{2}(?::\d{2})?)(?<fraction>\.\d+)?`
const OFFSET = String.raw`\s?(?<offset>[Zz]|[+-]\d{2}(?::?\d{2})?)?`
const DATE_TIME = new RegExp(`^${DATE}(?:(?<separator>[Tt]|\\s)${TIME}${OFFSET})?$`)
const TIME_OF_DAY = new RegExp(`^${TIME}${OFFSET}$`)
/** Longer texts are no dates. */
const MAX_LENGTH = 48

interface Parts {
  date?: string
  year?: string
  month?: string
  day?: string
  separator?: string
  time?: string
  fraction?: string
  offset?: string
}

/**
 * What is wrong, as the rest of the sentence `Field "x" ...`; null for a text that resembles no date or time, of
 * which the form says more.
 */
export function timeProblem(text: string, form: TimeForm): string | null {
  if (text.length > MAX_LENGTH) return null
  const parts = (form === 'time' ? TIME_OF_DAY : DATE_TIME).exec(text)?.groups as Parts | undefined
  return parts === undefined
    ? null
    : (missingDay(parts, form) ?? missingTime(parts) ?? FORM_PROBLEMS[form](parts))
}

function missingDay({ date, year = '', month = '', day }: Parts, form: TimeForm): string | null {
  if (date === undefined || !Number.isNaN(parseDate(date))) return null
  if (year < '1900' || year > '2199') return `has the year ${year}; years are 1900 to 2199`
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  const fix = `send one that exists, as ${TIME_FORMS[form]}`
  if (month < '01' || month > '12') return `has the month ${month}; months are 01 to 12: ${fix}`
  const name = new Date(Date.UTC(2000, Number(month) - 1)).toLocaleString('en', {
    month: 'long',
    timeZone: 'UTC',
  })
  const why = day === '00' ? 'days start at 01' : `${name} ${year} has ${days} days`
  return `names a day that does not exist, ${date}: ${why}; ${fix}`
}

function missingTime({ time }: Parts): string | null {
  if (time === undefined || !Number.isNaN(parseTime(time))) return null
  return `names a time that does not exist, ${time}; hours are 00 to 23, minutes and seconds 00 to 59`
}

/** What is wrong with a day and a time that exist, in this form. */
const FORM_PROBLEMS: Readonly<Record<TimeForm, (parts: Parts) => string | null>> = {
  datetime: ({ date, separator, time, fraction, offset }) => {
    const right = `send ${date!}T${time!}`
    if (offset !== undefined)
      return `is the local time of its place and takes no offset; remove "${offset}" and ${right}`
    if (fraction !== undefined) return `takes no fraction of a second; ${right}`
    return separator === undefined || separator === 'T' ? null : `needs a T before the time; ${right}`
  },
  date: ({ date, time }) => (time === undefined ? null : `takes a date without a time; send ${date!}`),
  time: ({ time, offset }) =>
    offset === undefined
      ? `takes no fraction of a second; send ${time!}`
      : `is the local time of its place and takes no offset; remove "${offset}" and send ${time!}`,
  instant: ({ date, time, offset }) => {
    const seconds = time === undefined || time.length === 5 ? `${time ?? '00:00'}:00` : time
    const utc = parseWall(`${date!}T${seconds}`) - offsetMs(offset)
    const right = `send ${instantText(utc)}`
    if (time === undefined) return `needs a time, in UTC; ${right}`
    if (offset === undefined) return `does not say that it is UTC; ${right} if it is`
    return offsetMs(offset) === 0
      ? `must look like ${TIME_FORMS.instant}; ${right}`
      : `must be in UTC; ${right}`
  },
}

/** Milliseconds that a wall time with this offset is ahead of UTC. */
function offsetMs(offset = 'Z'): number {
  const [, sign, hours, minutes = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
