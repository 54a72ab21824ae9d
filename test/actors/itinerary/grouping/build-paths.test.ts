/**
 * RULES 2.2 and 5.5: building paths step by step gives the same as at once, even if a leg depends on one
 * months later.
 */
import t from 'tap'
import { flight, hotel, traveller } from '../../../support/traveller.js'
import type { Segment } from '../../../support/traveller.js'
import { home } from '../../../support/world.js'

const [amy, bob] = [
  { first_name: 'Amy', last_name: 'Lee' },
  { first_name: 'Bob', last_name: 'Stone' },
]
const NEW_YORK = home('JFK', null, ['LGA', 'EWR'])
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

/** The trips if everything arrives at once, and if `late` arrives after the rest. */
const bothWays = (
  early: Segment[],
  late: Segment,
  homes = [NEW_YORK],
): { whole: string[][]; late: string[][] } => {
  const [whole, steps] = [traveller(homes), traveller(homes)]
  whole.post([...early, late])
  steps.post(early)
  steps.post(late)
  return { whole: whole.grouping(), late: steps.grouping() }
}

t.test(
  'a return reported late keeps a car with the outward journey, although somebody else left home meanwhile',
  async (t) => {
    const early = [
      flight('DL1', 'JFK-BOS', '2026-01-02T09:00', '2026-01-02T10:00', amy),
      car('CDG', '2026-01-05T16:00', '2026-01-08T19:00'),
      flight('DL2', 'JFK-LGW', '2026-01-20T05:00', '2026-01-20T15:00', bob),
    ]
    const trips = [
      ['JFK-BOS', 'Hertz'],
      ['JFK-LGW', 'LGW-JFK'],
    ]
    t.same(bothWays(early, flight('DL3', 'LGW-JFK', '2026-04-11T19:00', '2026-04-11T23:00')), {
      whole: trips,
      late: trips,
    })
  },
)

t.test('the same if home has changed meanwhile', async (t) => {
  const early = [
    flight('DL1', 'SFO-ORD', '2026-04-24T18:00', '2026-04-24T22:00', amy),
    hotel('Inn', 'Boston', '2026-06-25', '2026-06-25'),
    flight('DL2', 'JFK-CDG', '2026-07-01T08:00', '2026-07-01T18:00', bob),
  ]
  // Bob is somebody else than the member: a flight without a name from elsewhere is not his (RULES 5.14).
  const trips = [['SFO-ORD', 'Inn', 'JFK-SFO'], ['JFK-CDG']]
  t.same(
    bothWays(early, flight('DL3', 'JFK-SFO', '2026-12-04T05:00', '2026-12-04T08:00'), [
      NEW_YORK,
      home('LHR', '2026-07-20'),
    ]),
    { whole: trips, late: trips },
  )
})

t.test(
  'an ambiguous hotel is placed near home once a late return shows that the traveller was back',
  async (t) => {
    const ann = traveller()
    ann.post([
      flight('DL1', 'JFK-LHR', '2026-03-06T08:00', '2026-03-06T20:00'),
      hotel('Inn', 'London', '2026-05-03', '2026-05-08'),
    ])
    t.equal(ann.trips()[1]?.begin_datetime_utc, '2026-05-03T14:00:00Z', 'in England')
    ann.post(flight('DL2', 'LHR-JFK', '2026-03-11T12:00', '2026-03-11T15:00'))
    t.equal(ann.trips()[1]?.begin_datetime_utc, '2026-05-03T19:00:00Z', 'in Ontario')
  },
)

t.test(
  'the first hotel at a new home joins the journey there, even if somebody leaves on its first day',
  async (t) => {
    const early = [
      flight('DL1', 'JFK-LHR', '2026-07-23T03:00', '2026-07-23T15:00'),
      flight('DL2', 'LHR-JFK', '2026-07-23T22:00', '2026-07-24T01:00'),
      hotel('Inn', 'London', '2026-07-23', '2026-07-27', { country: 'GB' }),
    ]
    const trips = [['JFK-CDG', 'JFK-LHR', 'Inn'], ['LHR-JFK']]
    t.same(
      bothWays(early, flight('DL3', 'JFK-CDG', '2026-04-14T06:00', '2026-04-14T16:00'), [
        NEW_YORK,
        home('LHR', '2026-04-21'),
      ]),
      { whole: trips, late: trips },
    )
  },
)

t.test(
  'a car rented at home joins the first journey of that day, in whatever order the journeys arrive',
  async (t) => {
    const early = [
      flight('DL1', 'LHR-ORD', '2026-02-06T08:00', '2026-02-06T11:00'),
      flight('DL2', 'ORD-DEN', '2026-04-08T00:10', '2026-04-08T02:00'),
      flight('DL3', 'JFK-BOS', '2026-04-08T08:00', '2026-04-08T08:50'),
      car('JFK', '2026-04-08T09:00', '2026-04-12T11:00'),
    ]
    const trips = [['LHR-ORD', 'ORD-JFK'], ['ORD-DEN', 'Hertz'], ['JFK-BOS']]
    t.same(bothWays(early, flight('DL4', 'ORD-JFK', '2026-03-09T11:00', '2026-03-09T14:00')), {
      whole: trips,
      late: trips,
    })
  },
)

t.test(
  'an ambiguous hotel is placed where the journey leaves from, or arrives from home, in any order of arrival',
  async (t) => {
    const stay = hotel('Inn', 'London', '2026-03-01', '2026-03-05')
    const [out, back] = [
      flight('DL1', 'JFK-LHR', '2026-03-01T21:00', '2026-03-02T09:00'),
      flight('DL2', 'LHR-JFK', '2026-03-05T12:00', '2026-03-05T15:00'),
    ]
    for (const [early, late] of [
      [[stay], back],
      [[back], stay],
      [[out, back], stay],
      [[stay, out], back],
      [[stay, back], out],
    ] as Array<[Segment[], Segment]>) {
      const ann = traveller()
      ann.post(early)
      ann.post(late)
      t.equal(ann.trips().length, 1)
      t.match(ann.live().find((doc) => doc.type === 'Hotel')?.trip_id, ann.trips()[0]?.id)
    }
    const ann = traveller()
    ann.post([stay, back])
    t.equal(ann.trips()[0]?.begin_datetime_utc, '2026-03-01T15:00:00Z', 'in England')
    ann.post({ ...back, status: 'Cancelled' })
    t.equal(
      ann.trips()[0]?.begin_datetime_utc,
      '2026-03-01T20:00:00Z',
      'in Ontario, within driving distance of home',
    )
  },
)
