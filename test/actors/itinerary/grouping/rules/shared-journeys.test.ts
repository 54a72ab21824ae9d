/** RULES 5.14 and 5.8.2: travellers of one account who share a part of the way share one trip. */
import t from 'tap'
import { groupingOf, rebuiltGroupingOf } from '../../../../support/grouping-comparison.js'
import { seededRandom } from '../../../../support/journeys.js'
import { flight, hotel, traveller } from '../../../../support/traveller.js'
import type { Segment } from '../../../../support/traveller.js'

const [ann, bob] = [
  { first_name: 'Ann', last_name: 'Lee' },
  { first_name: 'Bob', last_name: 'Ray' },
]
const out = flight('DL1', 'JFK-ORD', '2026-03-01T08:00', '2026-03-01T10:00')
const bookedBy = (segment: Segment, who: Segment): Segment => ({
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
  'a traveller who comes home days after a companion is on their trip, even if somebody leaves meanwhile',
  (t) => {
    const back = flight('DL2', 'ORD-JFK', '2026-03-04T15:00', '2026-03-04T18:00')
    const late = flight('DL3', 'ORD-JFK', '2026-03-08T15:00', '2026-03-08T18:00')
    const more = flight('DL4', 'JFK-BOS', '2026-03-06T08:00', '2026-03-06T09:00')
    for (const grouping of inAnyOrder([
      bookedBy(out, ann),
      bookedBy(out, bob),
      bookedBy(back, ann),
      bookedBy(late, bob),
    ]))
      t.same(grouping, [['JFK-ORD', 'ORD-JFK', 'ORD-JFK']])
    for (const grouping of inAnyOrder([
      bookedBy(out, ann),
      bookedBy(out, bob),
      bookedBy(back, ann),
      bookedBy(late, bob),
      bookedBy(more, ann),
    ]))
      t.same(grouping, [['JFK-ORD', 'ORD-JFK', 'ORD-JFK'], ['JFK-BOS']])
    t.end()
  },
)

t.test(
  'a traveller who was not on the outward flight, returns from elsewhere, or weeks later, is not',
  (t) => {
    const back = bookedBy(flight('DL2', 'ORD-JFK', '2026-03-04T15:00', '2026-03-04T18:00'), ann)
    for (const other of [
      flight('DL3', 'LHR-JFK', '2026-03-08T10:00', '2026-03-08T13:00'),
      flight('DL3', 'ORD-JFK', '2026-03-28T15:00', '2026-03-28T18:00'),
    ]) {
      for (const grouping of inAnyOrder([bookedBy(out, ann), bookedBy(out, bob), back, bookedBy(other, bob)]))
        t.equal(grouping.length, 2)
    }
    for (const grouping of inAnyOrder([
      bookedBy(out, ann),
      back,
      bookedBy(flight('DL3', 'ORD-JFK', '2026-03-08T15:00', '2026-03-08T18:00'), bob),
    ]))
      t.equal(grouping.length, 2)
    t.end()
  },
)

t.test('travellers who fly out separately and back together share one trip, which then ends', (t) => {
  const later = flight('DL5', 'JFK-ORD', '2026-03-01T15:00', '2026-03-01T17:00')
  const back = flight('DL2', 'ORD-JFK', '2026-03-04T15:00', '2026-03-04T18:00')
  for (const grouping of inAnyOrder([
    bookedBy(out, ann),
    bookedBy(later, bob),
    bookedBy(back, ann),
    bookedBy(back, bob),
    hotel('Bay Inn', 'Philadelphia', '2026-03-20', '2026-03-21'),
  ])) {
    t.same(grouping, [['JFK-ORD', 'JFK-ORD', 'ORD-JFK'], ['Bay Inn']])
  }
  t.end()
})

t.test('random changes of the flights of two travellers give the same groups as a rebuild', (t) => {
  for (let seed = 1; seed <= 15; seed++) {
    const roll = seededRandom(seed)
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
        ...[bob, ann, { travelers: [ann, bob] }][who],
      }
    }
    const flights = Array.from({ length: 24 }, (_, i) => make(i))
    for (let step = 0; step < 40; step++) {
      const at = roll(flights.length)
      if (roll(4) === 0) flights[at] = { ...make(at), flight_num: String(at) }
      both.post({ ...flights[at], status: roll(4) === 0 ? 'Cancelled' : 'Active' })
      t.equal(groupingOf(both.state), rebuiltGroupingOf(both.state), `seed ${seed} step ${step}`)
    }
  }
  t.end()
})
