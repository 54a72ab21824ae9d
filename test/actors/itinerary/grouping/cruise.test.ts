/** RULES 5.12.1: what happens ashore belongs to the cruise. */
import t from 'tap'
import { flight, meeting, traveller } from '../../../support/traveller.js'
import type { Segment } from '../../../support/traveller.js'

const cruise = (more: Segment = {}): Segment => ({
  type: 'Cruise',
  source: 'manual',
  cruise_line: 'Blue',
  ship_name: 'Aurora',
  embark_city_name: 'Miami',
  embark_country: 'US',
  disembark_city_name: 'Miami',
  disembark_country: 'US',
  embark_datetime: '2026-03-01T17:00',
  disembark_datetime: '2026-03-08T08:00',
  ...more,
})
const calls = [
  {
    city_name: 'New York',
    country: 'US',
    arrival_datetime: '2026-03-04T08:00',
    departure_datetime: '2026-03-04T18:00',
  },
  { city_name: 'Boston', arrival_datetime: '2026-03-05T08:00', departure_datetime: '2026-03-05T18:00' },
]
const ashore = meeting('Harbour walk', 'Boston', '2026-03-05T11:00', '2026-03-05T13:00')

t.test('a point joins the cruise in a port of call on that day', async (t) => {
  const ann = traveller()
  ann.post([
    flight('DL1', 'JFK-MIA', '2026-03-01T08:00', '2026-03-01T11:00'),
    cruise({ port_calls: calls }),
    ashore,
    meeting('Weekly meeting', 'Boston', '2026-03-03T11:00', '2026-03-03T12:00'),
  ])
  t.same(ann.grouping(), [['JFK-MIA', 'Aurora', 'Harbour walk']])
})

t.test('the same in any order of arrival, and after a restart', async (t) => {
  const ann = traveller(['JFK'], { restoring: true })
  ann.post(ashore)
  ann.post(cruise())
  ann.post(cruise({ port_calls: calls }))
  ann.post(flight('DL1', 'JFK-MIA', '2026-03-01T08:00', '2026-03-01T11:00'))
  t.same(ann.grouping(), [['JFK-MIA', 'Aurora', 'Harbour walk']])
})

t.test('a point joins a cruise without known ports only where the ship can have been', async (t) => {
  const ann = traveller()
  ann.post([cruise(), ashore, meeting('Call', 'Munich', '2026-03-04T11:00', '2026-03-04T13:00')])
  t.same(ann.grouping(), [['Aurora', 'Harbour walk']])
})

t.test('N5a a cruise that ends where it began does so in the larger city of that name', async (t) => {
  const ann = traveller()
  ann.post(cruise({ embark_city_name: 'Springfield', disembark_city_name: 'Springfield' }))
  const [segment] = ann.segments()
  t.same([segment?.embark_admin_code, segment?.disembark_admin_code], ['MO', 'MO'])
})
