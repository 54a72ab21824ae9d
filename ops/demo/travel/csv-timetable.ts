/** Real schedules: a weekly timetable in CSV, plain or gzipped. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { AirportRow, CityRow } from '../../../schemas/itinerary/reference-rows.js'
import { instantOf, MINUTES_PER_DAY } from './clock.js'
import { demoAirports } from './airports.js'
import { Timetable } from './timetable.js'
import type { ScheduledFlight, DemoAirport } from './timetable.js'

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
/** A winter Monday: offsets of that day give the block time of a row that does not tell it. */
const SAMPLE_DAY = 13_913
const LONGEST_BLOCK = 20 * 60

/**
 * Reads `carrier,flight,origin,dest,dep_local,arr_local,elapsed_min,dow_mask` (times HHMM, local; bit 0 of the mask is
 * Monday). The block time and the place's own zone give the arrival, so that it is right on any date of the year. Rows of
 * airports that are not known, and rows without usable times, are left out and counted in flights.
 * Throws when the file cannot be read or has other columns.
 */
export function csvTimetable(
  file: string,
  airports: AirportRow[],
  cities: CityRow[],
): { timetable: Timetable; leftOut: number } {
  const bytes = readFileSync(file)
  const [head = '', ...lines] = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString('utf8')
    .split(/\r?\n/)
  const names = head.split(',')
  const at = COLUMNS.map((name) => names.indexOf(name))
  if (at.includes(-1))
    throw new Error(
      `${file} is not a weekly timetable: the columns ${COLUMNS.join(',')} are needed, it has ${head}`,
    )
  const ports = demoAirports(airports, cities)
  const legs: ScheduledFlight[] = []
  let leftOut = 0
  for (const line of lines) {
    if (line === '') continue
    const cells = line.split(',')
    const [
      carrier = '',
      number = '',
      from = '',
      to = '',
      departs = '',
      arrives = '',
      elapsed = '',
      mask = '',
    ] = at.map((i) => cells[i] ?? '')
    const origin = ports.get(from)
    const destination = ports.get(to)
    const days = Number(mask)
    const block =
      origin === undefined || destination === undefined
        ? 0
        : Number(elapsed) || blockOf(minutes(departs), minutes(arrives), origin, destination)
    if (
      origin === undefined ||
      destination === undefined ||
      !(block > 0 && block < LONGEST_BLOCK) ||
      !(minutes(departs) >= 0)
    ) {
      for (let bit = days; bit > 0; bit >>= 1) leftOut += bit & 1
      continue
    }
    legs.push({ carrier, number, origin, destination, departs: minutes(departs), block, days })
  }
  return { timetable: new Timetable(legs), leftOut }
}

function minutes(hhmm: string): number {
  return /^\d{4}$/.test(hhmm) ? Number(hhmm.slice(0, 2)) * 60 + Number(hhmm.slice(2)) : NaN
}

function blockOf(departs: number, arrives: number, origin: DemoAirport, destination: DemoAirport): number {
  const block = instantOf(SAMPLE_DAY, arrives, destination.zone) - instantOf(SAMPLE_DAY, departs, origin.zone)
  return block <= 0 ? block + MINUTES_PER_DAY : block
}
