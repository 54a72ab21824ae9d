/** RULES 5.8.1: one ticket over several movements, reported whole by one source and in parts by another. */
import t from 'tap'
import { groupingOf, rebuiltGroupingOf } from '../../../../support/grouping-comparison.js'
import { seededRandom } from '../../../../support/journeys.js'
import { flight, traveller } from '../../../../support/traveller.js'
import type { Segment } from '../../../../support/traveller.js'

const ota = { source: 'ota', confirmation_no: 'WHOLE1' }
const out = flight('DL15', 'JFK-SFO', '2026-03-01T08:00', '2026-03-01T14:30', ota)
const outParts = [
  flight('DL15', 'JFK-ORD', '2026-03-01T08:00', '2026-03-01T09:30'),
  flight('DL15', 'ORD-SFO', '2026-03-01T11:30', '2026-03-01T14:30'),
]
const back = flight('DL16', 'SFO-JFK', '2026-03-08T08:00', '2026-03-08T19:00', ota)
const backParts = [
  flight('DL16', 'SFO-DEN', '2026-03-08T08:00', '2026-03-08T11:20'),
  flight('DL17', 'DEN-ORD', '2026-03-08T12:00', '2026-03-08T15:20'),
  flight('DL18', 'ORD-JFK', '2026-03-08T16:00', '2026-03-08T19:00'),
]

/** Names of the legs of each trip, sorted: legs that leave at the same time have no order. */
function trips(segments: Segment[]): string[][] {
  const ann = traveller(['JFK'], { restoring: true })
  for (const segment of segments) ann.post(segment)
  return ann.grouping().map((names) => names.sort())
}

t.test('a flight reported whole and in parts is one journey, in any order of arrival', async (t) => {
  for (const segments of [
    [out, ...outParts, back, ...backParts],
    [out, ...outParts, ...backParts],
    [...outParts, back, ...backParts],
    [out, back, ...backParts],
  ]) {
    const names = segments.map(({ origin, destination }) => `${String(origin)}-${String(destination)}`).sort()
    t.same(trips(segments), [names])
    t.same(trips(segments.slice().reverse()), [names])
  }
})

t.test('the journey continues from where the whole ticket ends', async (t) => {
  const ann = traveller()
  ann.post([
    out,
    outParts[0] as Segment,
    flight('DL20', 'SFO-HNL', '2026-03-03T08:00', '2026-03-03T12:00'),
    flight('DL21', 'HNL-JFK', '2026-03-09T08:00', '2026-03-09T22:00'),
  ])
  t.equal(ann.trips().length, 1)
  t.same(
    ann.trips()[0]?.destinations.map((stop) => stop.city_name),
    ['San Francisco', 'Honolulu'],
  )
})

t.test('the whole and its parts are possible duplicates', async (t) => {
  const ann = traveller()
  ann.post([out, ...outParts])
  const alike = Object.fromEntries(
    ann
      .live()
      .map((doc) => [
        `${String(doc.origin)}-${String(doc.destination)}`,
        (doc.possible_duplicate_of as string[]).length,
      ]),
  )
  t.same(alike, { 'JFK-SFO': 2, 'JFK-ORD': 1, 'ORD-SFO': 1 })
})

t.test(
  'two travellers who leave at the same time for two cities on separate tickets are on two trips',
  async (t) => {
    const two = [
      flight('DL30', 'JFK-SFO', '2026-03-01T08:00', '2026-03-01T11:30', {
        first_name: 'Ann',
        last_name: 'Lee',
      }),
      flight('DL31', 'JFK-ORD', '2026-03-01T08:00', '2026-03-01T09:30', {
        first_name: 'Bob',
        last_name: 'Ray',
      }),
    ]
    t.same(trips(two).sort(), [['JFK-ORD'], ['JFK-SFO']])
    t.same(
      trips(two.map((segment) => ({ ...segment, first_name: undefined, last_name: undefined }))).sort(),
      [['JFK-ORD'], ['JFK-SFO']],
    )
  },
)

t.test('random changes of the whole and its parts give the same groups as a rebuild', (t) => {
  for (let seed = 1; seed <= 20; seed++) {
    const roll = seededRandom(seed)
    const ann = traveller()
    const clock = (day: number, hour: number): string =>
      `${new Date(Date.UTC(2026, 2, 1 + day, hour)).toISOString().slice(0, 13)}:10`
    const make = (i: number): Segment => {
      const route = ['JFK-SFO', 'JFK-ORD', 'ORD-SFO', 'SFO-JFK', 'SFO-ORD', 'ORD-JFK'][i % 6] ?? ''
      const week = Math.floor(i / 6) * 7
      const [day, leaves, comes] = ([
        [0, 8, 14],
        [0, 8, 9],
        [0, 11, 14],
        [4, 8, 20],
        [4, 8, 14],
        [4, 16, 20],
      ][i % 6] ?? []) as [number, number, number]
      return flight(
        i % 6 < 3 ? 'DL15' : 'DL16',
        route,
        clock(week + day, leaves),
        clock(week + day, comes + (roll(5) === 0 ? 1 : 0)),
        {
          confirmation_no: `${i % 3 === 0 ? 'WHOLE' : 'PART'}${i}`,
          source: i % 3 === 0 ? 'ota' : 'airline_dl',
        },
      )
    }
    for (let step = 0; step < 40; step++) {
      ann.post({ ...make(roll(24)), status: roll(4) === 0 ? 'Cancelled' : 'Active' })
      t.equal(groupingOf(ann.state), rebuiltGroupingOf(ann.state), `seed ${seed} step ${step}`)
    }
  }
  t.end()
})
