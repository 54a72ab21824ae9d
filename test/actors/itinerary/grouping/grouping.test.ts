/** A trip is one time away from home (RULES 5 and 8). */
import t from 'tap'
import { flight, hotel, meeting, traveller } from '../../../support/traveller.js'
import type { Segment } from '../../../support/traveller.js'
import { home } from '../../../support/world.js'

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

t.test('case 21: check-out on the day of the flight home', async (t) => {
  const ann = traveller()
  ann.post([
    flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00'),
    hotel('London Marriott', 'London', '2026-03-02', '2026-03-05', { country: 'GB' }),
    flight('DL43', 'LHR-JFK', '2026-03-05T16:00', '2026-03-05T19:00'),
  ])
  t.same(ann.grouping(), [['JFK-LHR', 'London Marriott', 'LHR-JFK']])
  t.match(ann.trips()[0], { begin_datetime: '2026-03-01T18:00:00', end_datetime: '2026-03-05T19:00:00' })
})

t.test('case 28: out and back on one day', async (t) => {
  const ann = traveller()
  ann.post([
    flight('DL1', 'JFK-BOS', '2026-03-01T07:00', '2026-03-01T08:10'),
    flight('DL2', 'BOS-JFK', '2026-03-01T19:00', '2026-03-01T20:10'),
  ])
  t.same(sizes(ann.grouping()), [2])
  t.match(ann.trips()[0]?.destinations, [{ city_name: 'Boston', nights: 0 }])
})

t.test('case 29: two day trips on consecutive days', async (t) => {
  const ann = traveller()
  for (const day of ['01', '02'])
    ann.post([
      flight('DL1', 'JFK-BOS', `2026-03-${day}T07:00`, `2026-03-${day}T08:10`),
      flight('DL2', 'BOS-JFK', `2026-03-${day}T19:00`, `2026-03-${day}T20:10`),
    ])
  t.same(sizes(ann.grouping()), [2, 2])
})

t.test('case 30: a commuter with four round trips on one booking', async (t) => {
  const ann = traveller()
  const legs = ['02', '09', '16', '23'].flatMap((day, i) => {
    const back = String(Number(day) + 3).padStart(2, '0')
    return [
      flight('DL1', 'JFK-BOS', `2026-03-${day}T07:00`, `2026-03-${day}T08:10`, {
        confirmation_no: 'WEEKLY',
        price: `${100 + i}.00`,
        currency: 'USD',
      }),
      flight('DL2', 'BOS-JFK', `2026-03-${back}T19:00`, `2026-03-${back}T20:10`, {
        confirmation_no: 'WEEKLY',
      }),
    ]
  })
  ann.post(legs)
  t.same(sizes(ann.grouping()), [2, 2, 2, 2])
})

t.test('case 31: two hours at the home airport between flights', async (t) => {
  const ann = traveller()
  ann.post([
    flight('DL1', 'BOS-JFK', '2026-03-01T07:00', '2026-03-01T08:10', { confirmation_no: 'ABC234' }),
    flight('DL42', 'JFK-LHR', '2026-03-01T10:10', '2026-03-01T22:00', { confirmation_no: 'ABC234' }),
  ])
  t.same(sizes(ann.grouping()), [2])
})

t.test('case 32: home at ten at night, away again at six', async (t) => {
  const ann = traveller()
  const pnr = { confirmation_no: 'ABC234' }
  ann.post([
    flight('DL1', 'JFK-BOS', '2026-03-01T07:00', '2026-03-01T08:10', pnr),
    flight('DL2', 'BOS-JFK', '2026-03-03T20:50', '2026-03-03T22:00', pnr),
    flight('DL3', 'JFK-ORD', '2026-03-04T06:00', '2026-03-04T08:00', pnr),
    flight('DL4', 'ORD-JFK', '2026-03-06T18:00', '2026-03-06T21:00', pnr),
  ])
  t.same(sizes(ann.grouping()), [2, 2])
})

