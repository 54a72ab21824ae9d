/** Flights by airport names, and flights of every continent. */
import * as documents from '../documents.js'
import type { Reservation } from '../reservation.js'
import { flight } from '../segments.js'
import { AT } from '../spots.js'

const { kitinerary, mailsift } = documents

export const FLIGHTS_WORLDWIDE: Reservation[] = [
  {
    what: 'airports named by city, country and airport',
    document: kitinerary('postprocessordata/ambiguous-airports-2x2.pre.json'),
    segment: flight(
      'XY 1234',
      [{ name: 'VALENCIA ES VALENCIA AIRPORT' }, '2018-07-26T16:25'],
      [{ name: 'FRANKFURT DE FRANKFURT INTL' }, '2018-07-26T18:50'],
    ),
    from: AT.valencia,
    to: AT.frankfurt,
  },
  {
    what: 'airports by name, one of them the second airport of its name in the world',
    document: kitinerary('postprocessordata/ambiguous-iata-code-large-distance.pre.json'),
    segment: flight(
      'SK 123',
      [{ name: 'STUTTGART AIRPORT' }, '2010-01-01T10:05'],
      [{ name: 'COPENHAGEN DK KASTRUP' }, '2010-01-01T11:35'],
    ),
    from: AT.stuttgart,
    to: AT.copenhagen,
  },
  {
    what: 'one airport by code, the other by name',
    document: kitinerary('postprocessordata/ambiguous-iata-code-small-distance.pre.json'),
    segment: flight(
      'CA 123',
      [{ code: 'PVG', name: 'SHANGHAI CN PUDONG INTL' }, '2010-01-01T17:30'],
      [{ name: 'OSAKA JP KANSAI INTERNATIONAL' }, '2010-01-01T20:30'],
    ),
    from: AT.shanghai,
    to: AT.osaka,
  },
  {
    what: 'airports by their full names',
    document: kitinerary('postprocessordata/flight-augment.pre.json'),
    segment: flight(
      'UA 110',
      [{ name: 'Seattle-Tacoma International Airport' }, '2027-03-04T20:15'],
      [{ name: 'Washington Dulles International Airport' }, '2027-03-05T06:30'],
    ),
    from: AT.seattle,
    to: AT.washington,
  },
  {
    what: 'an airport by its short name and city, the other by its city alone',
    document: mailsift('test_british_airways.py'),
    segment: flight(
      'BA 440',
      [{ name: 'Heathrow', city: 'London' }, '2024-06-08T16:15'],
      [{ name: 'Amsterdam' }, '2024-06-08T18:35'],
      { cabin: 'Euro Traveller', departure_terminal: '5' },
    ),
    from: AT.london,
    to: AT.amsterdam,
  },
  {
    what: 'an older e-ticket, by names',
    document: mailsift('test_british_airways.py'),
    segment: flight(
      'BA 2762',
      [{ name: 'Gatwick', city: 'London' }, '2013-05-16T16:00'],
      [{ name: 'Amsterdam' }, '2013-05-16T18:10'],
    ),
    from: AT.gatwick,
    to: AT.amsterdam,
  },
  {
    what: 'airports named city-airport',
    document: mailsift('test_norwegian.py'),
    segment: flight(
      'DY 1303',
      [{ name: 'London-Gatwick' }, '2025-06-10T09:20'],
      [{ name: 'Oslo-Gardermoen' }, '2025-06-10T12:25'],
    ),
    from: AT.gatwick,
    to: AT.oslo,
  },
  {
    what: 'a low-cost confirmation: airline by three letters, airports by name',
    document: mailsift('test_easyjet.py'),
    segment: flight(
      'EZY 2521',
      [{ name: 'London Luton' }, '2024-07-12T18:45'],
      [{ name: 'Amsterdam' }, '2024-07-12T20:55'],
    ),
    from: AT.luton,
    to: AT.amsterdam,
  },
  {
    what: 'an intercontinental leg by names, abbreviated',
    document: mailsift('test_klm.py'),
    segment: flight(
      'KL 605',
      [{ name: 'Schiphol', city: 'Amsterdam' }, '2019-02-19T10:25'],
      [{ name: 'San Francisco Intl.' }, '2019-02-19T12:25'],
    ),
    from: AT.amsterdam,
    to: AT.sanFrancisco,
  },
  {
    what: 'an order with the operating carrier and a terminal',
    document: documents.BA_ORDER,
    segment: flight(
      'BA 7310',
      [{ code: 'LCY', name: 'City Airport (London) Airport' }, '2020-01-10T20:30'],
      [{ code: 'MAN', name: 'Manchester Airport' }, '2020-01-10T21:30'],
      { operating_airline: 'CJ', equipment_code: 'E90', arrival_terminal: '3' },
    ),
    from: AT.london,
    to: AT.manchester,
  },
  {
    what: 'a GDS request inside one country',
    document: documents.SABRE,
    segment: flight('AA 2412', [{ code: 'DFW' }, '2024-01-27T14:25'], [{ code: 'ORD' }, '2024-01-27T16:25'], {
      class_of_service: 'Y',
      gds_status: 'NN',
      number_of_pax: 1,
    }),
    from: AT.dallas,
    to: AT.chicago,
  },
  {
    what: 'São Paulo to Dubai, names that say airport, district, city and country',
    document: documents.EASYPNR,
    segment: flight(
      'EK 262',
      [
        {
          code: 'GRU',
          name: 'Guarulhos International Airport - Guarulhos, São Paulo, Brazil',
        },
        '2018-03-08T01:25',
      ],
      [
        { code: 'DXB', name: 'Dubai International Airport - Dubai, United Arab Emirates' },
        '2018-03-08T22:55',
      ],
    ),
    from: AT.saoPaulo,
    to: AT.dubai,
  },
  {
    what: 'inside Brazil, price as a number',
    document: documents.LATAM_OFFERS,
    segment: flight(
      'LA 3317',
      [{ code: 'FOR', name: 'Intl. Pinto Martins', city: 'Fortaleza' }, '2026-04-12T02:45'],
      [{ code: 'GRU', name: 'Guarulhos Intl.', city: 'São Paulo' }, '2026-04-12T06:20'],
      { price: 1029.58, currency: 'BRL' },
    ),
    from: AT.fortaleza,
    to: AT.saoPaulo,
  },
  {
    what: 'across Africa, two hours back',
    document: documents.JNB_LFW,
    segment: flight('KP 75', [{ code: 'JNB' }, '2024-11-28T04:00'], [{ code: 'LFW' }, '2024-11-28T10:20'], {
      stops: 1,
    }),
    from: AT.johannesburg,
    to: AT.lome,
  },
  {
    what: 'Sydney to Hong Kong',
    document: documents.TIMETABLE_SYDNEY,
    segment: flight('QF 127', [{ code: 'SYD' }, '2012-01-02T11:55'], [{ code: 'HKG' }, '2012-01-02T17:50']),
    from: AT.sydney,
    to: AT.hongKong,
  },
  {
    what: 'a night flight to Kuala Lumpur',
    document: documents.SVO_SYD,
    segment: flight('KL 811', [{ code: 'AMS' }, '2017-08-18T12:50'], [{ code: 'KUL' }, '2017-08-19T06:50']),
    from: AT.amsterdam,
    to: AT.kualaLumpur,
  },
]
