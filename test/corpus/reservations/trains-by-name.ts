/** Trains whose stations the document names, and nothing more. */
import { itinerary, kitinerary, mailsift } from '../documents.js'
import type { Reservation } from '../reservation.js'
import { train } from '../segments.js'
import { AT, perhaps } from '../spots.js'

const DB = (file: string) => kitinerary(`extractordata/deutschebahn/${file}`)
const CD_GROUP = kitinerary('extractordata/czechrailways/czechrailways_multileg-one-way-group.txt.json')

export const TRAINS_BY_NAME: Reservation[] = [
  {
    what: 'Italian stations in a German calendar entry',
    document: DB('20220726-rovereto-randa-IT.ics.json'),
    segment: train(
      'FA 8519',
      [{ name: 'Rovereto' }, '2022-07-26T13:57'],
      [{ name: 'Verona Porta Nuova' }, '2022-07-26T14:40'],
    ),
    from: AT.rovereto,
    to: AT.verona,
  },
  {
    what: 'over the Simplon',
    document: DB('20220726-rovereto-randa-IT.ics.json'),
    segment: train(
      'EC 36',
      [{ name: 'Milano Centrale' }, '2022-07-26T17:20'],
      [{ name: 'Brig' }, '2022-07-26T19:14'],
      { arrival_platform: '1' },
    ),
    from: AT.milan,
    to: AT.brig,
  },
  {
    what: 'a village that shares its name with others',
    document: DB('20220726-rovereto-randa-IT.ics.json'),
    segment: train(
      'RE 265',
      [{ name: 'Brig Bahnhofplatz' }, '2022-07-26T19:52'],
      [{ name: 'Randa' }, '2022-07-26T20:52'],
      { departure_platform: '14' },
    ),
    from: AT.brig,
    to: perhaps(AT.randa),
  },
  {
    what: 'Swedish stations',
    document: DB('20220726-stockholm-hannover-DK.ics.json'),
    segment: train(
      'X2 531',
      [{ name: 'Stockholm Central' }, '2022-07-26T11:21'],
      [{ name: 'Malmö Central' }, '2022-07-26T15:48'],
    ),
    from: AT.stockholm,
    to: AT.malmo,
  },
  {
    what: 'the main station of Copenhagen in German spelling',
    document: DB('20220726-stockholm-hannover-DK.ics.json'),
    segment: train(
      'R 1077',
      [{ name: 'Malmö Central' }, '2022-07-26T16:13'],
      [{ name: 'Koebenhavn H' }, '2022-07-26T16:49'],
    ),
    from: AT.malmo,
    to: AT.copenhagen,
  },
  {
    what: 'an arrival at midnight that is one',
    document: DB('20220726-stockholm-hannover-DK.ics.json'),
    segment: train(
      'ICE 1689',
      [{ name: 'Hamburg Hbf' }, '2022-07-26T22:12'],
      [{ name: 'Hannover Hbf' }, '2022-07-27T00:00'],
      { departure_platform: '14', arrival_platform: '7' },
    ),
    from: AT.hamburg,
    to: AT.hanover,
  },
  {
    what: 'a station with its region in brackets',
    document: DB('20220726-copenhagen-amsterdam-NL.ics.json'),
    segment: train(
      'IC 2034',
      [{ name: 'Bremen Hbf' }, '2022-07-26T19:53'],
      [{ name: 'Leer(Ostfriesl)' }, '2022-07-26T21:14'],
    ),
    from: AT.bremen,
    to: AT.leer,
  },
  {
    what: 'a Dutch train into the next day',
    document: DB('20220726-copenhagen-amsterdam-NL.ics.json'),
    segment: train(
      'IC 786',
      [{ name: 'Groningen' }, '2022-07-26T22:49'],
      [{ name: 'Amsterdam Centraal' }, '2022-07-27T00:52'],
      { departure_platform: '4b', arrival_platform: '14b' },
    ),
    from: AT.groningen,
    to: AT.amsterdam,
  },
  {
    what: 'a Polish station and a quarter of Berlin',
    document: DB('20220726-warsaw-luxembourg-PL.ics.json'),
    segment: train(
      'EC 44',
      [{ name: 'Warszawa Centralna' }, '2022-07-26T12:15'],
      [{ name: 'Berlin Gesundbrunnen' }, '2022-07-26T18:15'],
    ),
    from: AT.warsaw,
    to: AT.berlin,
  },
  {
    what: 'a night train',
    document: DB('20220726-warsaw-luxembourg-PL.ics.json'),
    segment: train(
      'NJ 40490',
      [{ name: 'Nürnberg Hbf' }, '2022-07-27T01:41'],
      [{ name: 'Koblenz Hbf' }, '2022-07-27T05:11'],
    ),
    from: AT.nuremberg,
    to: AT.koblenz,
  },
  {
    what: 'the lower level of a station, and a Czech main station',
    document: DB('deutschebahn_one-leg-return-international.txt.json'),
    segment: train(
      'EC 171',
      [{ name: 'Berlin Hbf (tief)' }, '2027-11-15T06:46'],
      [{ name: 'Brno hl.n.' }, '2027-11-15T14:19'],
      { confirmation_no: 'XXX007', coach: '258', seat_assignment: '105' },
    ),
    from: AT.berlin,
    to: AT.brno,
  },
  {
    what: 'seats of a group as ranges',
    document: CD_GROUP,
    segment: train(
      'EC 283',
      [{ name: 'Praha hl.n.' }, '2019-08-06T17:50'],
      [{ name: 'Pardubice hl.n.' }, '2019-08-06T18:46'],
      { coach: '258', seat_assignment: '41, 42, 44 - 46' },
    ),
    from: AT.prague,
    to: AT.pardubice,
  },
  {
    what: 'a bus on a train ticket',
    document: CD_GROUP,
    segment: train(
      'Bus 501262',
      [{ name: 'Hradec Králové hl.n.' }, '2019-08-06T19:33'],
      [{ name: 'Jaroměř' }, '2019-08-06T19:54'],
    ),
    from: AT.hradec,
    to: AT.jaromer,
  },
  {
    what: 'French station names, cut off',
    document: kitinerary('extractordata/sncf/sncf_one-leg-single-tgv.txt.json'),
    segment: train(
      '6857',
      [{ name: 'TOULOUSE MATABIAU' }, '2018-07-15T17:50'],
      [{ name: 'MONTPELLIER ST-RO' }, '2018-07-15T19:58'],
      { confirmation_no: 'XXX007', coach: '13', seat_assignment: '31' },
    ),
    from: AT.toulouse,
    to: AT.montpellier,
  },
  {
    what: 'a ticket from city to city for a day, price in another currency',
    document: kitinerary('extractordata/uic/uic-mav.bin.json'),
    segment: train(null, [{ name: 'PRAHA' }, '2016-09-02'], [{ name: 'BUDAPEST' }], {
      confirmation_no: 'YASXS0',
      ticket_number: '*0057-023',
      price: 552,
      currency: 'CZK',
      class_of_service: '2',
    }),
    from: AT.prague,
    to: AT.budapest,
  },
  {
    what: 'a ticket without times',
    document: itinerary('autotests/data/mixed-reservation-ticket.json'),
    segment: train(null, [{ name: 'WIEN HBF' }, '2022-02-20'], [{ name: 'MUENCHEN HBF' }], {
      confirmation_no: 'YYY008',
      ticket_barcode: 'ticket_token2',
    }),
    from: AT.vienna,
    to: AT.munich,
  },
  {
    what: 'a departure without an arrival, number without a space',
    document: DB('20221030-Muster-918-9 FV_SuperSparpreisSenior_InklRueckfahrt.bin.json'),
    segment: train(
      'ICE803',
      [{ name: 'Flensburg', country: 'DE' }, '2022-10-30T17:35'],
      [{ name: 'Rosenheim', country: 'DE' }],
      { rail_line: 'DB AG', ticket_number: 'ACH6CGZU', confirmation_no: 'R4YNMU9E' },
    ),
    from: AT.flensburg,
    to: AT.rosenheim,
  },
  {
    what: 'a platform inside a station name',
    document: itinerary('autotests/data/tripgroup/train-triangular-different-pnr.json'),
    segment: train(
      'ICE 728',
      [{ name: 'Nürnberg Hbf', code: '8000284' }, '2018-03-02T08:00'],
      [{ name: 'Köln Messe/Deutz Gl.11-12' }, '2018-03-02T11:14'],
    ),
    from: AT.nuremberg,
    to: AT.cologne,
  },
  {
    what: 'a station in brackets without a space, and one that does not exist',
    document: itinerary('autotests/data/tripgroup/imbalanced-return-trip.json'),
    segment: train(
      'IC 2028',
      [{ name: 'Somewhere Hbf' }, '2019-09-05T06:24'],
      [{ name: 'Frankfurt(Main)Hbf' }, '2019-09-05T07:36'],
      { confirmation_no: 'XXX007' },
    ),
    from: null,
    to: AT.frankfurt,
  },
  {
    what: 'abbreviated station, city without an umlaut, a bare number',
    document: itinerary('autotests/data/tripgroup/imbalanced-return-trip.json'),
    segment: train(
      '80',
      [{ name: 'VERONA P. N.' }, '2019-09-16T11:02'],
      [{ name: 'MUENCHEN' }, '2019-09-16T16:25'],
    ),
    from: AT.verona,
    to: AT.munich,
  },
  {
    what: 'under the Channel, station abbreviated',
    document: mailsift('test_eurostar.py'),
    segment: train(
      null,
      [{ name: "London St Pancras Int'l" }, '2026-06-10T18:04'],
      [{ name: 'Rotterdam Centraal' }, '2026-06-10T22:32'],
      { rail_line: 'Eurostar', confirmation_no: 'EEEEEE' },
    ),
    from: AT.london,
    to: AT.rotterdam,
  },
  {
    what: 'Belgium to the Netherlands, price as a number',
    document: mailsift('test_ns_international.py'),
    segment: train(
      null,
      [{ name: 'Gent St Pieters' }, '2026-02-02T18:27'],
      [{ name: 'Utrecht Centraal' }, '2026-02-02T21:14'],
      { rail_line: 'NS International', price: 60.6, currency: 'EUR', confirmation_no: 'HHHHHHH' },
    ),
    from: AT.ghent,
    to: AT.utrecht,
  },
  {
    what: 'a British domestic train between international stations',
    document: mailsift('test_schema_ld.py'),
    segment: train(
      null,
      [{ name: 'London St Pancras International' }, '2026-03-15T10:40'],
      [{ name: 'Ashford International' }, '2026-03-15T11:19'],
      { confirmation_no: '700000000000' },
    ),
    from: AT.london,
    to: AT.ashford,
  },
]