t.test('case 33: open jaw', async (t) => {
  const ann = traveller()
  ann.post([
    flight('DL10', 'JFK-FCO', '2026-03-01T18:00', '2026-03-02T08:00'),
    flight('DL11', 'MXP-JFK', '2026-03-09T10:00', '2026-03-09T13:00'),
  ])
  t.same(sizes(ann.grouping()), [2])
})

t.test('case 34: three cities on three tickets', async (t) => {
  const ann = traveller()
  ann.post(flight('AF1', 'JFK-CDG', '2026-03-01T18:00', '2026-03-02T07:00', { confirmation_no: 'AAAA22' }))
  ann.post(flight('BA2', 'CDG-LHR', '2026-03-06T18:00', '2026-03-06T18:20', { confirmation_no: 'BBBB33' }))
  ann.post(flight('KL3', 'LHR-AMS', '2026-03-09T18:00', '2026-03-09T20:20', { confirmation_no: 'CCCC44' }))
  ann.post(flight('KL4', 'AMS-JFK', '2026-03-13T18:00', '2026-03-13T20:20', { confirmation_no: 'CCCC44' }))
  t.same(sizes(ann.grouping()), [4])
  t.same(
    ann.trips()[0]?.destinations.map((d) => d.city_name),
    ['Paris', 'London', 'Amsterdam'],
  )
})

t.test('case 35: the return bought weeks later', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { confirmation_no: 'AAAA22' }))
  const id = ann.trips()[0]?.id
  ann.post(flight('DL43', 'LHR-JFK', '2026-03-16T10:00', '2026-03-16T13:00', { confirmation_no: 'BBBB33' }))
  t.same(sizes(ann.grouping()), [2])
  t.equal(ann.trips()[0]?.id, id)
})

t.test('case 36: forty days away', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { confirmation_no: 'AAAA22' }))
  ann.post(flight('DL43', 'LHR-JFK', '2026-04-10T10:00', '2026-04-10T13:00', { confirmation_no: 'BBBB33' }))
  t.same(sizes(ann.grouping()), [2])
})

t.test('case 37: a side trip within a week', async (t) => {
  const ann = traveller()
  ann.post([
    flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00'),
    flight('BA2', 'LHR-AMS', '2026-03-04T10:00', '2026-03-04T12:20'),
    flight('BA3', 'AMS-LHR', '2026-03-06T10:00', '2026-03-06T10:20'),
    flight('DL43', 'LHR-JFK', '2026-03-09T10:00', '2026-03-09T13:00'),
  ])
  t.same(sizes(ann.grouping()), [4])
  t.same(
    ann.trips()[0]?.destinations.map((d) => d.city_name),
    ['London', 'Amsterdam', 'London'],
  )
})

t.test('case 38: a stopover of twenty hours counts with a hotel only', async (t) => {
  const legs = [
    flight('KL1', 'JFK-AMS', '2026-03-01T18:00', '2026-03-02T07:00'),
    flight('KL2', 'AMS-SIN', '2026-03-03T03:00', '2026-03-03T22:00'),
    flight('KL3', 'SIN-JFK', '2026-03-12T10:00', '2026-03-12T20:00'),
  ]
  const ann = traveller()
  ann.post(legs)
  t.same(
    ann.trips()[0]?.destinations.map((d) => d.city_name),
    ['Singapore'],
  )
  ann.post(hotel('Amsterdam Marriott', 'Amsterdam', '2026-03-02', '2026-03-03'))
  t.same(
    ann.trips()[0]?.destinations.map((d) => d.city_name),
    ['Amsterdam', 'Singapore'],
  )
})

t.test('case 39: the destination has the most nights', async (t) => {
  const ann = traveller()
  ann.post([
    flight('KL1', 'JFK-AMS', '2026-03-01T18:00', '2026-03-02T07:00'),
    hotel('Amsterdam Marriott', 'Amsterdam', '2026-03-02', '2026-03-03'),
    flight('KL2', 'AMS-SIN', '2026-03-03T10:00', '2026-03-04T05:00'),
    hotel('Singapore Marriott', 'Singapore', '2026-03-04', '2026-03-11'),
    flight('KL3', 'SIN-JFK', '2026-03-12T10:00', '2026-03-12T20:00'),
  ])
  t.equal(ann.trips()[0]?.destination, 'Singapore')
})

