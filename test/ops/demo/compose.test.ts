import t from 'tap'
import { compose } from '../../../ops/demo/compose.js'
import type { MemberYear, Plan } from '../../../ops/demo/compose.js'
import { checkSegment } from '../../../schemas/segment/validation/check-segment.js'
import { smallTimetable, SOURCES, TOWNS } from './demo-timetable.js'

const plan = (changes: Partial<Plan> = {}): Plan => ({
  seed: 7,
  members: 25,
  start: '2026-05-23',
  today: '2026-11-21',
  timetable: smallTimetable(),
  sources: SOURCES,
  ...changes,
})
const segmentsOf = (years: MemberYear[]): Array<Record<string, unknown>> =>
  years.flatMap((year) => year.messages.flatMap((message) => message.segments))

t.test('the same seed tells the same year, another seed another one', async (t) => {
  const told = (changes: Partial<Plan>): string =>
    JSON.stringify([...compose(plan(changes))].map((year) => year.messages))
  t.equal(told({}), told({}))
  t.not(told({}), told({ seed: 8 }))
})

t.test('more members leave the first ones as they are', async (t) => {
  const few = [...compose(plan({ members: 3 }))]
  const many = [...compose(plan({ members: 6 }))]
  t.same(
    many.slice(0, 3).map((year) => year.messages),
    few.map((year) => year.messages),
  )
})

t.test('everybody travels; things are told by several sources in their own words', async (t) => {
  const years = [...compose(plan())]
  t.ok(years.every((year) => year.trips > 0 && year.messages.length > 0))
  const all = segmentsOf(years)
  for (const type of ['Air', 'Hotel', 'Car', 'Meeting'])
    t.ok(
      all.some((segment) => segment['type'] === type),
      type,
    )
  for (const { id } of SOURCES)
    t.ok(
      all.some((segment) => segment['source'] === id),
      `source ${id} speaks`,
    )
  t.ok(
    all.some((segment) => segment['status'] === 'Cancelled'),
    'something is cancelled',
  )
  t.ok(
    all.some((segment) => segment['gds_status'] === 'TK'),
    'something is retimed',
  )
  t.ok(
    all.some((segment) => segment['operating_airline'] === 'LX' && segment['airline'] !== 'LX'),
    'something is sold under another number',
  )
  t.ok(
    all.some((segment) => /MRS?$/.test(String(segment['first_name']))),
    'a GDS glues the title to the name',
  )
})

t.test('a flight lands after it left, in the time its places keep', async (t) => {
  const tokyo = segmentsOf([...compose(plan())]).find(
    (segment) =>
      segment['origin'] === 'HND' &&
      segment['destination'] === 'JFK' &&
      segment['departure_datetime']?.toString().endsWith('T18:55'),
  )
  t.ok(tokyo, 'somebody flies from Tokyo to New York in the evening')
  const left = String(tokyo?.['departure_datetime'])
  const landed = String(tokyo?.['arrival_datetime'])
  t.equal(landed.slice(0, 10), left.slice(0, 10), 'over the date line it lands on the day it left')
  t.ok(landed < left, 'by the clock, before it left')
})

t.test("nothing is said after today, and a member's batches come in order", async (t) => {
  for (const year of compose(plan())) {
    const times = year.messages.map((message) => message.at)
    t.same(
      times,
      times.toSorted((a, b) => a - b),
    )
    if ((times.at(-1) ?? 0) > Date.parse('2026-11-22')) t.fail('a batch of the future')
  }
})

t.test('no member is on two planes at once, nor anywhere before the plane has landed', async (t) => {
  for (const year of compose(plan())) {
    const flights = year.flights.map((flown) => flown.flight).sort((a, b) => a.departure - b.departure)
    for (const [index, flight] of flights.entries()) {
      const next = flights[index + 1]
      if (next !== undefined && next.departure < flight.arrival)
        t.fail(
          `${flight.scheduled.carrier}${flight.scheduled.number} and ${next.scheduled.carrier}${next.scheduled.number} overlap`,
        )
    }
  }
  t.pass('no two flights of a member overlap')
})

t.test('the door would take every segment, without an unknown field', async (t) => {
  const known = new Set(SOURCES.map((source) => source.id))
  const context = {
    source: (id: string) => (known.has(id) ? { status: 'Active' as const } : undefined),
    zoneOf: (iata: string) => TOWNS.find((town) => town.code === iata)?.zone,
    strict: true,
  }
  const faulty = segmentsOf([...compose(plan())]).flatMap((segment) =>
    checkSegment(segment, context).map((fault) => ({ fault, segment })),
  )
  t.same(faulty.slice(0, 3), [])
})
