/** RULES 5.4: the order of a journey depends on content, not on the order of arrival. */
import t from 'tap'
import { flight, hotel, traveller } from '../../../../support/traveller.js'
import type { Segment } from '../../../../support/traveller.js'

const groupings = (segments: Segment[]): string[][][] =>
  [segments, segments.toReversed()].map((order) => {
    const ann = traveller()
    for (const segment of order) ann.post(segment)
    return ann
      .grouping()
      .map((names) => names.toSorted())
      .toSorted((a, b) => a.join().localeCompare(b.join()))
  })

t.test('two flights with one number at the same time', async (t) => {
  const [there, back] = groupings([
    flight('DL100', 'JFK-BOS', '2026-03-02T08:00', '2026-03-02T10:00', { confirmation_no: 'AAAA22' }),
    flight('AA100', 'JFK-ORD', '2026-03-02T08:00', '2026-03-02T09:00', {
      source: 'airline_aa',
      confirmation_no: 'BBBB33',
    }),
    hotel('Hilton', 'Boston', '2026-03-02', '2026-03-05', { confirmation_no: '11223344' }),
    flight('AA101', 'ORD-JFK', '2026-03-05T08:00', '2026-03-05T11:00', {
      source: 'airline_aa',
      confirmation_no: 'BBBB33',
    }),
  ])
  t.same(there, back)
})

t.test('two trains without numbers at the same time', async (t) => {
  const train = (route: string, day: string, confirmation: string): Segment => ({
    type: 'Rail',
    source: 'rail_amtrak',
    rail_line: 'Amtrak',
    origin: route.split('-')[0],
    destination: route.split('-')[1],
    departure_datetime: `2026-03-${day}T08:00`,
    arrival_datetime: `2026-03-${day}T12:00`,
    confirmation_no: confirmation,
  })
  const [there, back] = groupings([
    train('New York-Boston', '02', 'RAIL11'),
    train('New York-Washington', '02', 'RAIL22'),
    train('Boston-New York', '04', 'RAIL33'),
  ])
  t.same(there, back)
})