t.test('case 40: a couple in different places at one time', async (t) => {
  for (const named of [true, false]) {
    const who = (first: string): Segment => (named ? { first_name: first, last_name: 'Lee' } : {})
    const ann = traveller()
    ann.post(
      flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', {
        confirmation_no: 'AAAA22',
        ...who('Ann'),
      }),
    )
    ann.post(
      flight('DL9', 'JFK-ORD', '2026-03-03T09:00', '2026-03-03T11:00', {
        confirmation_no: 'BBBB33',
        ...who('Bob'),
      }),
    )
    ann.post(
      flight('DL8', 'ORD-JFK', '2026-03-06T09:00', '2026-03-06T12:00', {
        confirmation_no: 'BBBB33',
        ...who('Bob'),
      }),
    )
    ann.post(
      flight('DL43', 'LHR-JFK', '2026-03-09T10:00', '2026-03-09T13:00', {
        confirmation_no: 'AAAA22',
        ...who('Ann'),
      }),
    )
    t.same(
      ann.grouping(),
      [
        ['JFK-LHR', 'LHR-JFK'],
        ['JFK-ORD', 'ORD-JFK'],
      ],
      named ? 'named' : 'without names',
    )
    const [first, second] = ann.trips()
    t.same(first?.overlaps_trip_ids, [second?.id])
    t.same(second?.overlaps_trip_ids, [first?.id])
  }
})

t.test('case 41: two alternatives on the same dates', async (t) => {
  const ann = traveller()
  ann.post([
    flight('AF1', 'JFK-CDG', '2026-03-01T18:00', '2026-03-02T07:00', { confirmation_no: 'AAAA22' }),
    hotel('Paris Marriott', 'Paris', '2026-03-02', '2026-03-06'),
    flight('AF2', 'CDG-JFK', '2026-03-06T10:00', '2026-03-06T13:00', { confirmation_no: 'AAAA22' }),
  ])
  ann.post([
    flight('DL10', 'JFK-FCO', '2026-03-01T19:00', '2026-03-02T09:00', { confirmation_no: 'BBBB33' }),
    hotel('Rome Marriott', 'Rome', '2026-03-02', '2026-03-06'),
    flight('DL11', 'FCO-JFK', '2026-03-06T12:00', '2026-03-06T15:00', { confirmation_no: 'BBBB33' }),
  ])
  t.same(ann.grouping(), [
    ['JFK-CDG', 'Paris Marriott', 'CDG-JFK'],
    ['JFK-FCO', 'Rome Marriott', 'FCO-JFK'],
  ])
  t.ok(ann.trips().every((trip) => trip.warnings.some((w) => w.code === 'overlap')))
})

const LONDON = [
  flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00'),
  flight('DL43', 'LHR-JFK', '2026-03-09T10:00', '2026-03-09T13:00'),
]
const dinner = (city: string, start: string): Segment => ({
  type: 'Restaurant',
  source: 'manual',
  restaurant_name: 'Blue Fig',
  city_name: city,
  start_datetime: start,
})

t.test('case 42: dinner at home on a free evening', async (t) => {
  const ann = traveller()
  ann.post([...LONDON, dinner('New York', '2026-03-20T19:00')])
  t.same(sizes(ann.grouping()), [2])
  t.equal(ann.unfiled().length, 1)
})

t.test('case 43: dinner and meeting at the destination', async (t) => {
  const ann = traveller()
  ann.post([
    ...LONDON,
    dinner('London', '2026-03-03T19:00'),
    meeting('Budget review', 'London', '2026-03-04T10:00', '2026-03-04T11:00'),
    meeting('Weekly team meeting', 'New York', '2026-03-04T10:00', '2026-03-04T11:00'),
  ])
  t.same(ann.grouping(), [['JFK-LHR', 'Blue Fig', 'Budget review', 'LHR-JFK']])
  t.equal(ann.unfiled().length, 1, 'the meeting at home that is missed belongs to no trip')
})

