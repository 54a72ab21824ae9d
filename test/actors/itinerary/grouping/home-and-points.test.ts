/** RULES 5.10 to 5.13: what happens at home and on a trip. */
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

t.test('5.12.1: a meeting in a namesake of a city, at the time that is meant there', async (t) => {
  const ann = traveller()
  const inCanada = 'LONDON CA LONDON INTL'
  ann.post([
    flight('DL42', `JFK-${inCanada}`, '2026-03-03T07:00', '2026-03-03T08:30'),
    meeting('Vendor call', 'London', '2026-03-03T09:30', '2026-03-03T10:30'),
    flight('DL43', `${inCanada}-JFK`, '2026-03-03T18:00', '2026-03-03T19:30'),
  ])
  t.equal(ann.unfiled().length, 0, 'half past nine in England is before the journey begins')
  t.same(sizes(ann.grouping()), [3])
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

t.test('a stay at home without a journey is a trip of its own', async (t) => {
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

t.test('a gathering that has begun when the traveller comes to it joins', async (t) => {
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

t.test('a meeting missed at home joins no trip without a movement, however near', async (t) => {
  const ann = traveller()
  ann.post(hotel('Philly Inn', 'Philadelphia', '2026-05-04', '2026-05-08', { country: 'US' }))
  ann.post(meeting('Weekly at the office', 'New York', '2026-05-06T10:00', '2026-05-06T11:00'))
  t.same(ann.grouping(), [['Philly Inn']])
})
