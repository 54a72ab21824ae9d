/** The date of a flight of which a boarding pass states only the day of the year. */

const DAY_MS = 86_400_000
/** Passes are issued shortly before the flight; an old one may be read long after it. */
const DAYS_AHEAD = 60
/** Further away, the year is not certain. */
const DAYS_CERTAIN = 30

export interface PassDate {
  /** `YYYY-MM-DD`. */
  date: string
  /** Whether another year is as likely. */
  isUncertain: boolean
}

/** Midnight of a day of a year, UTC; null: the year has no such day. */
function dayOfYear(year: number, day: number): number | null {
  const at = Date.UTC(year, 0, day)
  return day >= 1 && new Date(at).getUTCFullYear() === year ? at : null
}

/** The first such day from another on, or the last until it; day 366 only in leap years. */
function nextTo(day: number, other: number, step: 1 | -1): number | null {
  const year = new Date(other).getUTCFullYear()
  const found = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((away) => dayOfYear(year + away * step, day))
  return found.find((at) => at !== null && (at - other) * step >= 0) ?? null
}

/**
 * @param text day of the year, three digits
 * @param issued year's last digit and day of the year on which the pass was issued; empty: not stated
 * @param received when it was read, epoch milliseconds
 * @param previous date of the leg before it; null: it is the first
 */
export function passDate(
  text: string,
  issued: string,
  received: number,
  previous: string | null,
): PassDate | null {
  const day = /^\d{3}$/.test(text) ? Number(text) : 0
  // A pass may be issued on the day before at other places.
  const after = previous === null ? issueDay(issued, received) : Date.parse(previous)
  const since = after === null ? null : after - DAY_MS
  const at = since === null ? nextTo(day, received + DAYS_AHEAD * DAY_MS, -1) : nextTo(day, since, 1)
  if (at === null) return null
  const isFar = since === null && Math.abs(at - received) > DAYS_CERTAIN * DAY_MS
  return { date: new Date(at).toISOString().slice(0, 10), isUncertain: isFar }
}

/** The day of a year with that last digit which is nearest to `received`. */
function issueDay(issued: string, received: number): number | null {
  if (!/^\d{4}$/.test(issued)) return null
  const year = new Date(received).getUTCFullYear()
  const decade = year - (year % 10) + Number(issued[0])
  const days = [decade - 10, decade, decade + 10].map((one) => dayOfYear(one, Number(issued.slice(1))))
  const found = days
    .filter((at) => at !== null)
    .toSorted((a, b) => Math.abs(a - received) - Math.abs(b - received))
  return found[0] ?? null
}
