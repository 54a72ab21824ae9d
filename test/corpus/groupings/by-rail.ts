/** Journeys by rail and bus. */
import { itinerary, kitinerary, mailsift } from '../documents.js'
import { air, BERLIN_HOME, rail } from '../journey.js'
import type { Journey } from '../journey.js'
import { ride, train } from '../segments.js'

const TRIPGROUP = (file: string) => itinerary(`autotests/data/tripgroup/${file}`)
const DB = (file: string) => kitinerary(`extractordata/deutschebahn/${file}`)
const BERLIN = { name: 'Berlin Hbf', code: '8098160', lat: 52.52584, lon: 13.36889 }
const KARLSRUHE = { name: 'Karlsruhe Hbf', code: '8000191', lat: 48.99353, lon: 8.401939 }
const x = { confirmation_no: 'XXX007' }

export const BY_RAIL: Journey[] = [
  {
    what: 'five trains, the first and last at a station that does not exist',
    document: TRIPGROUP('imbalanced-return-trip.json'),
    segments: [
      rail('IC 2028', ['Somewhere Hbf', '2019-09-05T06:24'], ['Frankfurt(Main)Hbf', '07:36'], x),
      rail('ECE 451', ['Frankfurt(Main)Hbf', '2019-09-05T08:01'], ['Milano Centrale', '15:50'], x),
      rail('Frecciarossa 9711', ['Milano Centrale', '2019-09-16T08:45'], ['Verona Porta Nuova', '09:58'], {
        confirmation_no: 'YYY008',
      }),
      rail('80', ['VERONA P. N.', '2019-09-16T11:02'], ['MUENCHEN', '16:25'], { confirmation_no: 'ZZZ009' }),
      rail('123', ['München Hbf', '2019-09-16T16:50'], ['Somewhere Hbf', '17:25'], {
        confirmation_no: 'AAA010',
      }),
    ],
    trips: [[0, 1, 2, 3, 4]],
    names: ['Milan'],
  },
  {
    what: 'out and back with a local train at the far end, at a station that does not exist',
    document: TRIPGROUP('deutschebahn_two-leg-return.txt.json'),
    segments: [
      rail('ICE 954', ['Berlin Hbf (tief)', '2027-11-03T07:49'], ['Köln Hbf', '12:09'], x),
      rail('S0', ['Köln Hbf', '2027-11-03T12:17'], ['Somewhere(Specific)', '12:45'], x),
      rail('S0', ['Somewhere(Specific)', '2027-11-04T14:06'], ['Düsseldorf Hbf', '14:28'], x),
      rail('ICE 641', ['Düsseldorf Hbf', '2027-11-04T14:52'], ['Berlin Hbf (tief)', '19:27'], x),
    ],
    trips: [[0, 1, 2, 3]],
    names: [null],
  },
  {
    what: 'a triangle on three bookings',
    document: TRIPGROUP('train-triangular-different-pnr.json'),
    segments: [
      rail('ICE 1005', ['Berlin Hbf (tief)', '2018-02-26T12:05'], ['Nürnberg Hbf', '14:58'], x),
      rail('ICE 728', ['Nürnberg Hbf', '2018-03-02T08:00'], ['Köln Messe/Deutz Gl.11-12', '11:14'], {
        confirmation_no: 'YYY008',
      }),
      rail('S0', ['Köln Messe/Deutz Gl. 9-10', '2018-03-02T11:40'], ['Somewhere', '12:05'], {
        confirmation_no: 'YYY008',
      }),
      rail('S0', ['Somewhere', '2018-03-04T15:06'], ['Düsseldorf Hbf', '15:28'], {
        confirmation_no: 'ZZZ009',
      }),
      rail('ICE 943', ['Düsseldorf Hbf', '2018-03-04T15:52'], ['Berlin Gesundbrunnen', '20:22'], {
        confirmation_no: 'ZZZ009',
      }),
    ],
    trips: [[0, 1, 2, 3, 4]],
    names: ['Nuremberg'],
  },
  {
    what: 'the same two trains in two years',
    document: itinerary('autotests/data/double-round-trip.json'),
    segments: [
      train('ICE 371', [BERLIN, '2024-05-30T09:26'], [KARLSRUHE, '2024-05-30T15:57']),
      train('ICE 276', [KARLSRUHE, '2024-06-02T16:00'], [BERLIN, '2024-06-02T22:32']),
      train('ICE 371', [BERLIN, '2025-05-30T09:26'], [KARLSRUHE, '2025-05-30T15:57']),
      train('ICE 276', [KARLSRUHE, '2025-06-02T16:00'], [BERLIN, '2025-06-02T22:32']),
    ],
    trips: [
      [0, 1],
      [2, 3],
    ],
    names: ['Karlsruhe', 'Karlsruhe'],
  },
  {
    what: 'the way home of one journey, and the way out of another three months later',
    document: itinerary('autotests/data/transfer/different-home-locations.json'),
    home: BERLIN_HOME,
    segments: [
      train('ICE 276', [KARLSRUHE, '2024-06-02T16:00'], [BERLIN, '2024-06-02T22:32']),
      air('LX 963', 'BER-ZRH', '2024-09-10T06:45', '2024-09-10T08:15'),
    ],
    trips: [[0], [1]],
    names: [null, 'Zurich'],
  },
  {
    what: 'over two borders with a change',
    document: DB('20220726-frankfurt-cologne-paris.ics.json'),
    segments: [
      rail('ICE   16', ['Frankfurt(Main)Hbf', '2022-07-26T10:26'], ['Köln Hbf', '11:33']),
      rail('THA 9448', ['Köln Hbf', '2022-07-26T12:42'], ['Paris Nord', '16:05']),
    ],
    trips: [[0, 1]],
    names: ['Paris'],
  },
  {
    what: 'four countries in a day',
    document: DB('20220726-stockholm-hannover-DK.ics.json'),
    segments: [
      rail('X2 531', ['Stockholm Central', '2022-07-26T11:21'], ['Malmö Central', '15:48']),
      rail('R 1077', ['Malmö Central', '2022-07-26T16:13'], ['Koebenhavn H', '16:49']),
      rail('IC 1199', ['Koebenhavn H', '2022-07-26T17:17'], ['Hamburg Hbf', '21:58']),
      rail('ICE 1689', ['Hamburg Hbf', '2022-07-26T22:12'], ['Hannover Hbf', '2022-07-27T00:00']),
    ],
    trips: [[0, 1, 2, 3]],
    names: ['Hanover'],
  },
  {
    what: 'five legs with a bus in between, into the next day',
    document: DB('20220726-copenhagen-amsterdam-NL.ics.json'),
    segments: [
      rail('IC 1197', ['Koebenhavn H', '2022-07-26T13:17'], ['Hamburg Hbf', '18:02']),
      rail('IC 2307', ['Hamburg Hbf', '2022-07-26T18:46'], ['Bremen Hbf', '19:41']),
      rail('IC 2034', ['Bremen Hbf', '2022-07-26T19:53'], ['Leer(Ostfriesl)', '21:14']),
      ride(
        'Bus',
        [{ name: 'Leer(Ostfriesl) ZOB/Bahnhof' }, '2022-07-26T21:30'],
        [{ name: 'Groningen CS Hoofdstation' }, '2022-07-26T22:25'],
      ),
      rail('IC 786', ['Groningen', '2022-07-26T22:49'], ['Amsterdam Centraal', '2022-07-27T00:52']),
    ],
    trips: [[0, 1, 2, 3, 4]],
    names: ['Amsterdam'],
  },
  {
    what: 'over the Alps to a village',
    document: DB('20220726-rovereto-randa-IT.ics.json'),
    segments: [
      rail('FA 8519', ['Rovereto', '2022-07-26T13:57'], ['Verona Porta Nuova', '14:40']),
      rail('FA 9736', ['Verona Porta Nuova', '2022-07-26T15:02'], ['Milano Centrale', '16:15']),
      rail('EC 36', ['Milano Centrale', '2022-07-26T17:20'], ['Brig', '19:14']),
      rail('RE 265', ['Brig Bahnhofplatz', '2022-07-26T19:52'], ['Randa', '20:52']),
    ],
    trips: [[0, 1, 2, 3]],
    names: [null],
  },
  {
    what: 'a day trip by coach over a border',
    document: kitinerary('extractordata/regiojet/regiojet_bus_cs-one-leg-return.txt.json'),
    segments: [
      ride(
        'Bus',
        [{ name: 'Brno, AN u hotelu Grand' }, '2012-08-11T09:30'],
        [{ name: 'Wien, Lassallestr./Praterstern' }, '2012-08-11T11:20'],
        { confirmation_no: '0123456789' },
      ),
      ride(
        'Bus',
        [{ name: 'Wien, Lassallestr./Praterstern' }, '2012-08-11T22:40'],
        [{ name: 'Brno, AN u hotelu Grand' }, '2012-08-12T00:30'],
        { confirmation_no: '0123456789' },
      ),
    ],
    trips: [[0, 1]],
    names: ['Vienna'],
  },
  {
    what: 'two bar codes of one day, without times',
    document: kitinerary('extractordata/sncf/ticket-barcode-two-leg.txt.json'),
    segments: [
      train(
        '54321',
        [{ name: 'CHGVA', code: 'CHGVA', country: 'CH', lat: 46.2102, lon: 6.14245 }, '2018-11-01'],
        [{ name: 'FRAVG', code: 'FRAVG', country: 'FR', lat: 43.9217, lon: 4.78583 }],
        x,
      ),
      train(
        '04321',
        [{ name: 'FRAVG', code: 'FRAVG', country: 'FR', lat: 43.9217, lon: 4.78583 }, '2018-11-01'],
        [{ name: 'FRXYT', code: 'FRXYT', country: 'FR', lat: 43.6111, lon: 1.45361 }],
        x,
      ),
    ],
    trips: [[0, 1]],
    names: ['Toulouse'],
  },
  {
    what: 'under the Channel and back, twelve days later',
    document: mailsift('test_eurostar.py'),
    segments: [
      rail(null, ["London St Pancras Int'l", '2026-06-10T18:04'], ['Rotterdam Centraal', '22:32']),
      rail(null, ['Rotterdam Centraal', '2026-06-22T19:28'], ["London St Pancras Int'l", '21:57']),
    ],
    trips: [[0, 1]],
    names: ['Rotterdam'],
  },
  {
    what: 'out and back over a border',
    document: DB('deutschebahn_one-leg-return-international.txt.json'),
    segments: [
      rail('EC 171', ['Berlin Hbf (tief)', '2027-11-15T06:46'], ['Brno hl.n.', '14:19'], x),
      rail('EC 170', ['Brno hl.n.', '2027-11-17T13:39'], ['Berlin Hbf (tief)', '21:15'], x),
    ],
    trips: [[0, 1]],
    names: ['Brno'],
  },
]