t.test('case 44: a night at the home airport before leaving', async (t) => {
  const ann = traveller()
  ann.post([
    ...LONDON,
    hotel('Courtyard by Marriott New York Airport', 'New York', '2026-02-28', '2026-03-01'),
  ])
  t.same(sizes(ann.grouping()), [3])
  t.equal(ann.trips()[0]?.begin_datetime, '2026-02-28T15:00:00', 'the trip begins there')
})

t.test('a stay at home with no journey is a trip of its own', async (t) => {
  const ann = traveller()
  ann.post([
    ...LONDON,
    hotel('Courtyard by Marriott New York', 'New York', '2026-04-01', '2026-04-03'),
    {
      type: 'Event',
      source: 'tickets',
      activity_name: 'Jazz Night',
      start_city_name: 'New York',
      start_datetime: '2026-04-01T20:00',
      end_datetime: '2026-04-01T22:00',
    },
  ])
  t.same(sizes(ann.grouping()), [2, 2])
})

t.test('case 45: parking for the whole trip', async (t) => {
  const ann = traveller()
  ann.post([
    ...LONDON,
    {
      type: 'Parking',
      source: 'manual',
      parking_name: 'Long term',
      city_name: 'New York',
      start_datetime: '2026-03-01T15:00',
      end_datetime: '2026-03-09T14:00',
    },
  ])
  t.same(sizes(ann.grouping()), [3])
  t.match(ann.trips()[0], { begin_datetime: '2026-03-01T18:00:00', end_datetime: '2026-03-09T13:00:00' })
})

t.test('case 46: a conference within a longer stay', async (t) => {
  const ann = traveller()
  ann.post([
    ...LONDON,
    hotel('London Marriott', 'London', '2026-03-02', '2026-03-09', { country: 'GB' }),
    {
      type: 'Event',
      source: 'tickets',
      activity_name: 'DevWorld',
      start_city_name: 'London',
      start_datetime: '2026-03-03T09:00',
      end_datetime: '2026-03-05T17:00',
    },
    meeting('Standup', 'London', '2026-03-04T09:00', '2026-03-04T09:30'),
  ])
  t.same(sizes(ann.grouping()), [5])
  t.equal(ann.trips()[0]?.end_datetime, '2026-03-09T13:00:00')
})

t.test('case 47: a one-way car between two flights', async (t) => {
  const ann = traveller()
  ann.post([
    flight('UA1', 'JFK-SFO', '2026-03-01T08:00', '2026-03-01T11:30'),
    car('SFO', '2026-03-01T12:00', '2026-03-05T15:00', { dropoff_location: 'LAX' }),
    flight('UA2', 'LAX-JFK', '2026-03-05T17:00', '2026-03-06T01:20'),
  ])
  t.same(sizes(ann.grouping()), [3])
})

t.test('case 50: a loop within a loop, in any of the 24 orders', async (t) => {
  const legs = [
    flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { confirmation_no: 'AAAA22' }),
    flight('BA2', 'LHR-AMS', '2026-03-04T10:00', '2026-03-04T12:20', { confirmation_no: 'BBBB33' }),
    flight('BA3', 'AMS-LHR', '2026-03-06T10:00', '2026-03-06T10:20', { confirmation_no: 'CCCC44' }),
    flight('DL43', 'LHR-JFK', '2026-03-09T10:00', '2026-03-09T13:00', { confirmation_no: 'DDDD55' }),
  ]
  const orders = (list: number[]): number[][] =>
    list.length < 2
      ? [list]
      : list.flatMap((x, i) =>
          orders([...list.slice(0, i), ...list.slice(i + 1)]).map((rest) => [x, ...rest]),
        )
  for (const order of orders([0, 1, 2, 3])) {
    const ann = traveller()
    for (const i of order) ann.post(legs[i] as Segment)
    t.same(ann.grouping(), [['JFK-LHR', 'LHR-AMS', 'AMS-LHR', 'LHR-JFK']], order.join())
  }
})

