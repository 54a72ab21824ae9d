/** Flights with codes, times and what boarding passes add. */
import * as documents from '../documents.js'
import type { Reservation } from '../reservation.js'
import { flight } from '../segments.js'
import { AT } from '../spots.js'

const { gmail, itinerary, kitinerary, mailsift } = documents
const TEGEL = { code: 'TXL', name: 'Berlin Tegel', lat: 52.55970001220703, lon: 13.287799835205078 }
const ZURICH = { code: 'ZRH', name: 'Zürich', lat: 47.464698791503906, lon: 8.549169540405273 }

export const FLIGHTS: Reservation[] = [
  {
    what: 'boarding pass with gate, seat and boarding time, coordinates as numbers of many digits',
    document: itinerary('tests/randa2017.json'),
    segment: flight('LX 963', [TEGEL, '2017-09-10T06:45'], [ZURICH, '2017-09-10T08:15'], {
      seat_assignment: '15F',
      departure_gate: 'A10',
      boarding_datetime: '2017-09-10T06:15',
      confirmation_no: 'XXX007',
    }),
    from: AT.berlin,
    to: AT.zurich,
  },
  {
    what: 'boarding pass that knows the boarding time and the day, but neither departure nor arrival',
    document: kitinerary('postprocessordata/lh-incomplete-departure-time.post.json'),
    segment: flight('LH 2724', [{ code: 'MUC', name: 'Munich' }, '2018-03-06'], [TEGEL], {
      seat_assignment: '5A',
      boarding_sequence: '42',
      boarding_datetime: '2018-03-06T17:05',
      confirmation_no: 'XXX007',
    }),
    from: AT.munich,
    to: AT.berlin,
  },
  {
    what: 'IATA bar code: a day and a sequence number, no time and no names',
    document: kitinerary('bcbpdata/iata-resolution792-example2.json'),
    segment: flight('AC 834', [{ code: 'YUL' }, '2011-11-22'], [{ code: 'FRA' }], {
      seat_assignment: '3A',
      boarding_sequence: '27',
      ticket_barcode: 'M1DOE/JANE            EAB12C3 YULFRAAC 0834 326J003A0027 100',
      confirmation_no: 'AB12C3',
      last_name: 'DOE',
      first_name: 'JANE',
    }),
    from: AT.montreal,
    to: AT.frankfurt,
  },
  {
    what: 'airline by its three letters, day only, an airport that has closed',
    document: itinerary('autotests/data/tripgroup/iata-bcbp-no-times.json'),
    segment: flight(
      'EJU 4672',
      [{ code: 'MXP', name: 'Milan Malpensa' }, '2019-09-13'],
      [{ code: 'SXF', name: 'Berlin Schoenefeld' }],
      { confirmation_no: 'EXXX007' },
    ),
    from: AT.milan,
    to: AT.berlin,
  },
  {
    what: 'the first leg of a bar code with two legs',
    document: kitinerary('postprocessordata/bcbp-two-leg-expansion.post.json'),
    segment: flight(
      'AF 123',
      [{ code: 'GVA', country: 'CH' }, '2018-12-05'],
      [{ code: 'CDG', country: 'FR' }],
      { seat_assignment: '2F', confirmation_no: 'ABC123' },
    ),
    from: AT.geneva,
    to: AT.parisAirport,
  },
  {
    what: 'confirmation with check-in, change and cancel links and a boarding group',
    document: kitinerary('postprocessordata/google-actions.post.json'),
    segment: flight(
      'UA 110',
      [{ code: 'SFO', name: 'San Francisco Airport' }, '2027-03-04T20:15'],
      [{ code: 'JFK', name: 'John F. Kennedy International Airport' }, '2027-03-05T06:30'],
      {
        seat_assignment: '9A',
        boarding_group: 'B',
        boarding_datetime: '2027-03-04T19:15',
        departure_gate: '11',
        departure_terminal: 'B',
        arrival_terminal: 'B',
        ticket_barcode: '123456789',
        checkin_url: 'http://united.com/onlinecheckin.html',
        change_url: 'http://cheapair.com/edit?id=RXJ34P',
        cancel_url: 'http://cheapair.com/cancel?id=RXJ34P',
        confirmation_no: 'RXJ34P',
      },
    ),
    from: AT.sanFrancisco,
    to: AT.newYork,
  },
  {
    what: 'an example whose flight lands a day too late by its own times',
    document: gmail('flight-reservation'),
    segment: flight(
      'UA 201',
      [{ code: 'JFK', name: 'John F. Kennedy International Airport' }, '2017-03-04T11:00'],
      [{ code: 'ORD', name: "O'Hare International Airport" }, '2017-03-05T13:25'],
      { confirmation_no: 'RXJ34P' },
    ),
    from: AT.newYork,
    to: AT.chicago,
  },
  {
    what: 'a flight number without an airline',
    document: itinerary('autotests/data/bug455083.json'),
    segment: flight('1234', [{ code: 'STR' }, '2022-03-04T11:00'], [{ code: 'MUC' }, '2022-03-05T13:25'], {
      confirmation_no: 'XXX007',
    }),
    from: AT.stuttgart,
    to: AT.munich,
  },
  {
    what: 'a departure without an arrival, on an island two hours from the mainland',
    document: itinerary('autotests/data/timeline/no-arrival-time.json'),
    segment: flight(
      'AB 123',
      [{ code: 'PDL' }, '2023-06-27T15:15'],
      [{ code: 'LIS', name: 'LISBON AIRPORT' }],
      { confirmation_no: 'XXX007' },
    ),
    from: AT.azores,
    to: AT.lisbon,
  },
  {
    what: 'a GDS itinerary with titles glued to names',
    document: kitinerary('extractordata/travelport-galileo/six-legs-single-passenger.txt.json'),
    segment: flight(
      'EY 289',
      [{ code: 'AMD', country: 'IN' }, '2017-01-09T05:05'],
      [{ code: 'AUH', country: 'AE' }, '2017-01-09T07:00'],
      { last_name: 'DOE', first_name: 'JOHNMR' },
    ),
    from: AT.ahmedabad,
    to: AT.abuDhabi,
  },
  {
    what: 'an arrival after midnight',
    document: kitinerary('postprocessordata/day-rollover.post.json'),
    segment: flight('AF 192', [{ code: 'CDG' }, '2007-12-03T11:00'], [{ code: 'BLR' }, '2007-12-04T00:35'], {
      confirmation_no: 'XXX007',
    }),
    from: AT.parisAirport,
    to: AT.bangalore,
  },
  {
    what: 'a GDS itinerary with airport names that say city, country, airport and terminal',
    document: kitinerary('extractordata/amadeus/amadeus_1.txt.json'),
    segment: flight(
      'DL 139',
      [{ code: 'AMS', name: 'AMSTERDAM, NL (SCHIPHOL AIRPORT)', country: 'NL' }, '2016-06-07T15:00'],
      [
        { code: 'DTW', name: 'DETROIT, MI (METROPOLITAN WAYNE CO), TERMINAL EM', country: 'US' },
        '2016-06-07T17:40',
      ],
      { confirmation_no: '123456' },
    ),
    from: AT.amsterdam,
    to: AT.detroit,
  },
  {
    what: 'a flight number with leading zeros, and an airport name that many airports have',
    document: kitinerary('extractordata/fcm/fcmtravel_2.txt.json'),
    segment: flight(
      'AA 086',
      [{ code: 'PDX', name: 'Portland International' }, '2016-10-22T08:00'],
      [{ code: 'ORD', name: 'O Hare International' }, '2016-10-22T14:00'],
      { confirmation_no: 'XXX007' },
    ),
    from: AT.portland,
    to: AT.chicago,
  },
  {
    what: 'a travel agency itinerary into another time zone',
    document: kitinerary('extractordata/fcm/fcmtravel_1.txt.json'),
    segment: flight(
      'BT 212',
      [{ code: 'TXL', name: 'Tegel' }, '2017-11-05T08:55'],
      [{ code: 'RIX', name: 'Riga' }, '2017-11-05T11:35'],
      { confirmation_no: 'ABCDEF' },
    ),
    from: AT.berlin,
    to: AT.riga,
  },
  {
    what: 'a flight number that repeats the carrier, and the price of the receipt as a number',
    document: mailsift('test_schema_ld.py'),
    segment: flight(
      'FR FR1234',
      [{ code: 'DUB', name: 'Dublin' }, '2026-07-20T19:00'],
      [{ code: 'BCN', name: 'Barcelona' }, '2026-07-20T22:00'],
      { confirmation_no: 'FR1234-ABC123', price: 277.68, currency: 'EUR' },
    ),
    from: AT.dublin,
    to: AT.barcelona,
  },
  {
    what: 'an airport with the country in another language as its city',
    document: mailsift('test_transavia_booking.py'),
    segment: flight(
      'HV 6111',
      [{ code: 'AMS', name: 'Schiphol', city: 'Amsterdam' }, '2025-04-04T09:15'],
      [{ code: 'BCN', name: 'Barcelona', city: 'Spanje' }, '2025-04-04T11:30'],
      { confirmation_no: 'AAAAAA' },
    ),
    from: AT.amsterdam,
    to: AT.barcelona,
  },
]
