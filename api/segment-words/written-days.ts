/** Days as pages write them. Local days are read as if they were UTC. */
const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })

const LONG = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const SHORT = format({ weekday: 'short', day: 'numeric', month: 'short' })
const PLAIN = format({ day: 'numeric', month: 'long', year: 'numeric' })

/** `Friday, 25 December 2026`. */
export function longDay(day: string): string {
  // Whether en-GB has a comma after the weekday depends on the version of the locale data.
  return LONG.format(Date.parse(day)).replace(/,? /, ', ')
}

/** `Fri 25 Dec`. */
export function shortDay(day: string): string {
  return SHORT.format(Date.parse(day)).replace(',', '')
}

/** `25 December 2026 to 1 January 2027`, with what both have in common once; null without a first day. */
export function daySpan(first: string | null, last: string | null): string | null {
  if (first === null || Number.isNaN(Date.parse(first))) return null
  const from = PLAIN.format(Date.parse(first))
  if (last === null || Number.isNaN(Date.parse(last)) || last === first) return from
  const to = PLAIN.format(Date.parse(last))
  const [fromWords, toWords] = [from.split(' '), to.split(' ')]
  while (fromWords.length > 1 && fromWords.at(-1) === toWords.at(-1)) {
    fromWords.pop()
    toWords.pop()
  }
  return `${fromWords.join(' ')} to ${to}`
}
