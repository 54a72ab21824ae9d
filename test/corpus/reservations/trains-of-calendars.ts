/** Trains that a railway's app writes into a calendar: stations by name; the offset of a time is left out, as the API asks. */
import { kitinerary } from '../documents.js'
import type { Reservation } from '../reservation.js'
import { train } from '../segments.js'
import { AT } from '../spots.js'

const DB = (file: string) => kitinerary(`extractordata/deutschebahn/${file}`)

export const TRAINS_OF_CALENDARS: Reservation[] = [
  {
    what: 'two trains over two borders, the number set with spaces',
    document: DB('20220726-frankfurt-cologne-paris.ics.json'),
    segment: train(
      'ICE   16',
      [{ name: 'Frankfurt(Main)Hbf' }, '2022-07-26T10:26'],
      [{ name: 'Köln Hbf' }, '2022-07-26T11:33'],
      { departure_platform: '19' },
    ),
    from: AT.frankfurt,
    to: AT.cologne,
  },
  {
    what: 'the second of them, with sectors in its platform',
    document: DB('20220726-frankfurt-cologne-paris.ics.json'),
    segment: train(
      'THA 9448',
      [{ name: 'Köln Hbf' }, '2022-07-26T12:42'],
      [{ name: 'Paris Nord' }, '2022-07-26T16:05'],
      { departure_platform: '8 D-G' },
    ),
    from: AT.cologne,
    to: AT.paris,
  },
  {
    what: 'two capitals',
    document: DB('20220726-praha-vienna-CZ.ics.json'),
    segment: train(
      'RJ 79',
      [{ name: 'Praha hl.n.' }, '2022-07-26T11:56:00'],
      [{ name: 'Wien Hbf' }, '2022-07-26T16:49:00'],
      { arrival_platform: '7A-B' },
    ),
    from: AT.prague,
    to: AT.vienna,
  },
  {
    what: 'over the Rhine',
    document: DB('20220726-strasbourg-munich-FR.ics.json'),
    segment: train(
      'ICE 9573',
      [{ name: 'Strasbourg' }, '2022-07-26T12:46:00'],
      [{ name: 'Stuttgart Hbf' }, '2022-07-26T14:05:00'],
      { arrival_platform: '10' },
    ),
    from: AT.strasbourg,
    to: AT.stuttgart,
  },
  {
    what: 'a station named by a direction alone',
    document: DB('20240822-berlin-paris.ics.json'),
    segment: train(
      'ICE 9502',
      [{ name: 'Mannheim Hbf' }, '2024-08-22T17:40:00'],
      [{ name: 'Paris Est' }, '2024-08-22T20:52:00'],
      { departure_platform: '1a' },
    ),
    from: AT.mannheim,
    to: AT.paris,
  },
  {
    what: 'a regional train, stations with their region in brackets',
    document: DB('20220726-hamburg-dortmund-ES.ics.json'),
    segment: train(
      'RB 90027',
      [{ name: 'Münster(Westf)Hbf' }, '2022-07-26T15:10:00'],
      [{ name: 'Hamm(Westf)Hbf' }, '2022-07-26T15:37:00'],
      { departure_platform: '3', arrival_platform: '4' },
    ),
    from: AT.munster,
    to: AT.hamm,
  },
  {
    what: 'a station in one of the two languages of its city',
    document: DB('20220726-brussels-cologne-EN.ics.json'),
    segment: train(
      'ICE 315',
      [{ name: 'Bruxelles Midi' }, '2022-07-26T12:25:00'],
      [{ name: 'Köln Hbf' }, '2022-07-26T14:15:00'],
      { departure_platform: '3', arrival_platform: '4 A-C' },
    ),
    from: AT.brussels,
    to: AT.cologne,
  },
]
