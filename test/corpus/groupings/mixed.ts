/** Journeys by several means, with hotels, events, a cruise and a ferry. */
import { itinerary } from '../documents.js'
import type { PublicDocument } from '../documents.js'
import { air, BERLIN_HOME, rail } from '../journey.js'
import type { Journey } from '../journey.js'
import { gathering, ride, segment, stay, train } from '../segments.js'

const COMPOSED: PublicDocument = { name: 'Composed of reservations of this corpus', url: null }
const x = { confirmation_no: 'XXX007' }
const AIRPORT_ZRH = { name: 'Zürich Flughafen', code: '8503016', country: 'CH', lat: 47.4503, lon: 8.56222 }
const VISP = { name: 'Visp', code: '8501605', country: 'CH', lat: 46.294, lon: 7.88146 }
const RANDA = { name: 'Randa', code: '8501687', country: 'CH', lat: 46.0999, lon: 7.78147 }
const RANDA_TOWN = { city_name: 'Randa', admin_code: 'Wallis', postal_code: '3928', country: 'CH' }
const OSNABRUCK = { name: 'Osnabrück Hbf', code: '8000294', lat: 52.272533416, lon: 8.0612564 }
const BERLIN = { name: 'Berlin Hbf', code: '8011160', lat: 52.52492523, lon: 13.369289 }

const RANDA_2017 = [
  air('LX 963', 'TXL-ZRH', '2017-09-10T06:45', '2017-09-10T08:15', x),
  train('IC 816', [AIRPORT_ZRH, '2017-09-10T11:40'], [VISP, '2017-09-10T14:02'], { rail_line: 'SBB' }),
  train('R 241', [VISP, '2017-09-10T14:08'], [RANDA, '2017-09-10T14:53'], { rail_line: 'SBB' }),
  ride(
    'Taxi',
    [{ name: 'Randa Bahnhof', country: 'CH', lat: 46.0999, lon: 7.78147 }, '2017-09-10T14:55'],
    null,
    {
      transport_company: 'Randa Taxi',
    },
  ),
  gathering('KDE Randa Meeting 2017', '2017-09-10T15:00', null, {
    start_name: 'Haus Randa',
    start_city_name: 'Randa',
    start_country: 'Switzerland',
  }),
  stay('Haus Randa', '2017-09-10T15:00', '2017-09-15T10:00', {
    address1: 'Haus Maria am Weg',
    ...RANDA_TOWN,
  }),
  ride(
    'Bus',
    [{ name: 'Randa', country: 'CH' }, '2017-09-13T14:00'],
    [{ name: 'Zermatt', country: 'CH', lat: 46.02428, lon: 7.74866 }, '2017-09-13T14:20'],
  ),
  gathering(
    'Matterhorn',
    '2017-09-13T14:30',
    '2017-09-13T15:30',
    { start_city_name: 'Zermatt', start_country: 'CH', start_lat: 46.01505, start_lon: 7.74224 },
    'Activity',
  ),
  segment('Restaurant', {
    restaurant_name: 'Raclette',
    start_datetime: '2017-09-14T19:00',
    end_datetime: '2017-09-14T22:00',
    number_of_pax: 20,
    ...RANDA_TOWN,
  }),
  train('R 250', [RANDA, '2017-09-15T14:54'], [VISP, '2017-09-15T15:46'], { rail_line: 'SBB' }),
  train('IC 827', [VISP, '2017-09-15T15:57'], [AIRPORT_ZRH, '2017-09-15T18:16'], { rail_line: 'SBB' }),
  air('LX 962', 'ZRH-TXL', '2017-09-15T20:50', '2017-09-15T22:15', x),
]
const ALL_OF_RANDA = RANDA_2017.map((_, i) => i)

