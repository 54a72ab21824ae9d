/** Flights, and trains that are sold as flights. */
import type { DocumentProblem } from '../../../schemas/documents/reading.js'
import type { RawFields } from '../../../schemas/segment/validation/end-relations.js'
import { arrivalOf } from './arrival.js'
import { isPassive, refuse, withValue } from './segment-line.js'
import type { LineReading } from './segment-line.js'
import { DAY, WEEKDAY_PAIR, isWeekday, wall, writtenDay } from './written-day.js'

const AIR = new RegExp(
  '^ {0,6}(?:(?<number>\\d{1,2})[.)]? {0,4})?[*/]?(?<carrier>[A-Z][A-Z\\d]|\\d[A-Z]) {0,4}(?<flight>OPEN|\\d{1,4})' +
    '(?<suffix>[A-Z])? {0,3}(?<class>[A-Z])? {0,3}' +
    `(?<day>${DAY})?(?:[ *]{0,3}(?<weekday>[1-7MTWQFJS]|${WEEKDAY_PAIR})(?=[ *]))?` +
    '[ *]{0,4}(?<from>[A-Z]{3})[ /-]?(?<to>[A-Z]{3})[ *]{0,4}(?:\\d{1,2}/\\d{1,2})? {0,12}' +
    '(?:(?<status>[A-Z]{2}) ?(?<count>\\d{1,3})(?![\\d:APNM])|(?<flown>FLWN))?(?<rest>.*)$',
)

/** A flight in form, whether or not it can be read. */
const LIKE_AIR = new RegExp(
  `^ {0,6}(?:\\d{1,2}[.)]? {0,4})?(?!RM |RC |RI|AP[A-Z]? )(?:[A-Z][A-Z\\d]|\\d[A-Z]) {0,4}(?:OPEN|\\d{1,5}).{0,12}?(?:${DAY}|[A-Z]{6} {1,3}[A-Z]{2}\\d)`,
)

/** Weekdays of both ends behind the times, as Apollo and Galileo write them. */
const WEEKDAYS = new RegExp(` (${WEEKDAY_PAIR})(?:/(${WEEKDAY_PAIR}))?(?: |$)`)

/** Railways that are sold under an airline's code. */
const RAILWAYS: Readonly<Record<string, string>> = {
  '2A': 'Deutsche Bahn',
  '2C': 'SNCF',
  '2R': 'VIA Rail',
  '2V': 'Amtrak',
  '9B': 'AccesRail',
  '9F': 'Eurostar',
}
const isRailway = (code: string | undefined): boolean => code !== undefined && code in RAILWAYS
/** Name of a railway, else its code. */
export const railwayOf = (code: string): string => RAILWAYS[code] ?? code

/** @returns null: no flight in form */
export function airLine(text: string, continued: readonly string[]): LineReading | null {
  const parts = AIR.exec(text)?.groups
  if (parts === undefined || (parts['day'] === undefined && parts['flight'] !== 'OPEN'))
    return LIKE_AIR.test(text)
      ? refuse(null, 'This looks like a flight, but its parts are not in the usual positions.')
      : null
  const { day, status, rest = '' } = parts
  if (day === undefined)
    return refuse('departure_datetime', 'This is an open segment without a date. Send it once it is booked.')
  if (status === undefined && parts['flown'] === undefined)
    return refuse('gds_status', 'The line has no status such as HK1, so it may be an offer.')
  const tail = [rest, ...continued.filter((line) => !/OPERATED BY|TERMINAL/.test(line))].join(' ')
  const weekdays = WEEKDAYS.exec(` ${tail} `)
  return {
    number: parts['number'] === undefined ? null : Number(parts['number']),
    start: writtenDay(day, parts['weekday'] ?? weekdays?.[1]),
    isPassive: status !== undefined && isPassive(status),
    build: (start, problems) => ({
      ...ride(parts, start, problems),
      ...times(parts, start, problems, weekdays?.[2]),
      ...operator(continued, parts, problems),
      ...terminals(continued),
      ...locator(tail, parts),
      ...(status !== undefined && { gds_status: status }),
      ...seats(parts),
    }),
  }
}

const seats = ({ count }: Parts): RawFields => (Number(count) >= 1 ? { number_of_pax: Number(count) } : {})

type Parts = Readonly<Record<string, string | undefined>>

