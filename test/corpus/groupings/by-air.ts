/** Journeys by air. */
import { itinerary, kitinerary, mailsift } from '../documents.js'
import { air, BERLIN_HOME } from '../journey.js'
import type { Journey } from '../journey.js'
import { flight, stay } from '../segments.js'

const TRIPGROUP = (file: string) => itinerary(`autotests/data/tripgroup/${file}`)
const one = { confirmation_no: 'XXX007' }

export const BY_AIR: Journey[] = [
  {
    what: 'out and back the next day',
    document: TRIPGROUP('flight-direct-return.json'),
    segments: [
      air('DY 1103', 'SXF-OSL', '2018-06-11T09:50', '2018-06-11T11:30', one),
      air('DY 1108', 'OSL-SXF', '2018-06-12T18:00', '2018-06-12T19:35', one),
    ],
    trips: [[0, 1]],
    names: ['Oslo'],
  },
  {
    what: 'out and back with a connection each way (A-H-B-H-A)',
    document: TRIPGROUP('symmetric-two-leg-return-flight.json'),
    segments: [
      air('SN 2592', 'TXL-BRU', '2019-04-05T06:55', '2019-04-05T08:15', one),
      air('SN 3667', 'BRU-TLS', '2019-04-05T09:35', '2019-04-05T11:15', one),
      air('SN 3670', 'TLS-BRU', '2019-04-07T18:20', '2019-04-07T20:05', one),
      air('SN 2591', 'BRU-TXL', '2019-04-07T20:50', '2019-04-07T22:10', one),
    ],
    trips: [[0, 1, 2, 3]],
    names: ['Toulouse'],
  },
  {
    what: 'days without times, out from one airport of a city and back to the other',
    document: TRIPGROUP('iata-bcbp-no-times.json'),
    segments: [
      air('EJU 5883', 'TXL-MXP', '2019-09-05', undefined, { confirmation_no: 'EXXX007' }),
      air('EJU 4672', 'MXP-SXF', '2019-09-13', undefined, { confirmation_no: 'EXXX007' }),
    ],
    trips: [[0, 1]],
    names: ['Milan'],
  },
  {
    what: 'a flight home at the end of an unreported journey, and a journey two weeks later',
    document: TRIPGROUP('leading-appendix.json'),
    segments: [
      air('KL 1825', 'AMS-TXL', '2000-05-22T12:30', '2000-05-22T13:45', one),
      air('DY 1105', 'SXF-OSL', '2000-06-04T14:20', '2000-06-04T16:00', { confirmation_no: 'XXX008' }),
      air('DY 1104', 'OSL-SXF', '2000-06-07T12:15', '2000-06-07T13:50', { confirmation_no: 'XXX008' }),
    ],
    trips: [[0], [1, 2]],
    names: [null, 'Oslo'],
  },
  {
    what: 'over an ocean with connections, back on another way',
    document: kitinerary('extractordata/amadeus/amadeus_1.txt.json'),
    segments: [
      air('DL 9520', 'TXL-AMS', '2016-06-07T12:10', '2016-06-07T13:30'),
      air('DL 139', 'AMS-DTW', '2016-06-07T15:00', '2016-06-07T17:40'),
      air('DL 8573', 'DTW-CDG', '2016-06-09T21:40', '2016-06-10T11:30'),
      air('DL 8680', 'CDG-TXL', '2016-06-10T13:00', '2016-06-10T14:40'),
    ],
    trips: [[0, 1, 2, 3]],
    names: ['Detroit'],
  },
  {
    what: 'six legs over two hubs, a night on the way back',
    document: kitinerary('extractordata/travelport-galileo/six-legs-single-passenger.txt.json'),
    segments: [
      air('EY 289', 'AMD-AUH', '2017-01-09T05:05', '2017-01-09T07:00'),
      air('EY 83', 'AUH-FCO', '2017-01-09T08:50', '2017-01-09T13:00'),
      air('EY 3000', 'FCO-VLC', '2017-01-09T15:00', '2017-01-09T17:05'),
      air('EY 3001', 'VLC-FCO', '2017-01-16T17:55', '2017-01-16T19:55'),
      air('EY 84', 'FCO-AUH', '2017-01-16T22:00', '2017-01-17T06:05'),
      air('EY 226', 'AUH-AMD', '2017-01-17T10:00', '2017-01-17T14:45'),
    ],
    trips: [[0, 1, 2, 3, 4, 5]],
    names: ['Valencia'],
  },
  {
    what: 'two travellers, out to one city and back from another',
    document: kitinerary('extractordata/fcm/fcmtravel_2.txt.json'),
    segments: [
      air('AB 6439', 'TXL-DUS', '2016-10-17T10:50', '2016-10-17T12:00', {
        last_name: 'Doe',
        first_name: 'Jane',
      }),
      air('AB 7392', 'DUS-SFO', '2016-10-17T13:20', '2016-10-17T15:55', {
        last_name: 'Doe',
        first_name: 'Jane',
      }),
      air('AA 086', 'PDX-ORD', '2016-10-22T08:00', '2016-10-22T14:00', {
        last_name: 'Doe',
        first_name: 'Jane',
      }),
      air('AB 7421', 'ORD-TXL', '2016-10-22T15:25', '2016-10-23T07:00', {
        last_name: 'Doe',
        first_name: 'Jane',
      }),
    ].flatMap((leg) => [leg, { ...leg, first_name: 'John' }]),
    trips: [[0, 2, 4, 6]],
    names: ['San Francisco'],
  },
  {
    what: 'two travellers one way over a hub',
    document: itinerary('autotests/data/timeline/multi-traveler-merge-with-countryinfo.json'),
    segments: [
      air('LH 2037', 'TXL-MUC', '2000-01-01T13:00', '2000-01-01T14:10', { ...one, last_name: 'One' }),
      air('LH 2037', 'TXL-MUC', '2000-01-01T13:00', '2000-01-01T14:10', { ...one, last_name: 'Two' }),
      air('LH 9440', 'MUC-FLR', '2000-01-01T15:05', '2000-01-01T16:20', { ...one, last_name: 'One' }),
      air('LH 9440', 'MUC-FLR', '2000-01-01T15:05', '2000-01-01T16:20', { ...one, last_name: 'Two' }),
    ],
    trips: [[0, 2]],
    names: ['Florence'],
  },
  {
    what: 'one way over a hub, the first leg a day long by its own times',
    document: itinerary('autotests/data/google-multi-passenger-flight.json'),
    segments: [
      air('UA 201', 'JFK-ORD', '2017-03-04T11:00', '2017-03-05T13:25', { confirmation_no: 'RXJ34P' }),
      air('UA 1050', 'ORD-SFO', '2017-03-05T14:55', '2017-03-05T15:15', { confirmation_no: 'RXJ34P' }),
    ],
    trips: [[0, 1]],
    names: ['San Francisco'],
  },
  {
    what: 'two journeys half a year apart: the first has no way back',
    document: itinerary('autotests/data/timeline/no-arrival-time.json'),
    segments: [
      air('AB 9876', 'BER-PDL', '2023-01-01T09:30', '2023-01-01T11:30', { confirmation_no: 'ABC123' }),
      air('AB 123', 'PDL-LIS', '2023-06-27T15:15', undefined, one),
      stay('A Hotel', '2023-06-27T15:00', '2023-06-28T11:00', { city_name: 'Lissabon', country: 'PT' }),
    ],
    trips: [[0], [2, 1]],
    names: ['Ponta Delgada', 'Lisbon'],
  },
  {
    what: 'two weeks away over a change of clocks',
    document: itinerary('autotests/data/timeline/dst-change.json'),
    segments: [
      air('UA 110', 'SFO-JFK', '1996-10-10T20:15', '1996-10-11T06:30', { confirmation_no: 'RXJ34P' }),
      air('UA 109', 'JFK-SFO', '1996-10-29T06:30', '1996-10-29T19:15', { confirmation_no: 'RXJ34P' }),
    ],
    trips: [[0, 1]],
    names: ['New York'],
  },
  {
    what: 'a flight home a year before a night abroad in a hotel of which only the country is known',
    document: itinerary('autotests/data/timeline/weather-forecast-with-tz-change.json'),
    segments: [
      air('XY 1234', 'FRA-TXL', '1995-10-17T17:35', '1995-10-17T18:35', { confirmation_no: 'XXX006' }),
      air('AY 1438', 'TXL-HEL', '1996-10-16T17:50', '1996-10-16T20:45', one),
      stay('Some Hotel in Finland', '1996-10-16T15:00', '1996-10-17T12:00', {
        country: 'FI',
        time_zone_id: 'Europe/Helsinki',
      }),
      air('AY 1435', 'HEL-TXL', '1996-10-17T17:35', '1996-10-17T18:35', one),
    ],
    trips: [[0], [2, 1, 3]],
    names: [null, 'Helsinki'],
  },
  {
    what: 'airports by their names alone, out and back',
    document: mailsift('test_british_airways.py'),
    segments: [
      flight(
        'BA 440',
        [{ name: 'Heathrow', city: 'London' }, '2024-06-08T16:15'],
        [{ name: 'Amsterdam' }, '2024-06-08T18:35'],
      ),
      flight(
        'BA 443',
        [{ name: 'Amsterdam' }, '2024-06-16T21:10'],
        [{ name: 'Heathrow', city: 'London' }, '2024-06-16T21:25'],
      ),
    ],
    trips: [[0, 1]],
    names: ['Amsterdam'],
  },
  {
    what: 'a weekend with a given home',
    document: kitinerary('extractordata/eurowings/eurowings_1.txt.json'),
    home: BERLIN_HOME,
    segments: [
      air('4U 8462', 'TXL-LHR', '2017-06-15T12:55', '2017-06-15T13:50', { confirmation_no: 'ABC123' }),
      air('4U 8465', 'LHR-TXL', '2017-06-18T19:10', '2017-06-18T22:00', { confirmation_no: 'ABC123' }),
    ],
    trips: [[0, 1]],
    names: ['London'],
  },
]