export const MIXED: Journey[] = [
  {
    what: 'a week in a village by air, train and taxi, with a hotel, a meeting and an outing',
    document: itinerary('tests/randa2017.json'),
    segments: RANDA_2017,
    trips: [ALL_OF_RANDA],
    names: ['Randa'],
  },
  {
    what: 'the same, with a given home, after a flight of half a year before',
    document: itinerary('autotests/tripgrouptest.cpp'),
    home: BERLIN_HOME,
    segments: [
      ...RANDA_2017,
      air('UA 201', 'JFK-ORD', '2017-03-04T11:00', '2017-03-05T13:25', { confirmation_no: 'RXJ34P' }),
      air('UA 1050', 'ORD-SFO', '2017-03-05T14:55', '2017-03-05T15:15', { confirmation_no: 'RXJ34P' }),
    ],
    trips: [[12, 13], ALL_OF_RANDA],
    names: ['San Francisco', 'Randa'],
  },
  {
    what: 'a conference by air with a rental car and a hotel',
    document: itinerary('tests/akademy2017.json'),
    segments: [
      air('IB 3677', 'TXL-MAD', '2017-07-20T12:25', '2017-07-20T15:35', { confirmation_no: 'YYY0008' }),
      gathering('Akademy 2017 Welcome Party', '2017-07-20T20:00', null, {
        start_name: 'Civitas',
        start_city_name: 'Almería',
        start_country: 'Spain',
      }),
      stay('CIVITAS Residence', '2017-07-20T15:00', '2017-07-28T10:00', {
        city_name: 'Almería',
        country: 'Spain',
      }),
      air('IB 8588', 'MAD-LEI', '2017-07-20T17:50', '2017-07-20T19:00', { confirmation_no: 'YYY0008' }),
      air('IB 8603', 'LEI-MAD', '2017-07-28T07:15', '2017-07-28T08:25', { confirmation_no: 'YYY0008' }),
      air('IB 3186', 'MAD-TXL', '2017-07-28T12:00', '2017-07-28T15:00', { confirmation_no: 'YYY0008' }),
    ],
    trips: [[0, 2, 3, 1, 4, 5]],
    names: ['Almer'],
  },
  {
    what: 'a train, a meeting, a hotel and a dinner',
    document: itinerary('tests/osnabrueck2021.json'),
    segments: [
      train('IC 148', [BERLIN, '2021-01-09T08:37'], [OSNABRUCK, '2021-01-09T11:51'], {
        confirmation_no: 'OSNA21',
      }),
      gathering('KDE PIM Osnabrück Meeting 2021', '2021-01-09T12:00', '2021-01-10T16:00', {
        start_city_name: 'Osnabrück',
        start_country: 'DE',
      }),
      stay('Dom-Hotel', '2021-01-09T15:00', '2021-01-10T10:00', { city_name: 'Osnabrück', country: 'DE' }),
      segment('Restaurant', {
        restaurant_name: 'Rampendahl',
        start_datetime: '2021-01-09T19:00',
        city_name: 'Osnabrück',
        country: 'DE',
      }),
      train('IC 147', [OSNABRUCK, '2021-01-10T16:08'], [BERLIN, '2021-01-10T19:22'], {
        confirmation_no: 'OSNA21',
      }),
    ],
    trips: [[0, 1, 2, 3, 4]],
    names: ['Osnabrück'],
  },
  {
    what: 'a train to a town and a flight from the airport of another, and back after midnight',
    document: itinerary('autotests/data/tripgroup/time-based-layover-detection.json'),
    segments: [
      rail('ICE 123', ['Sömewhere Hbf', '2019-06-18T04:55'], ['Frankfurt(M) Flughafen Fernbf', '08:22']),
      air('FR 2424', 'FRA-VLC', '2019-06-18T10:50', '2019-06-18T13:10', x),
      air('FR 2425', 'VLC-FRA', '2019-06-26T19:40', '2019-06-26T22:00', x),
      rail('NJ 987', ['FRA FLUG FERNBF', '2019-06-26T23:54'], ['SOEMEWHERE HBF', '2019-06-27T03:34']),
    ],
    trips: [[0, 1, 2, 3]],
    names: ['Valencia'],
  },
  {
    what: 'one way to a conference of a week',
    document: itinerary('autotests/data/tripgroup/unidirectional-with-events.json'),
    segments: [
      rail('ICE 707', ['Berlin Hbf', '2024-09-04T13:34'], ['Bamberg', '16:15']),
      rail('RE 20', ['Bamberg', '2024-09-04T16:27'], ['Würzburg Hbf', '17:21']),
      gathering('Akademy Welcome Event', '2024-09-06T18:00', null, {
        start_name: 'Residenz Würzburg',
        start_city_name: 'Würzburg',
        start_country: 'DE',
      }),
      gathering('KDE Akademy 2024', '2024-09-07T09:00', '2024-09-13T17:00', {
        start_city_name: 'Würzburg',
        start_country: 'DE',
      }),
    ],
    trips: [[0, 1, 2, 3]],
    names: [null],
  },
  {
    what: 'a flight to a cruise and back',
    document: COMPOSED,
    segments: [
      air('AA 2412', 'ORD-MIA', '2026-11-14T14:25', '2026-11-14T18:25'),
      stay('Harbour Hotel', '2026-11-14', '2026-11-15', { city_name: 'Miami', country: 'US' }),
      segment('Cruise', {
        cruise_line: 'NCL',
        ship_name: 'Norwegian Getaway',
        embark_city_name: 'Miami',
        embark_country: 'US',
        embark_datetime: '2026-11-15',
        disembark_city_name: 'Miami',
        disembark_country: 'US',
        disembark_datetime: '2026-11-22',
      }),
      air('AA 2413', 'MIA-ORD', '2026-11-22T15:00', '2026-11-22T17:30'),
    ],
    trips: [[0, 1, 2, 3]],
    names: [null],
  },
  {
    what: 'two ferries with a hotel in between',
    document: COMPOSED,
    segments: [
      segment('Ferry', {
        ferry_line: 'Stena Line',
        ship_name: 'Stena Britannica',
        start_name: 'Harwich',
        end_name: 'Hook Of Holland',
        start_datetime: '2025-05-10T23:00',
        end_datetime: '2025-05-11T08:00',
      }),
      stay('Example Hotel Amsterdam', '2025-05-11T15:00', '2025-05-14T11:00', {
        address1: '1 Example Street, Amsterdam, 1011 AB, Netherlands',
      }),
      segment('Ferry', {
        ferry_line: 'Stena Line',
        start_name: 'Hook Of Holland',
        end_name: 'Harwich',
        start_datetime: '2025-05-14T22:00',
      }),
    ],
    trips: [[0, 1, 2]],
    names: ['Amsterdam'],
  },
  {
    what: 'a hotel booked in one year and a rental car of another',
    document: COMPOSED,
    segments: [
      stay('Hilton San Francisco Union Square', '2027-04-11T16:00', '2027-04-13T11:00', {
        city_name: 'San Francisco',
        admin_code: 'CA',
        country: 'US',
      }),
      segment('Car', {
        car_company: 'Hertz',
        pickup_city_name: 'San Diego',
        pickup_admin_code: 'CA',
        pickup_country: 'US',
        pickup_datetime: '2027-08-05T16:00',
        dropoff_city_name: 'Los Angeles',
        dropoff_admin_code: 'CA',
        dropoff_country: 'US',
        dropoff_datetime: '2027-08-06T20:00',
      }),
    ],
    trips: [[0], [1]],
    names: ['San Francisco', 'Los Angeles'],
  },
]
