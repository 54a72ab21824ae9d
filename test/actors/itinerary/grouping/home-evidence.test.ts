/** RULES 5.2.1: the home of a member who gave none. */
import t from 'tap'
import { flight, hotel, traveller } from '../../../support/traveller.js'
import type { Segment } from '../../../support/traveller.js'

const car = (where: string, from: string, to: string, more: Segment = {}): Segment => ({
  type: 'Car',
  source: 'car_hertz',
  car_company: 'Hertz',
  pickup_location: where,
  dropoff_location: where,
  pickup_datetime: from,
  dropoff_datetime: to,
  ...more,
})
const sizes = (groups: string[][]): number[] => groups.map((group) => group.length)

const LONDON = [
  flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00'),
  flight('DL43', 'LHR-JFK', '2026-03-09T10:00', '2026-03-09T13:00'),
]

t.test('without a given home, the place that is left and reached again is home', async (t) => {
  const ann = traveller([])
  ann.post([...LONDON, hotel('London Marriott', 'London', '2026-03-02', '2026-03-09', { country: 'GB' })])
  ann.post([
    flight('DL1', 'JFK-BOS', '2026-04-01T07:00', '2026-04-01T08:10'),
    flight('DL2', 'BOS-JFK', '2026-04-03T19:00', '2026-04-03T20:10'),
  ])
  t.same(sizes(ann.grouping()), [3, 2])
})

t.test('without a given home, one round trip makes home where the first flight left', async (t) => {
  const legs = [
    flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00'),
    flight('DL43', 'LHR-JFK', '2026-03-05T16:00', '2026-03-05T19:00'),
  ]
  const [out, back] = [legs.slice(0, 1), legs.slice(1)]
  for (const order of [[legs], [out, back], [back, out]]) {
    const ann = traveller([])
    for (const batch of order) ann.post(batch)
    t.same(ann.grouping(), [['JFK-LHR', 'LHR-JFK']])
    t.match(ann.trips(), [{ destination: 'London' }])
  }
})

t.test(
  'without a given home, a night somewhere makes no home, and the order of arrival does not matter',
  async (t) => {
    const legs = [
      flight('BA1', 'LGW-CDG', '2026-03-01T08:00', '2026-03-01T10:15'),
      flight('BA2', 'CDG-LHR', '2026-03-04T18:00', '2026-03-04T18:20'),
      flight('BA3', 'LHR-FCO', '2026-04-01T08:00', '2026-04-01T11:30'),
      flight('BA4', 'FCO-LHR', '2026-04-05T18:00', '2026-04-05T19:50'),
      flight('BA5', 'LHR-MXP', '2026-05-01T08:00', '2026-05-01T11:30'),
      flight('BA6', 'MXP-LGW', '2026-05-05T18:00', '2026-05-05T19:50'),
    ]
    const eastbourne = hotel('Grand Hotel', 'Eastbourne', '2026-06-05', '2026-06-06', {
      lat: '50.77',
      lon: '0.28',
    })
    const rental = {
      ...car('', '2026-07-01T10:00', '2026-07-03T10:00'),
      pickup_location: null,
      dropoff_location: null,
      pickup_lat: '50.77',
      pickup_lon: '0.28',
    }
    const journeys = (order: Segment[]): string[] => {
      const ann = traveller([])
      order.forEach((segment, i) => {
        ann.post(segment, { at: Date.UTC(2026, 0, 1, 0, legs.indexOf(segment), i) })
      })
      return ann.grouping().map((group) => group.join())
    }
    t.same(journeys([...legs, eastbourne]), [
      'LGW-CDG,CDG-LHR',
      'LHR-FCO,FCO-LHR',
      'LHR-MXP,MXP-LGW',
      'Grand Hotel',
    ])
    const [first, second, ...rest] = legs.slice(0, 4) as [Segment, Segment, ...Segment[]]
    t.same(journeys([second, first, ...rest, rental]), journeys([first, second, ...rest, rental]))
  },
)
