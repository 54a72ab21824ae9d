/** RULES 5.8.4 and 5.11: journeys by road and sea. */
import t from 'tap'
import { flight, hotel, traveller } from '../../../support/traveller.js'
import type { Segment } from '../../../support/traveller.js'
import { home, places } from '../../../support/world.js'

const car = (from: string, to: string, pickup: string, dropoff: string): Segment => ({
  type: 'Car',
  source: 'car_hertz',
  car_company: 'Hertz',
  pickup_location: from,
  dropoff_location: to,
  pickup_datetime: pickup,
  dropoff_datetime: dropoff,
})

t.test('nights during a one-way drive home belong to the journey, in any order of arrival', async (t) => {
  const segments = [
    flight('DL1', 'JFK-ORD', '2026-03-01T08:00', '2026-03-01T10:00'),
    car('ORD', 'JFK', '2026-03-02T09:00', '2026-03-05T18:00'),
    hotel('Lake Inn', 'Chicago', '2026-03-01', '2026-03-02'),
    hotel('Tower Inn', 'Boston', '2026-03-03', '2026-03-04'),
  ]
  for (const order of [segments, segments.slice().reverse()]) {
    const ann = traveller()
    for (const segment of order) ann.post(segment)
    t.same(ann.grouping(), [['JFK-ORD', 'Lake Inn', 'Hertz', 'Tower Inn']])
  }
})

t.test('a ferry during a one-way rental that ends at home is part of the way', async (t) => {
  const ann = traveller()
  ann.post([
    flight('DL1', 'JFK-ORD', '2026-03-01T08:00', '2026-03-01T10:00'),
    car('ORD', 'JFK', '2026-03-02T09:00', '2026-03-05T18:00'),
    {
      type: 'Transport',
      source: 'manual',
      transport_company: 'Bay Ferry',
      transport_type: 'Ferry',
      start_city_name: 'Boston',
      end_city_name: 'Philadelphia',
      start_datetime: '2026-03-04T09:00',
      end_datetime: '2026-03-04T20:00',
    },
  ])
  t.equal(ann.trips().length, 1)
  t.equal(ann.grouping()[0]?.length, 3)
})

t.test('moving by road: the nights on the way and the first ones at the new home are one trip', async (t) => {
  const bob = traveller([home('JFK', null), home('ORD', '2026-03-03')])
  bob.post([
    car('JFK', 'ORD', '2026-03-01T09:00', '2026-03-03T18:00'),
    hotel('Lodge', 'Boston', '2026-03-01', '2026-03-02'),
    hotel('Lake Inn', 'Chicago', '2026-03-03', '2026-03-06'),
  ])
  t.same(bob.grouping(), [['Hertz', 'Lodge', 'Lake Inn']])
})

t.test('returning a car at home ends the trip, even if a stay begins the next day', async (t) => {
  const cara = traveller()
  cara.post([
    car('JFK', 'JFK', '2026-03-01T09:00', '2026-03-04T18:00'),
    hotel('Lodge', 'Boston', '2026-03-01', '2026-03-04'),
    hotel('Bay Inn', 'Philadelphia', '2026-03-05', '2026-03-07'),
  ])
  t.same(cara.grouping(), [['Hertz', 'Lodge'], ['Bay Inn']])
})

t.test(
  'a stay near the home airport joins a journey that follows at once, but not one days later',
  async (t) => {
    const home = {
      from: null,
      city: 'New York',
      admin_code: 'NY',
      country: 'US',
      lat: '40.7143',
      lon: '-74.0060',
      time_zone_id: 'America/New_York',
      airports: ['JFK', 'EWR'],
    }
    for (const [departs, trips] of [
      ['2026-03-03T18:00', 1],
      ['2026-03-05T18:00', 2],
    ] as const) {
      const dan = traveller([home])
      dan.post([
        hotel('Bay Inn', 'Philadelphia', '2026-03-01', '2026-03-03', { lat: '40.2000', lon: '-75.0500' }),
        flight('DL1', 'EWR-ORD', departs, departs.replace('T18', 'T21')),
      ])
      t.equal(dan.trips().length, trips, departs)
    }
  },
)

