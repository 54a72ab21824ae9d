/** RULES 5.12.3 and 5.8.7: rides between home and the airport belong to the journey before or after them. */
import t from 'tap'
import { flight, traveller } from '../../../../support/traveller.js'
import type { Segment } from '../../../../support/traveller.js'

const ride = (company: string, at: string): Segment => ({
  type: 'Transport',
  source: 'email',
  transport_company: company,
  transport_type: 'Rideshare',
  start_city_name: 'New York',
  end_city_name: 'New York',
  start_datetime: `2026-03-${at}`,
  confirmation_no: company,
})
const out = flight('DL1', 'JFK-ORD', '2026-03-02T08:00', '2026-03-02T10:00')
const back = flight('DL2', 'ORD-JFK', '2026-03-04T15:00', '2026-03-04T18:00')
const companies = (segments: Segment[]): unknown[][] => {
  const ann = traveller(['JFK'], { restoring: true })
  for (const segment of segments) ann.post(segment)
  return ann.trips().map((trip) =>
    ann
      .live()
      .filter((doc) => doc.trip_id === trip.id)
      .map((doc) => doc.transport_company ?? doc.origin),
  )
}

t.test(
  'rides to the airport before departure and home after landing join the journey, in any order of arrival',
  (t) => {
    const segments = [out, back, ride('Cab A', '02T05:00'), ride('Cab B', '04T18:40')]
    for (const order of [segments, segments.slice().reverse()])
      t.same(companies(order), [['Cab A', 'JFK', 'ORD', 'Cab B']])
    t.end()
  },
)

t.test('a ride at home on another day, or hours after landing, joins no trip', (t) => {
  t.same(
    companies([out, back, ride('Cab C', '03T18:40'), ride('Cab D', '04T22:30'), ride('Cab E', '06T10:00')]),
    [['JFK', 'ORD']],
  )
  t.end()
})

t.test('between two journeys a ride joins the one that is nearer in time', (t) => {
  const next = flight('DL3', 'JFK-BOS', '2026-03-05T00:30', '2026-03-05T01:40')
  t.same(companies([out, back, next, ride('Cab F', '04T18:40'), ride('Cab G', '04T22:10')]), [
    ['JFK', 'ORD', 'Cab F'],
    ['Cab G', 'JFK'],
  ])
  t.end()
})

t.test(
  'trains to and from an unknown station right before and after a flight join its journey, in any order',
  (t) => {
    const train = (from: string, to: string, at: string): Segment => ({
      type: 'Rail',
      source: 'rail_db',
      rail_line: 'Airport Train',
      origin: from,
      destination: to,
      departure_datetime: `2026-03-${at}`,
      arrival_datetime: `2026-03-${at.replace(':00', ':40')}`,
    })
    const segments = [
      out,
      back,
      train('New York Penn', 'Halt Nine', '02T05:00'),
      train('Halt Nine', 'New York Penn', '04T19:00'),
    ]
    for (const order of [segments, segments.slice().reverse()])
      t.same(companies(order), [['New York Penn', 'JFK', 'ORD', 'Halt Nine']])
    t.same(
      companies([out, back, train('New York Penn', 'Halt Nine', '01T05:00')]),
      [['New York Penn'], ['JFK', 'ORD']],
      'not the day before',
    )
    t.end()
  },
)
