/** The times after the status of a flight. */
import type { DocumentProblem } from '../../../schemas/documents/reading.js'
import { screenTime } from './segment-line.js'
import { DAY, WEEKDAY_PAIR, dayAfter, writtenDay } from './written-day.js'

interface Times {
  /** HH:MM; null: not known. */
  departure: string | null
  terminal: string | null
  arrival: { day: number; time: string } | null
  equipment: string | null
  problem: DocumentProblem | null
}

const TIME = '(?:\\d{3,4}[APNM]|\\d{4}(?![\\dA-Z])|\\d{1,2}:\\d{2}[APNM]?)'
/** Last check-in and terminal, which Amadeus alone writes; both times; the day of arrival between them or after. */
const TIMES = new RegExp(
  `^ {0,12}(?:${TIME} {1,12})?(?:(?<terminal>[A-Z]|\\d{1,2}[A-Z]?|[A-Z]\\d) {1,12})?(?<departure>${TIME}) {0,12}` +
    `(?:(?<between>[#*-]) {0,2})?(?<arrival>${TIME})` +
    '(?<after> ?[|¥‡#+](?:\\d(?![\\dA-Z]))?| ?-\\d(?![\\dA-Z])| ?-(?=\\*)|\\d(?=[* ]|$)| \\d(?=\\*))?(?<rest>.*)$',
)
const ARRIVAL_DAY = new RegExp(`^ {0,4}(${DAY})(?:[ *]([1-7MTWQFJS]|${WEEKDAY_PAIR})(?= |$))?`)
const EQUIPMENT = /^ {0,4}(?:E ? {0,3}\d {1,3})?(\d[A-Z\d]{2}|[A-Z]\d{2}|[A-Z]{2}\d)(?= |$)/

/** Days that a mark between the times means, as Galileo writes it. */
const BETWEEN: Readonly<Record<string, number>> = { '#': 1, '*': 2, '-': -1 }

const nothing = (description: string): Times => ({
  departure: null,
  terminal: null,
  arrival: null,
  equipment: null,
  problem: { field: 'departure_datetime', description },
})

/** @param text what follows the status @param start day number of the departure */
export function arrivalOf(text: string, start: number): Times {
  const written = TIMES.exec(text)?.groups
  if (written === undefined)
    return nothing(
      /\d{3}/.test(text.slice(0, 24))
        ? `"${text.slice(0, 24).trim()}" does not show when the flight departs. Both times are needed.`
        : 'The display shows no times, so only the day was read.',
    )
  const { between, after, terminal = null, rest } = written
  const [departure, arrival] = [screenTime(written['departure']!), screenTime(written['arrival']!)]
  if (departure === null) return nothing(`The time ${written['departure']} does not exist.`)
  if (departure === '00:00' && arrival === '00:00')
    return nothing('Midnight at both ends means that no times are known.')
  const day = ARRIVAL_DAY.exec(rest!)
  const marked = start + (between === undefined ? daysOf(after) : BETWEEN[between]!)
  const arrivalDay = day === null ? marked : dayAfter(writtenDay(day[1]!, day[2]), start, 3)
  const equipment = EQUIPMENT.exec(rest!.slice(day?.[0].length ?? 0))?.[1] ?? null
  const known = { departure, terminal, equipment }
  const unknown = (description: string): Times => ({
    ...known,
    arrival: null,
    problem: { field: 'arrival_datetime', description },
  })
  if (arrival === null) return unknown(`The time ${written['arrival']} does not exist.`)
  if (arrivalDay === null)
    return unknown(`The arrival on ${day![1]} is more than three days after the departure.`)
  if (day !== null && marked !== start && marked !== arrivalDay)
    return unknown(`The arrival date ${day[1]} contradicts the day change indicator.`)
  return { ...known, arrival: { day: arrivalDay, time: arrival }, problem: null }
}

/** `+1`, `¥1`, `#1`, `2` as days; a sign alone is one day. */
function daysOf(mark: string | undefined): number {
  if (mark === undefined) return 0
  const count = Number(/\d/.exec(mark)?.[0] ?? 1)
  return mark.includes('-') ? -count : count
}
