/** RULES 6: where a trip went and what it is called. */
import t from 'tap'
import { flight, hotel, traveller } from '../../../support/traveller.js'
import type { Doc, Segment } from '../../../support/traveller.js'

const stops = (trip: Doc | undefined): Array<[string, number]> | undefined =>
  trip?.destinations.map(({ city_name, nights }) => [city_name, nights])

t.test('the airport to which a traveller drives is no destination', async (t) => {
  const keene = {
    from: null,
    city: 'Keene',
    admin_code: 'NH',
    country: 'US',
    lat: '43.2000',
    lon: '-72.0000',
    time_zone_id: 'America/New_York',
    airports: [],
  }
  const ann = traveller([keene])
  ann.post([
    flight('DL1', 'BOS-SFO', '2026-03-02T08:00', '2026-03-02T11:30'),
    flight('DL2', 'SFO-BOS', '2026-03-05T12:00', '2026-03-05T20:30'),
  ])
  t.same(stops(ann.trips()[0]), [['San Francisco', 3]])
  t.equal(ann.trips()[0]?.display_name, 'San Francisco, March 2026')
})

const call = (city: string, from: string, to: string): Segment => ({
  city_name: city,
  country: 'US',
  arrival_datetime: `2026-03-${from}`,
  departure_datetime: `2026-03-${to}`,
})
const cruise = (port_calls: Segment[], port = 'New York'): Segment => ({
  type: 'Cruise',
  source: 'manual',
  cruise_line: 'Blue',
  ship_name: 'Aurora',
  embark_city_name: port,
  embark_country: 'US',
  disembark_city_name: port,
  disembark_country: 'US',
  embark_datetime: '2026-03-01T17:00',
  disembark_datetime: '2026-03-08T08:00',
  port_calls,
})

t.test(
  'the destination of a cruise from home is the port with the most nights, else with the longest stop',
  async (t) => {
    for (const restoring of [false, true]) {
      const ann = traveller(['JFK'], { restoring })
      ann.post(cruise([call('Boston', '03T08:00', '03T18:00'), call('Miami', '05T08:00', '05T16:00')]))
      t.same(stops(ann.trips()[0]), [['Boston', 0]])
      ann.post(cruise([call('Boston', '03T08:00', '03T18:00'), call('Miami', '05T08:00', '06T16:00')]))
      t.same(stops(ann.trips()[0]), [['Miami', 1]])
      ann.post(flight('DL1', 'JFK-ORD', '2026-04-05T08:00', '2026-04-05T09:30'))
      t.equal(ann.trips()[0]?.destination, 'Miami')
    }
  },
)

t.test('a port call without a night is no destination on a trip with nights elsewhere', async (t) => {
  const ann = traveller()
  ann.post([
    flight('DL1', 'JFK-MIA', '2026-02-28T08:00', '2026-02-28T11:00'),
    cruise([call('Boston', '03T08:00', '03T18:00')], 'Miami'),
    flight('DL2', 'MIA-JFK', '2026-03-08T14:00', '2026-03-08T17:00'),
  ])
  t.same(stops(ann.trips()[0]), [['Miami', 1]])
})

t.test('a night in two hotels of one city counts once', async (t) => {
  const ann = traveller()
  ann.post([
    flight('DL1', 'JFK-ORD', '2026-03-01T08:00', '2026-03-01T10:00'),
    hotel('Lake Inn', 'Chicago', '2026-03-01', '2026-03-06'),
    hotel('Bay Hotel', 'Chicago', '2026-03-03', '2026-03-07'),
    flight('DL2', 'ORD-DEN', '2026-03-07T15:00', '2026-03-07T18:00'),
    hotel('Peak Lodge', 'Denver', '2026-03-07', '2026-03-14'),
    flight('DL3', 'DEN-JFK', '2026-03-14T15:00', '2026-03-14T21:00'),
  ])
  t.same(stops(ann.trips()[0]), [
    ['Chicago', 6],
    ['Denver', 7],
  ])
  t.equal(ann.trips()[0]?.destination, 'Denver')
})
