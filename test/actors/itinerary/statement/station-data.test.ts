/** RULES N5: what a source says of a station beats what its name might mean, and no name leaves its country. */
import t from 'tap'
import { checkSegment } from '../../../../schemas/segment/validation/check-segment.js'
import { traveller } from '../../../support/traveller.js'
import type { Doc, Segment } from '../../../support/traveller.js'

const train = (more: Segment): Segment => ({
  type: 'Rail',
  source: 'rail_db',
  rail_line: 'DB',
  train_number: 'ICE 71',
  origin: 'Berlin Hbf',
  destination: 'Munich',
  departure_datetime: '2026-03-02T08:00',
  arrival_datetime: '2026-03-02T12:00',
  ...more,
})
const ride = (more: Segment): Segment => ({
  type: 'Transport',
  source: 'manual',
  transport_company: 'Example Bus',
  start_datetime: '2026-03-02T08:00',
  ...more,
})
const gathering = (more: Segment): Segment => ({
  type: 'Event',
  source: 'manual',
  activity_name: 'Example Fair',
  start_datetime: '2026-03-02T08:00',
  ...more,
})
const shown = (segment: Segment): Doc => {
  const ann = traveller(['LHR'])
  ann.post(segment)
  return ann.segments()[0]!
}

const CASES: Array<[string, Segment, Segment]> = [
  [
    'coordinates beat the name, and are shown as sent',
    train({ origin: 'Springfield', origin_lat: '48.14000', origin_lon: '11.55800', origin_code: '8000261' }),
    {
      origin_code: '8000261',
      origin_lat: '48.14000',
      origin_lon: '11.55800',
      origin_country: 'DE',
      departure_time_zone_id: 'Europe/Berlin',
    },
  ],
  [
    'the city with its country beats the name',
    train({ origin: 'Paris Gare de Lyon', origin_city_name: 'Rome', origin_country: 'Italy' }),
    { origin_city_name: 'Rome', origin_country: 'Italy', departure_time_zone_id: 'Europe/Rome' },
  ],
  [
    'a name is not looked for in another country',
    train({ origin: 'Paris', origin_country: 'DEU' }),
    { origin_country: 'DEU', origin_lat: null, origin_city_name: null, departure_time_zone_id: null },
  ],
  [
    'nor one that names its country itself',
    ride({ start_location: 'Paris, Germany' }),
    { start_lat: null, start_city_name: null, start_time_zone_id: null },
  ],
  [
    'a country may be a name in another language',
    train({ origin: 'Roma Termini', origin_country: 'Italien' }),
    { origin_country: 'Italien', departure_time_zone_id: 'Europe/Rome' },
  ],
  [
    "a railway's code is no airport of another country",
    train({ origin: 'LHR', origin_country: 'DE' }),
    { origin_lat: null, departure_time_zone_id: null },
  ],
  [
    'the name of a start is a place',
    ride({ start_name: 'Paris Bercy Seine' }),
    { start_name: 'Paris Bercy Seine', start_country: 'FR', start_time_zone_id: 'Europe/Paris' },
  ],
  [
    'a venue is where its address says',
    gathering({ start_name: 'Example Hall, Rome, Italy' }),
    { start_city_name: 'Rome', start_time_zone_id: 'Europe/Rome' },
  ],
  [
    'the town in the name of a venue is not its place',
    gathering({ start_name: 'Paris Example Hall' }),
    { start_city_name: null, start_time_zone_id: null },
  ],
  [
    "a flight's airport keeps its code and takes the coordinates",
    {
      type: 'Air',
      source: 'airline_dl',
      airline: 'DL',
      flight_num: '42',
      origin: 'JFK',
      origin_lat: '40.64000',
      origin_lon: '-73.78000',
      destination: 'LHR',
      destination_lat: '10.00000',
      destination_lon: '10.00000',
      departure_datetime: '2026-03-14T18:30',
      arrival_datetime: '2026-03-15T06:05',
    },
    { origin_lat: '40.64000', origin_country: 'US', arrival_time_zone_id: 'Europe/London' },
  ],
]

t.test('RULES N5: station data, in the order in which they are believed', async (t) => {
  for (const [name, segment, expected] of CASES) t.match(shown(segment), expected, name)
})

t.test('RULES 1: station data are known fields, and a name alone is a place', async (t) => {
  const context = { source: () => ({ status: 'Active' as const }), zoneOf: () => undefined, strict: true }
  for (const [name, segment] of CASES) t.same(checkSegment(segment, context), [], name)
})