t.test('a journey to a new home ends with what was booked for the arrival', async (t) => {
  const ann = traveller([home('JFK', null, ['LGA', 'EWR']), home('SFO', '2026-03-01')])
  ann.post([
    flight('UA1', 'JFK-SFO', '2026-03-01T08:00', '2026-03-01T11:30'),
    hotel('Marriott Marquis', 'San Francisco', '2026-03-01', '2026-03-08'),
    car('SFO', '2026-03-01T12:00', '2026-03-04T12:00'),
  ])
  ann.post([
    flight('UA5', 'SFO-ORD', '2026-04-01T08:00', '2026-04-01T14:00'),
    flight('UA6', 'ORD-SFO', '2026-04-03T08:00', '2026-04-03T11:00'),
  ])
  t.same(sizes(ann.grouping()), [3, 2])
})

t.test('a car rented at home belongs to the trip on which it is used', async (t) => {
  const ann = traveller()
  ann.post([
    car('New York', '2026-03-01T09:00', '2026-03-04T18:00'),
    hotel('Boston Marriott', 'Boston', '2026-03-01', '2026-03-04'),
  ])
  t.same(sizes(ann.grouping()), [2])
})

t.test('no home told: the place left and come back to', async (t) => {
  const ann = traveller([])
  ann.post([...LONDON, hotel('London Marriott', 'London', '2026-03-02', '2026-03-09', { country: 'GB' })])
  ann.post([
    flight('DL1', 'JFK-BOS', '2026-04-01T07:00', '2026-04-01T08:10'),
    flight('DL2', 'BOS-JFK', '2026-04-03T19:00', '2026-04-03T20:10'),
  ])
  t.same(sizes(ann.grouping()), [3, 2])
})

t.test('a leg never reported leaves what there is', async (t) => {
  const ann = traveller()
  ann.post([
    flight('DL1', 'JFK-BOS', '2026-03-01T07:00', '2026-03-01T08:10'),
    hotel('Boston Marriott', 'Boston', '2026-03-01', '2026-03-03'),
  ])
  ann.post([
    flight('DL3', 'JFK-ORD', '2026-03-10T07:00', '2026-03-10T09:10'),
    flight('DL4', 'ORD-JFK', '2026-03-12T07:00', '2026-03-12T10:10'),
  ])
  t.same(sizes(ann.grouping()), [2, 2])
})

t.test('two legs of one long time away, months apart, go in one step', async (t) => {
  const out = flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { confirmation_no: 'AAAA22' })
  const on = flight('BA2', 'LHR-AMS', '2026-07-04T10:00', '2026-07-04T12:20', { confirmation_no: 'BBBB33' })
  const back = flight('KL4', 'AMS-JFK', '2026-11-13T18:00', '2026-11-13T20:20', { confirmation_no: 'CCCC44' })
  const ann = traveller()
  ann.post([out, on, back])
  t.same(ann.grouping(), [['JFK-LHR', 'LHR-AMS', 'AMS-JFK']])
  ann.post([
    { ...on, status: 'Cancelled' },
    { ...back, status: 'Cancelled' },
  ])
  t.same(ann.grouping(), [['JFK-LHR']])
})

t.test('out and back of somebody whose home nobody knows: home is where the first flight left', async (t) => {
  const legs = [
    flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00'),
    flight('DL43', 'LHR-JFK', '2026-03-05T16:00', '2026-03-05T19:00'),
  ]
  const [out, back] = [legs.slice(0, 1), legs.slice(1)]
  for (const order of [[legs], [out, back], [back, out]]) {
    const ann = traveller([])
    for (const told of order) ann.post(told)
    t.same(ann.grouping(), [['JFK-LHR', 'LHR-JFK']])
    t.match(ann.trips(), [{ destination: 'London' }])
  }
})

t.test('no home told: a night somewhere is no home, and the order of arrival does not matter', async (t) => {
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
})