t.test(
  'a point joins where a rented car can have been: anywhere without known nights, else within a day trip',
  async (t) => {
    const visit = (name: string, lat: string, lon: string, at: string): Segment => ({
      type: 'Checkin',
      source: 'manual',
      place_name: name,
      lat,
      lon,
      time_zone_id: 'America/Chicago',
      checkin_datetime: at,
    })
    const [out, back] = [
      flight('DL1', 'JFK-ORD', '2026-03-01T08:00', '2026-03-01T10:00'),
      flight('DL2', 'ORD-JFK', '2026-03-09T15:00', '2026-03-09T18:00'),
    ]
    const rental = car('ORD', 'ORD', '2026-03-01T13:00', '2026-03-09T12:00')
    const arch = (day: string): Segment => visit('Arch', '38.63', '-90.20', `2026-03-${day}T11:00`)
    const eva = traveller()
    eva.post([
      out,
      back,
      rental,
      arch('03'),
      visit('Graceland', '35.15', '-90.05', '2026-03-05T17:00'),
      visit('Mile High', '39.74', '-104.98', '2026-03-09T09:00'),
    ])
    t.same(
      eva.grouping(),
      [['JFK-ORD', 'Hertz', 'Arch', 'Graceland', 'ORD-JFK']],
      'not where the car could not have been back in time',
    )
    const fay = traveller()
    fay.post([
      out,
      back,
      rental,
      hotel('Lake Inn', 'Chicago', '2026-03-01', '2026-03-09'),
      visit('Speedway', '39.77', '-86.16', '2026-03-04T12:00'),
      arch('05'),
    ])
    t.same(
      fay.grouping(),
      [['JFK-ORD', 'Hertz', 'Lake Inn', 'Speedway', 'ORD-JFK']],
      'no farther than a day trip from the hotel',
    )
    const gus = traveller()
    gus.post([out, back, arch('03')])
    t.same(gus.grouping(), [['JFK-ORD', 'ORD-JFK']], 'not without a car')
  },
)

t.test('a hotel for one day at a stopover is part of the journey, whatever its assumed times', async (t) => {
  const hal = traveller()
  hal.post([
    flight('DL1', 'JFK-KEF', '2026-03-01T07:50', '2026-03-01T18:30'),
    hotel('Harbour Inn', 'Reykjavik', '2026-03-01', '2026-03-01', { lat: '64.1355', lon: '-21.8954' }),
    flight('DL2', 'KEF-LHR', '2026-03-02T02:30', '2026-03-02T05:40'),
    flight('DL3', 'LHR-JFK', '2026-03-05T12:00', '2026-03-05T15:00'),
  ])
  t.equal(hal.trips().length, 1)
})

const crossing = (from: string, to: string, starts: string, more: Segment = {}): Segment => ({
  type: 'Transport',
  source: 'manual',
  transport_company: 'Strait Lines',
  transport_type: 'Ferry',
  start_city_name: from,
  end_city_name: to,
  start_datetime: starts,
  ...more,
})

t.test('a ferry to another country leaves home and comes back, however short the crossing', async (t) => {
  const segments = [
    crossing('Dover', 'Calais', '2026-03-02T10:00'),
    hotel('Canal Inn', 'Paris', '2026-03-02', '2026-03-05', { country: 'FR' }),
    crossing('Calais', 'Dover', '2026-03-05T16:00'),
  ]
  for (const order of [segments, segments.slice().reverse()]) {
    const ann = traveller(['LHR'])
    for (const segment of order) ann.post(segment)
    t.same(ann.grouping(), [['Ferry', 'Canal Inn', 'Ferry']])
  }
  const twice = traveller(['LHR'])
  twice.post([
    ...segments,
    ...['Dover', 'Calais'].map((from, i) =>
      crossing(from, i === 0 ? 'Calais' : 'Dover', `2026-06-0${i + 2}T10:00`),
    ),
  ])
  t.same(twice.grouping(), [
    ['Ferry', 'Canal Inn', 'Ferry'],
    ['Ferry', 'Ferry'],
  ])
})

t.test(
  'a shuttle on the same route is a transfer, and Hook of Holland is found by its English name',
  async (t) => {
    const ann = traveller(['LHR'])
    ann.post(crossing('Dover', 'Calais', '2026-03-02T10:00', { transport_type: 'Bus' }))
    t.same(ann.grouping(), [])
    t.equal(places.city('Hook of Holland', null, 'NL')?.spots[0]?.cityId, '26')
  },
)
