import t from 'tap'
import { compose } from './compose.js'
import type { MemberYear, Plan } from './compose.js'
import { checkSegment } from '../../schemas/segment/validation/check-segment.js'
import { smallTimetable, SOURCES, AIRPORTS } from './small-timetable.js'

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

t.test('the same seed gives the same year, another seed a different one', async (t) => {
  const composed = (changes: Partial<Plan>): string =>
    JSON.stringify([...compose(plan(changes))].map((year) => year.messages))
  t.equal(composed({}), composed({}))
  t.not(composed({}), composed({ seed: 8 }))
})

t.test('more members do not change the first ones', async (t) => {
  const few = [...compose(plan({ members: 3 }))]
  const many = [...compose(plan({ members: 6 }))]
  t.same(
    many.slice(0, 3).map((year) => year.messages),
    few.map((year) => year.messages),
  )
})

t.test('every member travels, and several sources report in their own style', async (t) => {
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
      `source ${id} reports`,
    )
  t.ok(
    all.some((segment) => segment['status'] === 'Cancelled'),
    'a segment is cancelled',
  )
  t.ok(
    all.some((segment) => segment['gds_status'] === 'TK'),
    'a flight is rescheduled',
  )
  t.ok(
    all.some((segment) => segment['operating_airline'] === 'LX' && segment['airline'] !== 'LX'),
    'a seat is sold under another number',
  )
  t.ok(
    all.some((segment) => /MRS?$/.test(String(segment['first_name']))),
    'a GDS appends the title to the name',
  )
})

t.test('times of a flight are local to its airports', async (t) => {
  const tokyo = segmentsOf([...compose(plan())]).find(
    (segment) =>
      segment['origin'] === 'HND' &&
      segment['destination'] === 'JFK' &&
      segment['departure_datetime']?.toString().endsWith('T18:55'),
  )
  t.ok(tokyo, 'there is an evening flight from Tokyo to New York')
  const left = String(tokyo?.['departure_datetime'])
  const landed = String(tokyo?.['arrival_datetime'])
  t.equal(landed.slice(0, 10), left.slice(0, 10), 'across the date line it arrives on the day of departure')
  t.ok(landed < left, 'earlier than it left, in local time')
})

t.test("nothing is reported after today, and a member's batches are in order", async (t) => {
  for (const year of compose(plan())) {
    const times = year.messages.map((message) => message.at)
    t.same(
      times,
      times.toSorted((a, b) => a - b),
    )
    if ((times.at(-1) ?? 0) > Date.parse('2026-11-22')) t.fail('a batch in the future')
  }
})

t.test('no two flights of a member overlap', async (t) => {
  for (const year of compose(plan())) {
    const flights = year.flights.map((booked) => booked.flight).sort((a, b) => a.departure - b.departure)
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

t.test('every segment is valid and has no unknown field', async (t) => {
  const known = new Set(SOURCES.map((source) => source.id))
  const context = {
    source: (id: string) => (known.has(id) ? { status: 'Active' as const } : undefined),
    zoneOf: (iata: string) => AIRPORTS.find((airport) => airport.code === iata)?.zone,
    strict: true,
  }
  const problems = segmentsOf([...compose(plan())]).flatMap((segment) =>
    checkSegment(segment, context).map((problem) => ({ problem, segment })),
  )
  t.same(problems.slice(0, 3), [])
})
