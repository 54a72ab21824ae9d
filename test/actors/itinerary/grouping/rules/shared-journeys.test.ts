/** Travellers on one account who share a part of the way: one trip (RULES 5.14). */
import t from 'tap'
import { groupedLegs } from '../../../../../actors/itinerary/grouping/timeline/timeline.js'
import { groupLegs } from '../../../../../actors/itinerary/grouping/timeline/update-timeline.js'
import type { Leg } from '../../../../../actors/itinerary/grouping/legs/leg.js'
import type { Group } from '../../../../../actors/itinerary/grouping/timeline/timeline.js'
import { dice } from '../../../../support/journeys.js'
import { flight, hotel, traveller } from '../../../../support/traveller.js'
import type { Segment } from '../../../../support/traveller.js'

const [ann, bob] = [
  { first_name: 'Ann', last_name: 'Lee' },
  { first_name: 'Bob', last_name: 'Ray' },
]
const out = flight('DL1', 'JFK-ORD', '2026-03-01T08:00', '2026-03-01T10:00')
const told = (segment: Segment, who: Segment): Segment => ({
  ...segment,
  ...who,
  confirmation_no: `${String(segment['flight_num'])}${String(who['first_name'])}`,
})
const inAnyOrder = (segments: Segment[]): string[][][] =>
  [segments, segments.slice().reverse()].map((order) => {
    const both = traveller(['JFK'], { restoring: true })
    for (const segment of order) both.post(segment)
    return both.grouping()
  })

t.test(
  'who comes home days after the companion is on the trip on which they left, whoever leaves meanwhile',
  (t) => {
    const back = flight('DL2', 'ORD-JFK', '2026-03-04T15:00', '2026-03-04T18:00')
    const late = flight('DL3', 'ORD-JFK', '2026-03-08T15:00', '2026-03-08T18:00')
    const more = flight('DL4', 'JFK-BOS', '2026-03-06T08:00', '2026-03-06T09:00')
    for (const grouping of inAnyOrder([told(out, ann), told(out, bob), told(back, ann), told(late, bob)]))
      t.same(grouping, [['JFK-ORD', 'ORD-JFK', 'ORD-JFK']])
    for (const grouping of inAnyOrder([
      told(out, ann),
      told(out, bob),
      told(back, ann),
      told(late, bob),
      told(more, ann),
    ]))
      t.same(grouping, [['JFK-ORD', 'ORD-JFK', 'ORD-JFK'], ['JFK-BOS']])
    t.end()
  },
)

t.test('who was not on the way out, or comes from elsewhere, or weeks later, is not', (t) => {
  const back = told(flight('DL2', 'ORD-JFK', '2026-03-04T15:00', '2026-03-04T18:00'), ann)
  for (const other of [
    flight('DL3', 'LHR-JFK', '2026-03-08T10:00', '2026-03-08T13:00'),
    flight('DL3', 'ORD-JFK', '2026-03-28T15:00', '2026-03-28T18:00'),
  ]) {
    for (const grouping of inAnyOrder([told(out, ann), told(out, bob), back, told(other, bob)]))
      t.equal(grouping.length, 2)
  }
  for (const grouping of inAnyOrder([
    told(out, ann),
    back,
    told(flight('DL3', 'ORD-JFK', '2026-03-08T15:00', '2026-03-08T18:00'), bob),
  ]))
    t.equal(grouping.length, 2)
  t.end()
})

t.test('who fly out apart and back together were away together, and nobody is awaited after', (t) => {
  const later = flight('DL5', 'JFK-ORD', '2026-03-01T15:00', '2026-03-01T17:00')
  const back = flight('DL2', 'ORD-JFK', '2026-03-04T15:00', '2026-03-04T18:00')
  for (const grouping of inAnyOrder([
    told(out, ann),
    told(later, bob),
    told(back, ann),
    told(back, bob),
    hotel('Bell Inn', 'Philadelphia', '2026-03-20', '2026-03-21'),
  ])) {
    t.same(grouping, [['JFK-ORD', 'JFK-ORD', 'ORD-JFK'], ['Bell Inn']])
  }
  t.end()
})

t.test('flights of two, told, moved and cancelled by the handful, are where the whole has them', (t) => {
  for (let seed = 1; seed <= 15; seed++) {
    const roll = dice(seed)
    const both = traveller()
    const date = (n: number): string =>
      new Date(Date.UTC(2026, 2, 1) + n * 86_400_000).toISOString().slice(0, 10)
    const make = (i: number): Segment => {
      const d = date(roll(60))
      const route = ['JFK-ORD', 'ORD-JFK', 'JFK-BOS', 'BOS-JFK', 'ORD-BOS'][roll(5)] ?? ''
      const who = roll(3)
      return {
        ...flight(`DL${i}`, route, `${d}T08:00`, `${d}T10:00`),
        source: 'email',
        confirmation_no: `LOC${i}XY`,
        ...(who === 2 ? { travelers: [ann, bob] } : who === 1 ? ann : bob),
      }
    }
    const flights = Array.from({ length: 24 }, (_, i) => make(i))
    for (let step = 0; step < 40; step++) {
      const at = roll(flights.length)
      if (roll(4) === 0) flights[at] = { ...make(at), flight_num: String(at) }
      both.post({ ...flights[at], status: roll(4) === 0 ? 'Cancelled' : 'Active' })
      const legs = [...both.state.segments.values()]
        .map((item) => item.leg)
        .filter((leg): leg is Leg => leg !== null)
      t.equal(
        partition(both.state.timeline.groups),
        partition(groupLegs(legs, both.state.timeline.homes)),
        `seed ${seed} step ${step}`,
      )
    }
  }
  t.end()
})

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
