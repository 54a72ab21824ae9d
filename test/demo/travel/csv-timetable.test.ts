import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { dayOf, wallOf } from './clock.js'
import { csvTimetable } from './csv-timetable.js'
import { flies, fly } from './timetable.js'
import type { AirportRow } from '../../../schemas/itinerary/reference-rows.js'

const airport = (iata: string, zone: string | null): AirportRow => ({
  iata,
  icao: null,
  name: iata,
  cityName: iata,
  cityId: null,
  cityCode: iata,
  adminCode: null,
  country: 'US',
  lat: 0,
  lon: 0,
  zone,
  type: 'large_airport',
})
const AIRPORTS = [
  airport('AAA', 'America/New_York'),
  airport('BBB', 'America/Los_Angeles'),
  airport('NOZ', null),
]
const ROWS = [
  'carrier,flight,origin,dest,dep_local,arr_local,elapsed_min,dow_mask',
  'XX,1,AAA,BBB,0800,1100,360,1',
  'XX,2,BBB,AAA,2300,0700,,65',
  'XX,3,AAA,NOZ,0800,1100,180,127',
  'XX,4,AAA,QQQ,0800,1100,180,2',
].join('\n')

t.test('reads a weekly timetable, plain or gzipped, and counts unusable flights', async (t) => {
  const dir = t.testdir()
  for (const [name, bytes] of [
    ['week.csv', Buffer.from(ROWS)],
    ['week.csv.gz', gzipSync(ROWS)],
  ] as const) {
    const file = join(dir, name)
    writeFileSync(file, bytes)
    const { timetable, leftOut } = csvTimetable(file, AIRPORTS, [])
    t.equal(timetable.scheduled.length, 2)
    t.equal(timetable.flights, 3, 'flights of a week: one on Monday, one on Monday and Sunday')
    t.equal(leftOut, 8, 'seven of an airport without zone, one of an unknown airport')
    const [west, east] = timetable.scheduled
    t.ok(west !== undefined && east !== undefined)
    if (west === undefined || east === undefined) return
    t.ok(flies(west, dayOf('2026-06-01')) && !flies(west, dayOf('2026-06-02')))
    t.equal(east.block, 300, 'the block time of a row without one comes from its local times')
    t.equal(wallOf(fly(west, dayOf('2026-06-01')).arrival, 'America/Los_Angeles'), '2026-06-01T11:00')
    t.equal(wallOf(fly(east, dayOf('2026-06-07')).arrival, 'America/New_York'), '2026-06-08T07:00')
  }
})

t.test('rejects a file with other columns', async (t) => {
  const dir = t.testdir({ 'x.csv': 'a,b\n1,2\n' })
  t.throws(() => csvTimetable(join(dir, 'x.csv'), AIRPORTS, []), /not a weekly timetable/)
})
