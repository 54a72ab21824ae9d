/** One ticket over several movements, told whole by one source and in its parts by another (RULES 5.8.1). */
import t from 'tap'
import { groupedLegs } from '../../../../../actors/itinerary/grouping/timeline/timeline.js'
import { groupLegs } from '../../../../../actors/itinerary/grouping/timeline/update-timeline.js'
import type { Leg } from '../../../../../actors/itinerary/grouping/legs/leg.js'
import type { Group } from '../../../../../actors/itinerary/grouping/timeline/timeline.js'
import { dice } from '../../../../support/journeys.js'
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

/** Names of the trips, each in a fixed order: what leaves at one minute stands in no order. */
function trips(segments: Segment[]): string[][] {
  const ann = traveller(['JFK'], { restoring: true })
  for (const segment of segments) ann.post(segment)
  return ann.grouping().map((names) => names.sort())
}

t.test('a flight told whole and in its parts is one journey, in any order of arrival', async (t) => {
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

t.test('it goes on from where the whole of it ends', async (t) => {
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

t.test('whole and parts are possible duplicates', async (t) => {
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
  'two who leave at one minute for two cities, each on a ticket of its own, are on two trips',
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

t.test(
  'whole and parts, told, moved and cancelled by the handful, are where the whole itinerary has them',
  (t) => {
    for (let seed = 1; seed <= 20; seed++) {
      const roll = dice(seed)
      const ann = traveller()
      const clock = (day: number, hour: number): string =>
        `${new Date(Date.UTC(2026, 2, 1) + day * 86_400_000).toISOString().slice(0, 10)}T${String(hour).padStart(2, '0')}:10`
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
        const legs = [...ann.state.segments.values()]
          .map((item) => item.leg)
          .filter((leg): leg is Leg => leg !== null)
        t.equal(
          partition(ann.state.timeline.groups),
          partition(groupLegs(legs, ann.state.timeline.homes)),
          `seed ${seed} step ${step}`,
        )
      }
    }
    t.end()
  },
)

function partition(groups: readonly Group[]): string {
  return groups
    .map((group) =>
      groupedLegs(group)
        .map((step) => `${step.leg.id} ${step.reason}`)
        .sort()
        .join(' '),
    )
    .sort()
    .join('\n')
}
