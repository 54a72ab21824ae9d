/** Flight logs as tables, each known by the names of its columns: Flighty, myFlightradar24, OpenFlights. */
import type { DocumentProblem } from '../../../schemas/documents/reading.js'
import type { ZoneLookup, RawFields } from '../../../schemas/segment/validation/end-relations.js'
import { present } from '../json-fields.js'
import { readCoded } from './codes.js'
import { readDate, readDuration, readTime, wallText } from './dates.js'
import type { DateOrder } from './dates.js'
import { flightTimes } from './flight-times.js'
import WORDS from './log-words.json' with { type: 'json' }

/** One row: its cell in a column, by the name in letters and digits; undefined if blank. */
export type Cell = (column: string) => string | undefined

/** What a row says, before its faults are looked for. */
export interface LoggedFlight {
  raw: RawFields | null
  problems: DocumentProblem[]
}

export interface FlightLog {
  /** Columns by which it is known. */
  columns: readonly string[]
  read: (cell: Cell, order: DateOrder, zoneOf: ZoneLookup) => LoggedFlight
}

export const FLIGHT_LOGS: readonly FlightLog[] = [
  { columns: ['date', 'airline', 'flight', 'from', 'to', 'gatedeparturescheduled'], read: readFlighty },
  { columns: ['date', 'flightnumber', 'from', 'to', 'deptime', 'arrtime'], read: readDayLog },
  { columns: ['date', 'from', 'to', 'flightnumber', 'airline', 'duration', 'plane'], read: readDayLog },
]

/** Flighty: every time with its date, in the zone of its airport; what is not known is blank. */
function readFlighty(cell: Cell, order: DateOrder): LoggedFlight {
  const problems: DocumentProblem[] = []
  const departure = timeIn(cell, order, ['Gate Departure', 'Take off'], 'departure_datetime')
  const arrival = timeIn(cell, order, ['Gate Arrival', 'Landing'], 'arrival_datetime')
  problems.push(...departure.problems, ...arrival.problems)
  const day = readDate(cell('date') ?? '', order)
  if (departure.at === undefined && 'wrong' in day)
    return { raw: null, problems: [...problems, { field: 'Date', description: day.wrong }] }
  const diverted = cell('divertedto')
  const raw = present({
    type: 'Air',
    status: /^(true|yes|1)$/i.test(cell('canceled') ?? '') ? 'Cancelled' : undefined,
    airline: cell('airline'),
    flight_num: cell('flight'),
    origin: cell('from'),
    destination: cell('to'),
    departure_datetime: departure.at ?? ('day' in day ? day.day : undefined),
    arrival_datetime: arrival.at,
    confirmation_no: cell('pnr'),
    departure_terminal: cell('depterminal'),
    departure_gate: cell('depgate'),
    arrival_terminal: cell('arrterminal'),
    arrival_gate: cell('arrgate'),
    ...seatOf(cell, 'cabinclass'),
    notes: [diverted && `Diverted to ${diverted}.`, cell('notes')].filter(Boolean).join('\n'),
    metadata: present({ aircraft: cell('aircrafttypename'), registration: cell('tailnumber') }),
  })
  return { raw, problems }
}

/**
 * The scheduled time at the gate, else the one that it had. Without both, the runway's is no time of the gate: it is
 * named, and left out.
 */
function timeIn(
  cell: Cell,
  order: DateOrder,
  [gate, runway]: readonly [string, string],
  field: string,
): { at: string | undefined; problems: DocumentProblem[] } {
  const name = (column: string, kind: string): string => `${column} (${kind})`
  const columns = [name(gate, 'Scheduled'), name(gate, 'Actual')]
  const column = columns.find((one) => cellNamed(cell, one) !== undefined)
  if (column === undefined) {
    const other = [name(runway, 'Scheduled'), name(runway, 'Actual')].find((one) => cellNamed(cell, one))
    if (other === undefined) return { at: undefined, problems: [] }
    const description = `Only "${other}" has a time, and that is not the time at the gate. Enter "${columns[0]}".`
    return { at: undefined, problems: [{ field, description }] }
  }
  const read = readDate(cellNamed(cell, column)!, order)
  const minutes = 'day' in read ? readTime(read.rest) : null
  if ('day' in read && minutes !== null) return { at: wallText(read.day, minutes), problems: [] }
  const description =
    'wrong' in read ? read.wrong : `"${read.rest.slice(0, 40)}" is not a time of day. Write it as 14:30.`
  return { at: undefined, problems: [{ field, description: `Column "${column}": ${description}` }] }
}