t.test('case 37 with the house kept on during the side trip', async (t) => {
  const ann = traveller()
  ann.post([
    flight('DL1', 'JFK-LHR', '2026-05-01T08:00', '2026-05-01T20:00'),
    hotel('L Inn', 'London', '2026-05-01', '2026-05-09', { country: 'GB' }),
    flight('BA1', 'LHR-FCO', '2026-05-03T10:00', '2026-05-03T13:30'),
    hotel('R Inn', 'Rome', '2026-05-03', '2026-05-05'),
    flight('BA2', 'FCO-LHR', '2026-05-05T10:00', '2026-05-05T12:00'),
    flight('DL2', 'LHR-JFK', '2026-05-09T16:00', '2026-05-09T19:00'),
  ])
  t.same(sizes(ann.grouping()), [6])
})

t.test('everybody who is named on a journey is on it', async (t) => {
  const couple = (...names: string[]): Segment => ({ travelers: names.map((name) => ({ name })) })
  const ann = traveller()
  ann.post(
    flight('DL1', 'JFK-CDG', '2026-05-01T19:00', '2026-05-02T08:00', couple('SMITH/JOHN', 'SMITH/JANE')),
  )
  ann.post(
    flight('DL2', 'CDG-JFK', '2026-05-09T12:00', '2026-05-09T15:00', couple('SMITH/JANE', 'SMITH/JOHN')),
  )
  t.same(sizes(ann.grouping()), [2], 'listed in another order on the way back')
  const bob = traveller()
  for (const [first_name, confirmation_no] of [
    ['John', 'LOCA11'],
    ['Jane', 'LOCB22'],
  ])
    bob.post(
      flight('DL1', 'JFK-CDG', '2026-05-01T19:00', '2026-05-02T08:00', {
        first_name,
        last_name: 'Smith',
        confirmation_no,
      }),
    )
  bob.post(
    flight('DL2', 'CDG-JFK', '2026-05-09T12:00', '2026-05-09T15:00', {
      first_name: 'John',
      last_name: 'Smith',
      confirmation_no: 'LOCA11',
    }),
  )
  t.same(sizes(bob.grouping()), [2], 'out by two bookings, back by one')
})

t.test('a gathering that has begun when the traveller comes to it', async (t) => {
  const journey = [
    flight('LH1', 'FRA-FCO', '2026-05-02T08:00', '2026-05-02T10:00'),
    hotel('Roma Inn', 'Rome', '2026-05-02', '2026-05-05'),
    flight('LH2', 'FCO-FRA', '2026-05-05T12:00', '2026-05-05T14:00'),
  ]
  const gatherings = [
    meeting('All-day fair', 'Rome', '2026-05-02T00:00', '2026-05-04T00:00', {
      type: 'Event',
      is_all_day: true,
    }),
    meeting('Congress', 'Rome', '2026-04-29T09:00', '2026-05-04T17:00', { type: 'Event' }),
    meeting('Fair at home', 'Frankfurt', '2026-05-01T09:00', '2026-05-04T17:00', { type: 'Event' }),
    meeting('Fair of last week', 'Rome', '2026-04-27T09:00', '2026-05-01T17:00', { type: 'Event' }),
  ]
  for (const order of [
    [...journey, ...gatherings],
    [...gatherings, ...journey],
  ]) {
    const ann = traveller(['FRA'])
    for (const segment of order) ann.post(segment)
    t.same(
      ann.grouping().map((group) => group.toSorted()),
      [['All-day fair', 'Congress', 'FCO-FRA', 'FRA-FCO', 'Roma Inn']],
    )
  }
})

t.test('what is missed at home joins no trip that has only a hotel, however near', async (t) => {
  const ann = traveller()
  ann.post(hotel('Philly Inn', 'Philadelphia', '2026-05-04', '2026-05-08', { country: 'US' }))
  ann.post(meeting('Weekly at the office', 'New York', '2026-05-06T10:00', '2026-05-06T11:00'))
  t.same(ann.grouping(), [['Philly Inn']])
})
