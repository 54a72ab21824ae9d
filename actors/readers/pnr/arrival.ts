/** The times after the status of a flight. */
import type { DocumentProblem } from '../../../schemas/documents/reading.js'
import { clockTime } from './segment-line.js'
import { DAY, WEEKDAY_PAIR, dayAfter, writtenDay } from './written-day.js'

interface Times {
  /** HH:MM; null: not known. */
  departure: string | null
  terminal: string | null
  arrival: { day: number; time: string } | null
  equipment: string | null
  problem: DocumentProblem | null
}

const TOKEN =
  /( {0,12})(?:(\d{3,4}[APNM]|\d{4}(?![\dA-Z])|\d{1,2}:\d{2}[APNM]?)|([#|¥‡+-](?:\d(?![\dA-Z]))?|\*|\d(?=[* ]|$))|([A-Z]|\d{1,2}[A-Z]?|[A-Z]\d)(?= ))/y
const ARRIVAL_DAY = new RegExp(`^ {0,4}(${DAY})(?:[ *]([1-7MTWQFJS]|${WEEKDAY_PAIR})(?= |$))?`)
const EQUIPMENT = /^ {0,4}(?:E ? {0,3}\d {1,3})?(\d[A-Z\d]{2}|[A-Z]\d{2}|[A-Z]{2}\d)(?= |$)/

/** Days that a mark between the times (Galileo) or after them means. */
const BETWEEN: Readonly<Record<string, number>> = { '#': 1, '*': 2, '-': -1 }

interface Scan {
  times: string[]
  /** Mark before the time of the same position. */
  between: string | null
  after: string | null
  terminal: string | null
  rest: string
}

/** Last check-in, terminal, departure, arrival and the mark of its day, of which some are there. */
function scan(text: string): Scan {
  const found: Scan = { times: [], between: null, after: null, terminal: null, rest: text }
  let lastIsTime = false
  TOKEN.lastIndex = 0
  for (let token = TOKEN.exec(text); token !== null; token = TOKEN.exec(text)) {
    const [whole, space, time, mark, place] = token
    if (time !== undefined && found.times.length < 3) found.times.push(time)
    else if (
      mark !== undefined &&
      (mark.length > 1 || /\D/.test(mark)) &&
      found.times.length > 0 &&
      lastIsTime
    ) {
      if (found.times.length === 1 && /^[#*-]$/.test(mark)) found.between = mark
      else found.after = mark
    } else if (
      mark !== undefined &&
      (space === '' || text[TOKEN.lastIndex] === '*') &&
      lastIsTime &&
      found.times.length > 1
    )
      found.after = mark
    else if ((place ?? mark) !== undefined && found.terminal === null && found.times.length < 2)
      found.terminal = (place ?? mark)!
    else break
    found.rest = text.slice(token.index + whole.length)
    lastIsTime = time !== undefined
    if (found.after !== null) break
  }
  return found
}

const nothing = (description: string | null): Times => ({
  departure: null,
  terminal: null,
  arrival: null,
  equipment: null,
  problem: description === null ? null : { field: 'departure_datetime', description },
})

/** @param text what follows the status @param start day number of the departure */
export function arrivalOf(text: string, start: number): Times {
  const { times, between, after, terminal, rest } = scan(text)
  if (times.length === 0) return nothing('The display shows no times: only the day is known.')
  if (times.length === 1) return nothing(`${times[0]} is the only time, and may be that of either end.`)
  const [departure, arrival] = times.slice(-2).map(clockTime)
  if (departure == null) return nothing(`The time ${times.at(-2)} does not exist.`)
  if (departure === '00:00' && arrival === '00:00') return nothing('Midnight at both ends means no times.')
  const day = ARRIVAL_DAY.exec(rest)
  const marked = start + (between === null ? daysOf(after) : BETWEEN[between]!)
  const arrivalDay = day === null ? marked : dayAfter(writtenDay(day[1]!, day[2]), start, 3)
  const equipment = EQUIPMENT.exec(rest.slice(day?.[0].length ?? 0))?.[1] ?? null
  const known = { departure, terminal, equipment }
  const unknown = (description: string): Times => ({
    ...known,
    arrival: null,
    problem: { field: 'arrival_datetime', description },
  })
  if (arrival == null) return unknown(`The time ${times.at(-1)} does not exist.`)
  if (arrivalDay === null)
    return unknown(`An arrival on ${day![1]} is not within three days of the departure.`)
  if (day !== null && marked !== start && marked !== arrivalDay)
    return unknown(`The day of arrival ${day[1]} is not the one that its mark means.`)
  return { ...known, arrival: { day: arrivalDay, time: arrival }, problem: null }
}

/** `+1`, `¥1`, `#1`, `2` as days; a sign alone is one day, an asterisk after the time none. */
function daysOf(mark: string | null): number {
  if (mark === null || mark === '*') return 0
  const count = Number(/\d/.exec(mark)?.[0] ?? 1)
  return mark.startsWith('-') ? -count : count
}
