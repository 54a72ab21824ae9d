/** Events, activities and calendar entries. */
import * as documents from '../documents.js'
import type { Reservation } from '../reservation.js'
import { gathering } from '../segments.js'
import { AT, perhaps } from '../spots.js'

const { itinerary, kitinerary, mailsift } = documents

export const GATHERINGS: Reservation[] = [
  {
    what: 'conference without an end',
    document: kitinerary('structureddata/google-json-ld.json'),
    segment: gathering('Google I/O 2013', '2013-05-15T08:30', null, {
      venue: 'Moscone Center',
      start_name: 'Moscone Center',
      start_address1: '800 Howard St.',
      start_city_name: 'San Francisco',
      start_admin_code: 'CA',
      start_postal_code: '94103',
      start_country: 'US',
      confirmation_no: 'IO12345',
    }),
    from: AT.sanFrancisco,
  },
  {
    what: 'conference of a week with its page and coordinates',
    document: itinerary('autotests/data/tripgroup/unidirectional-with-events.json'),
    segment: gathering('KDE Akademy 2024', '2024-09-07T09:00', '2024-09-13T17:00', {
      event_url: 'https://akademy.kde.org/2024',
      start_name: 'University of Würzburg',
      start_address1: 'Informatikgebäude (M2), Am Hubland',
      start_city_name: 'Würzburg',
      start_postal_code: '97074',
      start_country: 'DE',
      start_lat: 49.78118896484375,
      start_lon: 9.973090171813965,
    }),
    from: AT.wurzburg,
  },
  {
    what: 'whole days, as days',
    document: kitinerary('calendarhandlerdata/event-full-day.json'),
    segment: gathering('37C3', '2023-12-27', '2023-12-30', {
      event_url: 'https://events.ccc.de/congress/2023/infos/index.html',
      is_all_day: true,
      start_name: 'Congress Center Hamburg',
      start_city_name: 'Hamburg',
      start_country: 'DE',
      start_lat: 53.56222152709961,
      start_lon: 9.985480308532715,
    }),
    from: AT.hamburg,
  },
  {
    what: 'evening without a place, the zone given',
    document: itinerary('autotests/data/tripgroup/nested-events.json'),
    segment: gathering('A much shorter event', '2026-01-30T20:00', '2026-01-30T23:00', {
      start_time_zone_id: 'Europe/Brussels',
      end_time_zone_id: 'Europe/Brussels',
    }),
    from: null,
  },
  {
    what: 'meeting of two days in an office',
    document: itinerary('tests/osnabrueck2021.json'),
    segment: gathering('KDE PIM Osnabrück Meeting 2021', '2021-01-09T12:00', '2021-01-10T16:00', {
      start_name: 'Intevation',
      start_address1: 'Georgstraße 4',
      start_city_name: 'Osnabrück',
      start_postal_code: '49074',
      start_country: 'DE',
      start_lat: 52.2745213,
      start_lon: 8.0477296,
    }),
    from: AT.osnabruck,
  },
  {
    what: 'ticket whose address is one line without commas',
    document: mailsift('test_eventbrite.py'),
    segment: gathering('Example Event Title', '2023-06-29T19:00', '2023-06-29T21:00', {
      venue: 'Example Venue',
      start_name: 'Example Venue',
      start_address1: 'Example Venue 1 Example Street London',
      organizer: 'Eventbrite',
      confirmation_no: '9999999999',
    }),
    from: AT.london,
  },
  {
    what: 'a sight with coordinates',
    document: itinerary('tests/randa2017.json'),
    segment: gathering(
      'Matterhorn',
      '2017-09-13T14:30',
      '2017-09-13T15:30',
      { start_city_name: 'Zermatt', start_country: 'CH', start_lat: 46.01505, start_lon: 7.74224 },
      'Activity',
    ),
    from: AT.zermatt,
  },
  {
    what: 'a gathering in a village, country in words',
    document: itinerary('tests/randa2017.json'),
    segment: gathering('KDE Randa Meeting 2017', '2017-09-10T15:00', null, {
      start_name: 'Haus Randa',
      start_address1: 'Haus Maria am Weg',
      start_city_name: 'Randa',
      start_admin_code: 'Wallis',
      start_postal_code: '3928',
      start_country: 'Switzerland',
    }),
    from: perhaps(AT.randa),
  },
  {
    what: 'a calendar entry with the address as its location',
    document: documents.CALENDAR_PARIS,
    segment: gathering(
      'Eiffel Tower Visit',
      '2025-03-17T10:00',
      '2025-03-17T12:00',
      { start_location: 'Champ de Mars, 5 Avenue Anatole France, Paris' },
      'Activity',
    ),
    from: AT.paris,
  },
  {
    what: 'a calendar entry with the zone of the place',
    document: documents.CALENDAR_TOKYO,
    segment: gathering(
      'Senso-ji',
      '2025-06-02T09:00',
      null,
      { start_lat: 35.7148, start_lon: 139.7967, start_time_zone_id: 'Asia/Tokyo' },
      'Activity',
    ),
    from: AT.tokyo,
  },
]
