/** Real schedules: a weekly timetable in CSV, plain or gzipped. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { AirportRow, CityRow } from '../../../schemas/itinerary/reference-rows.js'
import { demoAirports } from './airports.js'
import { instantOf, MINUTES_PER_DAY } from './clock.js'
import { daysPerWeek, Timetable } from './timetable.js'
import type { DemoAirport, ScheduledFlight } from './timetable.js'

const COLUMNS = [
  'carrier',
  'flight',
  'origin',
  'dest',
  'dep_local',
  'arr_local',
  'elapsed_min',
  'dow_mask',
] as const
type Row = Record<(typeof COLUMNS)[number], string>

/** A winter Monday: its offsets give the block time of a row without `elapsed_min`. */
const SAMPLE_DAY = 13_913
const MAX_BLOCK = 20 * 60

/**
 * Reads `carrier,flight,origin,dest,dep_local,arr_local,elapsed_min,dow_mask` (local times HHMM; bit 0 of the
 * mask is Monday). The arrival is computed from the block time and the zones, so it is right on any date.
 * Rows with unknown airports or unusable times are skipped; `leftOut` counts their flights. Throws if the
 * file cannot be read or has other columns.
 */
export function csvTimetable(
  file: string,
  airports: AirportRow[],
  cities: CityRow[],
): { timetable: Timetable; leftOut: number } {
  const known = demoAirports(airports, cities)
  const scheduled: ScheduledFlight[] = []
  let leftOut = 0
  for (const row of readRows(file)) {
    const flight = scheduledFlight(row, known)
    if (flight === null) leftOut += daysPerWeek(Number(row.dow_mask))
    else scheduled.push(flight)
  }
  return { timetable: new Timetable(scheduled), leftOut }
}

function* readRows(file: string): Generator<Row> {
  const bytes = readFileSync(file)
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const [heading = '', ...lines] = text.split(/\r?\n/)
  const names = heading.split(',')
  const positions = COLUMNS.map((name) => [name, names.indexOf(name)] as const)
  if (positions.some(([, at]) => at < 0))
    throw new Error(
      `${file} is not a weekly timetable: it needs the columns ${COLUMNS.join(',')}, but has ${heading}`,
    )
  for (const line of lines) {
    if (line === '') continue
    const cells = line.split(',')
    yield Object.fromEntries(positions.map(([name, at]) => [name, cells[at] ?? ''])) as Row
  }
}

/** Null if an airport is unknown or the times cannot be used. */
function scheduledFlight(row: Row, airports: Map<string, DemoAirport>): ScheduledFlight | null {
  const origin = airports.get(row.origin)
  const destination = airports.get(row.dest)
  if (origin === undefined || destination === undefined) return null
  const departs = minutes(row.dep_local)
  const block = Number(row.elapsed_min) || blockTime(departs, minutes(row.arr_local), origin, destination)
  if (!(block > 0 && block < MAX_BLOCK) || !(departs >= 0)) return null
  const days = Number(row.dow_mask)
  return { carrier: row.carrier, number: row.flight, origin, destination, departs, block, days }
}

function minutes(hhmm: string): number {
  return /^\d{4}$/.test(hhmm) ? Number(hhmm.slice(0, 2)) * 60 + Number(hhmm.slice(2)) : NaN
}

function blockTime(departs: number, arrives: number, origin: DemoAirport, destination: DemoAirport): number {
  const departure = instantOf(SAMPLE_DAY, departs, origin.zone)
  const arrival = instantOf(SAMPLE_DAY, arrives, destination.zone)
  const block = arrival - departure
  return block <= 0 ? block + MINUTES_PER_DAY : block
}
