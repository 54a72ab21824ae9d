/** Trains with coordinates and codes of their stations. */
import { itinerary, kitinerary } from '../documents.js'
import type { Reservation } from '../reservation.js'
import { train } from '../segments.js'
import { AT } from '../spots.js'

const BAMBERG = { name: 'Bamberg', code: '8000025', lat: 49.90079116821289, lon: 10.899493217468262 }
const LYON = { name: 'Lyon Part-Dieu', lat: 45.76055908203125, lon: 4.8593549728393555 }
const NIMES = { name: 'Nîmes Gare', lat: 43.83229064941406, lon: 4.365845203399658 }

export const TRAINS: Reservation[] = [
  {
    what: 'train type and number in one text, stations with IBNR',
    document: itinerary('autotests/data/tripgroup/unidirectional-with-events.json'),
    segment: train(
      'ICE 707',
      [
        { name: 'Berlin Hbf', code: '8098160', lat: 52.525848388671875, lon: 13.368891716003418 },
        '2024-09-04T13:34',
      ],
      [{ ...BAMBERG, country: 'DE' }, '2024-09-04T16:15'],
      { departure_platform: '1', arrival_platform: '3' },
    ),
    from: AT.berlin,
    to: AT.bamberg,
  },
  {
    what: 'a regional line',
    document: kitinerary('extractordata/deutschebahn/20240904-berlin-wuerzburg-share-link.har.json'),
    segment: train(
      'RB 58054',
      [BAMBERG, '2024-09-04T15:41'],
      [
        { name: 'Würzburg Hbf', code: '8000260', lat: 49.80270004272461, lon: 9.936070442199707 },
        '2024-09-04T16:51',
      ],
    ),
    from: AT.bamberg,
    to: AT.wurzburg,
  },
  {
    what: 'a village without a line of its own in any list, with coordinates',
    document: itinerary('tests/randa2017.json'),
    segment: train(
      '241',
      [{ name: 'Visp', code: '8501605', country: 'CH', lat: 46.293998, lon: 7.88146 }, '2017-09-10T14:08'],
      [{ name: 'Randa', code: '8501687', country: 'CH', lat: 46.099899, lon: 7.78147 }, '2017-09-10T14:53'],
      { rail_line: 'SBB', departure_platform: '3' },
    ),
    from: AT.visp,
    to: AT.randa,
  },
  {
    what: 'Indian railways: a code for a name, no arrival, three seats',
    document: kitinerary('extractordata/irctc/confirmation-sample.txt.json'),
    segment: train(
      '12138',
      [{ name: 'NDLS', code: 'NDLS', country: 'IN', lat: 28.6423, lon: 77.22 }, '2012-08-25T05:15'],
      [{ name: 'FDB', code: 'FDB', country: 'IN', lat: 28.4115, lon: 77.307404 }],
      {
        confirmation_no: '2438941616',
        seat_assignment: 'S7 49 S7 52 S7 55',
        class_of_service: 'SL',
        number_of_pax: 3,
      },
    ),
    from: AT.delhi,
    to: AT.faridabad,
  },
  {
    what: 'Indian railways: two stations of one city, price with one decimal',
    document: kitinerary('extractordata/irctc/qr-ticket.txt.json'),
    segment: train(
      '12345',
      [{ name: 'SHIVAJINAGAR', code: 'SVJR', country: 'IN', lat: 18.5317, lon: 73.8512 }, '2024-02-02T08:15'],
      [{ name: 'PUNE JUNCTION', code: 'PUNE', country: 'IN', lat: 18.5294, lon: 73.8731 }],
      {
        rail_line: 'IRCTC',
        confirmation_no: '9876543210',
        coach: 'B1',
        seat_assignment: '12',
        class_of_service: 'THIRD AC (3A)',
        price: 1257.4,
        currency: 'INR',
      },
    ),
    from: AT.pune,
    to: AT.pune,
  },
  {
    what: 'a journey planner that knows neither number nor operator',
    document: kitinerary('extractordata/nationalrail/GLC-KGX.ics.json'),
    segment: train(
      null,
      [
        {
          name: 'Glasgow Central',
          code: 'GLC',
          country: 'GB',
          lat: 55.8588981628418,
          lon: -4.258220195770264,
        },
        '2023-02-20T12:40',
      ],
      [
        { name: 'London Euston', code: 'EUS', country: 'GB', lat: 51.52840042, lon: -0.133100003 },
        '2023-02-20T17:12',
      ],
    ),
    from: AT.glasgow,
    to: AT.london,
  },
  {
    what: 'an underground hop of five minutes between two stations',
    document: kitinerary('extractordata/nationalrail/GLC-KGX.ics.json'),
    segment: train(
      null,
      [{ name: 'London Euston', code: 'EUS', lat: 51.5284, lon: -0.1331 }, '2023-02-20T17:27'],
      [{ name: 'London Kings Cross', code: 'KGX', lat: 51.5309, lon: -0.1233 }, '2023-02-20T17:32'],
    ),
    from: AT.london,
    to: AT.london,
  },
  {
    what: 'a bar code with a day, codes for names, and a number with a leading zero',
    document: kitinerary('extractordata/sncf/ticket-barcode-two-leg.txt.json'),
    segment: train(
      '04321',
      [{ name: 'FRAVG', code: 'FRAVG', country: 'FR', lat: 43.9217, lon: 4.78583 }, '2018-11-01'],
      [{ name: 'FRXYT', code: 'FRXYT', country: 'FR', lat: 43.6111, lon: 1.45361 }],
      { confirmation_no: 'XXX007', class_of_service: '1' },
    ),
    from: AT.avignon,
    to: AT.toulouse,
  },
  {
    what: 'an international bar code: the code looks like another place',
    document: itinerary('autotests/data/eurostar-identifier-only.json'),
    segment: train(
      '9459',
      [{ name: 'FRPNO', code: 'FRPNO', lat: 48.8811, lon: 2.35528 }, '2025-12-13'],
      [{ name: 'DEKOH', code: 'DEKOH', lat: 50.9425, lon: 6.95806 }],
      { ticket_number: '123456789' },
    ),
    from: AT.paris,
    to: AT.cologne,
  },
  {
    what: 'a ticket without a train, valid for a day, stations by their UIC numbers alone',
    document: kitinerary('extractordata/uic/uic-sz-nrt.bin.json'),
    segment: train(
      null,
      [{ name: '7943100', code: '7943100', country: 'SI', lat: 46.2286, lon: 15.2672 }, '2022-07-01'],
      [{ name: '8103171', code: '8103171', country: 'AT', lat: 47.0722, lon: 15.4172 }],
      {
        ticket_valid_from: '2022-07-01T00:00:00',
        ticket_valid_until: '2022-07-01T23:59:59',
        class_of_service: '2',
        confirmation_no: '6140001343',
      },
    ),
    from: AT.celje,
    to: AT.graz,
  },
  {
    what: 'a ticket over the border, valid for four days',
    document: kitinerary('extractordata/sz/20250208-nova-gorica-gorizia-centrale.bin.json'),
    segment: train(
      null,
      [{ name: '7944700', code: '7944700', country: 'SI', lat: 45.955, lon: 13.6353 }, '2025-02-08'],
      [{ name: '8303304', code: '8303304', country: 'IT', lat: 45.9328, lon: 13.6075 }],
      { ticket_valid_from: '2025-02-08T00:00:00', ticket_valid_until: '2025-02-11T23:59:59' },
    ),
    from: AT.novaGorica,
    to: AT.gorizia,
  },
  {
    what: 'a train sold as a flight: station with its IATA code and coordinates',
    document: kitinerary('extractordata/lufthansa/4_ZMB-FRA.ics.json'),
    segment: train(
      'LH 1234',
      [
        { name: 'Hamburg Hbf– Main Station', code: 'ZMB', country: 'DE', lat: 53.5528, lon: 10.0064 },
        '2026-12-01T08:00',
      ],
      [{ name: 'Frankfurt International', code: 'FRA', country: 'DE' }, '2026-12-01T11:50'],
      { rail_line: 'Deutsche Bahn AG on behalf of Lufthansa', confirmation_no: '123XYZ' },
    ),
    from: AT.hamburg,
    to: AT.frankfurt,
  },
  {
    what: 'an airline train: one station with coordinates, one with a country',
    document: kitinerary('postprocessordata/af-iata-code-train-station.post.json'),
    segment: train(
      'AF1234',
      [{ name: 'Paris', code: 'CDG', country: 'FR' }, '2021-05-01T06:00'],
      [{ name: 'Rennes', code: 'ZFJ', country: 'FR', lat: 48.1033, lon: -1.6725 }, '2021-05-01T09:00'],
      { confirmation_no: 'XXX007' },
    ),
    from: AT.paris,
    to: AT.rennes,
  },
  {
    what: 'train name and number apart, the class in words, one page for everything',
    document: kitinerary('calendarhandlerdata/train.json'),
    segment: train('TGV 5186', [NIMES, '2017-09-29T18:26'], [LYON, '2017-09-29T19:52'], {
      rail_line: 'SNCF',
      booking_agent: 'Trainline',
      coach: '17',
      seat_assignment: '62',
      class_of_service: 'Economy',
      change_url: 'https://www.trainline.fr/tickets',
      cancel_url: 'https://www.trainline.fr/tickets',
      confirmation_no: 'XXX007',
    }),
    from: AT.nimes,
    to: AT.lyon,
  },
  {
    what: 'Chinese station names with a transcription in brackets',
    document: kitinerary('extractordata/taiwan-high-speed-rail/ibon_ticket.txt.json'),
    segment: train(
      '1602',
      [{ name: '左營 (Zuoying)', code: 'ZUY／12' }, '2021-09-23T06:40'],
      [{ name: '台中 (Taichung)', code: 'TAC／7' }, '2021-09-23T07:38'],
      { coach: '7', seat_assignment: '9D', price: 430, currency: 'TWD' },
    ),
    from: { ...AT.kaohsiung, mayBeUnknown: true },
    to: AT.taichung,
  },
  {
    what: 'a bar code of a railway with IATA codes alone',
    document: kitinerary('bcbpdata/rail.json'),
    segment: train(null, [{ name: 'XHJ', code: 'XHJ' }, '2014-05-09'], [{ name: 'FRA', code: 'FRA' }], {
      ticket_number: '220 1234567890',
      confirmation_no: 'XXX007',
    }),
    from: { ...AT.aachen, mayBeUnknown: true },
    to: AT.frankfurt,
  },
]