function ride(parts: Parts, start: number, problems: DocumentProblem[]): RawFields {
  const { carrier, flight, suffix, from, to } = parts
  const letter = parts['class'] === undefined ? undefined : suffix
  const shared = {
    origin: from,
    destination: to,
    departure_datetime: wall(start, null),
    ...withValue('class_of_service', parts['class'] ?? suffix),
  }
  if (flight === 'OPEN')
    problems.push({ field: 'flight_num', description: 'This is an open segment without a flight number.' })
  const number = flight === 'OPEN' ? undefined : `${Number(flight)}${letter ?? ''}`
  return isRailway(carrier)
    ? { type: 'Rail', rail_line: railwayOf(carrier!), ...withValue('train_number', number), ...shared }
    : { type: 'Air', airline: carrier, ...withValue('flight_num', number), ...shared }
}

function times(
  { carrier, rest = '' }: Parts,
  start: number,
  problems: DocumentProblem[],
  arrivalWeekday: string | undefined,
): RawFields {
  const { departure, terminal, arrival, equipment, problem } = arrivalOf(rest, start)
  if (problem !== null) problems.push(problem)
  if (departure === null) return {}
  const isOther = arrivalWeekday !== undefined && arrival !== null && !isWeekday(arrival.day, arrivalWeekday)
  if (isOther)
    problems.push({
      field: 'arrival_datetime',
      description: `The arrival is marked as ${arrivalWeekday}, which contradicts the day change indicator.`,
    })
  return {
    departure_datetime: wall(start, departure),
    ...(arrival !== null && !isOther && { arrival_datetime: wall(arrival.day, arrival.time) }),
    ...(!isRailway(carrier) && {
      ...withValue('departure_terminal', terminal ?? undefined),
      ...withValue('equipment_code', equipment ?? undefined),
    }),
  }
}

const OPERATED = /OPERATED BY[ :/]{0,3}(.{1,100})/

function operator(continued: readonly string[], { carrier }: Parts, problems: DocumentProblem[]): RawFields {
  const names = new Set(
    continued.flatMap((line) => {
      const name = OPERATED.exec(line)?.[1]!
        .replace(/^EXPLOITE PAR +/, '')
        .replace(/ +[A-Z]{3}-[A-Z]{3} *$/, '')
        .trim()
      return name === undefined || name === carrier ? [] : [name]
    }),
  )
  // A line in two languages names the same carrier again by its code.
  const longer = [...names].filter((name) => name.length > 2 || names.size === 1)
  const field = isRailway(carrier) ? 'operating_rail_line' : 'operating_airline'
  if (longer.length < 2) return withValue(field, longer[0])
  problems.push({
    field,
    description: `${longer.join(' and ')} each operate part of this flight, but the field takes only one operator.`,
  })
  return {}
}

const TERMINALS: ReadonlyArray<[string, RegExp]> = [
  ['departure_terminal', /DEP(?:ARTURE|ARTS|S)?[ -]+(?:FROM +)?TERMINAL[ -]+([A-Z\d]{1,10})/],
  ['arrival_terminal', /ARR(?:IVAL|IVES|S)?[ -]+(?:AT +)?TERMINAL[ -]+([A-Z\d]{1,10})/],
]

const terminals = (continued: readonly string[]): RawFields =>
  Object.fromEntries(
    TERMINALS.flatMap(([field, pattern]) => {
      const found = continued.map((line) => pattern.exec(line)?.[1]).find((one) => one !== undefined)
      return found === undefined ? [] : [[field, found]]
    }),
  )

const LOCATORS = [/\/DC([A-Z\d]{2})\*([A-Z\d]{5,8})(?![A-Z\d])/, / ([A-Z\d]{2})[/.]([A-Z\d]{5,8})(?= |$)/]
const PASSIVE_LOCATOR = /(?: |\/)(?=[A-Z\d]*[A-Z])([A-Z\d]{6,7}) *$/

function locator(tail: string, { status }: Parts): RawFields {
  const found = LOCATORS.map((pattern) => pattern.exec(tail)).find((one) => one !== null)
  if (found !== undefined && found !== null && found[1] !== '1A') return { confirmation_no: found[2] }
  const own = status !== undefined && isPassive(status) ? PASSIVE_LOCATOR.exec(tail)?.[1] : undefined
  return withValue('confirmation_no', own)
}
