/** RULES 5.7: a traveller who lives far from the airport or port is home once back there. */
import t from 'tap'
import { flight, hotel, meeting, traveller } from '../../../../support/traveller.js'
import type { Segment } from '../../../../support/traveller.js'

/** A home 110 km from the airport of Boston. */
const home = {
  from: null,
  city: 'Keene',
  admin_code: 'NH',
  country: 'US',
  lat: '43.2000',
  lon: '-72.0000',
  time_zone_id: 'America/New_York',
  airports: [],
}
const first = [
  flight('DL1', 'BOS-SFO', '2026-03-02T08:00', '2026-03-02T11:30'),
  flight('DL2', 'SFO-BOS', '2026-03-05T12:00', '2026-03-05T20:30'),
]
const second = [
  flight('DL3', 'BOS-ORD', '2026-03-16T08:00', '2026-03-16T10:00'),
  flight('DL4', 'ORD-BOS', '2026-03-19T18:00', '2026-03-19T21:00'),
]
const bothTrips = [
  ['BOS-SFO', 'SFO-BOS'],
  ['BOS-ORD', 'ORD-BOS'],
]

t.test(
  'two journeys from an airport far from home are two trips, in any order of arrival and after a restart',
  async (t) => {
    for (const order of [[...first, ...second], [...second, ...first].reverse(), [...second, ...first]]) {
      const ann = traveller([home], { restoring: true })
      for (const segment of order) ann.post(segment)
      t.same(ann.grouping(), bothTrips)
    }
  },
)

t.test('two cruises from one port are two trips', async (t) => {
  const ann = traveller([home])
  const cruise = (month: string): Segment => ({
    type: 'Cruise',
    source: 'manual',
    cruise_line: 'Blue',
    ship_name: `Aurora ${month}`,
    embark_city_name: 'Boston',
    embark_country: 'US',
    disembark_city_name: 'Boston',
    disembark_country: 'US',
    embark_datetime: `2026-${month}-01T17:00`,
    disembark_datetime: `2026-${month}-08T08:00`,
  })
  ann.post([cruise('03'), cruise('06')])
  t.same(ann.grouping(), [['Aurora 03'], ['Aurora 06']])
})

t.test('nights at the airport belong to the adjacent journey', async (t) => {
  const ann = traveller([home])
  ann.post([
    ...first,
    hotel('Late Inn', 'Boston', '2026-03-05', '2026-03-06'),
    hotel('Early Inn', 'Boston', '2026-03-15', '2026-03-16'),
    ...second,
  ])
  t.same(ann.grouping(), [
    ['BOS-SFO', 'SFO-BOS', 'Late Inn'],
    ['Early Inn', 'BOS-ORD', 'ORD-BOS'],
  ])
})

t.test('a flight the next morning continues the journey, and so does a train home days later', async (t) => {
  const ann = traveller([home])
  const ride = {
    type: 'Rail',
    source: 'manual',
    rail_line: 'Hill Line',
    origin: 'Boston',
    destination: 'Keene',
    departure_datetime: '2026-03-07T10:00',
    arrival_datetime: '2026-03-07T12:00',
  }
  ann.post([...first, { ...flight('DL5', 'BOS-MIA', '2026-03-06T07:00', '2026-03-06T10:00') }])
  t.same(ann.grouping(), [['BOS-SFO', 'SFO-BOS', 'BOS-MIA']])
  const bob = traveller([
    { ...home, city: 'New York', lat: '40.7143', lon: '-74.0060', admin_code: 'NY', airports: ['JFK'] },
  ])
  bob.post([...first, { ...ride, destination: 'New York' }])
  t.same(bob.grouping(), [['BOS-SFO', 'SFO-BOS', 'Boston-New York']])
})

t.test('a point in the city of the airport days later is not on the journey', async (t) => {
  const ann = traveller([home])
  ann.post([
    ...first,
    meeting('Dinner', 'Boston', '2026-03-15T19:00', '2026-03-15T21:00'),
    meeting('Supper', 'Boston', '2026-03-05T21:30', '2026-03-05T22:30'),
  ])
  t.same(ann.grouping(), [['BOS-SFO', 'SFO-BOS', 'Supper']])
})

t.test(
  'a traveller who is still away is found before later journeys that ended at the airport',
  async (t) => {
    const [bob, amy] = [
      { first_name: 'Bob', last_name: 'Stone' },
      { first_name: 'Amy', last_name: 'Lee' },
    ]
    const out = flight('BA1', 'BOS-LHR', '2026-01-03T08:00', '2026-01-03T19:00', bob)
    const inn = hotel('Far Inn', 'Chicago', '2026-01-09', '2026-01-11', bob)
    const amys = [...first, ...second].map((leg) => ({ ...leg, ...amy }))
    const back = flight('BA2', 'LHR-BOS', '2026-07-01T10:00', '2026-07-01T13:00', bob)
    const whole = traveller([home])
    whole.post([out, inn, ...amys, back])
    t.same(whole.grouping()[0], ['BOS-LHR', 'Far Inn', 'LHR-BOS'])
    const late = traveller([home])
    for (const segment of [out, inn, ...amys, back]) late.post(segment)
    t.same(late.grouping(), whole.grouping())
  },
)

t.test('too far from home to drive, a return to the first airport does not end the journey', async (t) => {
  const ann = traveller(['LHR'])
  ann.post([...first, ...second])
  t.same(ann.grouping(), [bothTrips.flat()])
})