const cellNamed = (cell: Cell, column: string): string | undefined =>
  cell(column.toLowerCase().replace(/[^a-z]/g, ''))

/** myFlightradar24 and OpenFlights: one date, times of day without dates. */
function readDayLog(cell: Cell, order: DateOrder, zoneOf: ZoneLookup): LoggedFlight {
  const day = readDate(cell('date') ?? '', order)
  if ('wrong' in day) return { raw: null, problems: [{ field: 'Date', description: day.wrong }] }
  const problems: DocumentProblem[] = []
  const timeOf = (field: string, text: string | undefined): number | null => {
    const minutes = text === undefined ? null : readTime(text)
    if (minutes === null && text !== undefined)
      problems.push({ field, description: `"${text.slice(0, 40)}" is not a time of day. Write it as 14:30.` })
    return minutes
  }
  const from = airportOf(cell('from'), 'origin', zoneOf)
  const to = airportOf(cell('to'), 'destination', zoneOf)
  const times = flightTimes({
    day: day.day,
    departs: timeOf('departure_datetime', cell('deptime') ?? (day.rest === '' ? undefined : day.rest)),
    arrives: timeOf('arrival_datetime', cell('arrtime')),
    duration: readDuration(cell('duration') ?? ''),
    fromZone: from.zone,
    toZone: to.zone,
  })
  const { iata, icao, name } = readCoded(cell('airline') ?? '', 2)
  const raw = present({
    type: 'Air',
    airline: iata ?? icao ?? name,
    flight_num: cell('flightnumber'),
    ...from.fields,
    ...to.fields,
    ...times.fields,
    ...seatOf(cell, 'flightclass', 'class'),
    notes: cell('note'),
    metadata: present({
      aircraft: readCoded(cell('aircraft') ?? cell('plane') ?? '', 3).name,
      registration: cell('registration'),
    }),
  })
  return { raw, problems: [...problems, ...times.problems] }
}

/** By its code; by its name and city as well where the code is not known. */
function airportOf(
  text: string | undefined,
  end: 'origin' | 'destination',
  zoneOf: ZoneLookup,
): { fields: Record<string, unknown>; zone: string | undefined } {
  if (text === undefined) return { fields: {}, zone: undefined }
  if (/^[A-Z]{3,4}$/i.test(text)) {
    const code = text.toUpperCase()
    return { fields: { [end]: code }, zone: zoneOf(code) }
  }
  const { name = '', iata, icao } = readCoded(text, 3)
  const zone = iata === undefined ? undefined : zoneOf(iata)
  if (zone !== undefined) return { fields: { [end]: iata }, zone }
  const slash = name.indexOf(' / ')
  const [city, airport] = slash < 0 ? [undefined, name] : [name.slice(0, slash), name.slice(slash + 3)]
  return {
    fields: {
      [end]: iata ?? icao ?? airport,
      [`${end}_name`]: airport,
      [`${end}_city_name`]: city,
    },
    zone,
  }
}

function seatOf(cell: Cell, ...classColumns: readonly string[]): Record<string, unknown> {
  const written = classColumns.map(cell).find((one) => one !== undefined)
  const cabins: Record<string, string> = WORDS.cabins
  return {
    seat_assignment: cell('seatnumber') ?? cell('seat'),
    cabin: written === undefined ? undefined : (cabins[written.toUpperCase()] ?? written),
  }
}
