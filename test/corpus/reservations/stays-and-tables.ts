/** Hotels and restaurants. */
import * as documents from '../documents.js'
import type { Reservation } from '../reservation.js'
import { segment, stay } from '../segments.js'
import { AT, perhaps } from '../spots.js'

const { gmail, itinerary, kitinerary, mailsift } = documents

export const STAYS_AND_TABLES: Reservation[] = [
  {
    what: 'hotel with a full address, telephone with hyphens',
    document: gmail('hotel-reservation'),
    segment: stay('Hilton San Francisco Union Square', '2027-04-11T16:00', '2027-04-13T11:00', {
      address1: "333 O'Farrell St",
      city_name: 'San Francisco',
      admin_code: 'CA',
      postal_code: '94102',
      country: 'US',
      phone: '415-771-1400',
      confirmation_no: 'abc456',
    }),
    from: AT.sanFrancisco,
  },
  {
    what: 'guest house in a village, country by its English name, region in German',
    document: itinerary('autotests/data/haus-randa-v1.json'),
    segment: stay('Haus Randa', '2017-09-10T15:00', '2017-09-15T10:00', {
      address1: 'Haus Maria am Weg',
      city_name: 'Randa',
      admin_code: 'Wallis',
      postal_code: '3928',
      country: 'Switzerland',
    }),
    from: perhaps(AT.randa),
  },
  {
    what: 'hotel named after its station, telephone with blanks and an extension',
    document: kitinerary('extractordata/motel-one/20231130-motel-one-synthetic.pkpass.json'),
    segment: stay('Berlin-Hauptbahnhof', '2023-11-30T15:00', '2023-12-01T12:00', {
      address1: 'Invalidenstraße 54',
      city_name: 'Berlin',
      postal_code: '10557',
      country: 'DE',
      phone: '+49 30 3641005-0',
      change_url: 'https://booking.motel-one.com/de/reservation/MO-1234567890',
    }),
    from: AT.berlin,
  },
  {
    what: 'hostel with coordinates of many digits',
    document: kitinerary('extractordata/aohostels/aohostels_1.txt.json'),
    segment: stay('a&o Wien Hauptbahnhof', '2018-08-10T15:00', '2018-08-18T10:00', {
      address1: 'Sonnwendgasse 11',
      city_name: 'Wien',
      postal_code: '1100',
      country: 'AT',
      lat: 48.1828498840332,
      lon: 16.37863540649414,
      phone: '+43 1 602 1234 5678',
      confirmation_no: 'AOI-XX-1234567',
    }),
    from: AT.vienna,
  },
  {
    what: 'hotel of which only the country is known',
    document: kitinerary('postprocessordata/implausible-time-zone.post.json'),
    segment: stay('Hotel in Portugal', '2024-06-06T15:00', '2024-06-07T11:00', { country: 'PT' }),
    from: null,
  },
  {
    what: 'city in another language than its country',
    document: itinerary('autotests/data/timeline/no-arrival-time.json'),
    segment: stay('A Hotel', '2023-06-27T15:00', '2023-06-28T11:00', {
      city_name: 'Lissabon',
      country: 'PT',
    }),
    from: AT.lisbon,
  },
  {
    what: 'address in one line with country code, price as a number',
    document: mailsift('test_thon_hotels.py'),
    segment: stay('Thon Hotel Brussels City Centre', '2026-01-30T12:00', '2026-02-01T13:00', {
      address1: 'Avenue du Boulevard 17, Brussels, BE',
      price: 204.0,
      currency: 'EUR',
      number_of_guests: 1,
      number_of_rooms: 1,
      confirmation_no: '400000000',
    }),
    from: AT.brussels,
  },
  {
    what: 'address in one line with the postal code after the city',
    document: mailsift('test_booking_com.py'),
    segment: stay('Example Hotel Amsterdam', '2024-07-19T15:00', '2024-07-21T11:00', {
      address1: '1 Example Street, Amsterdam, 1011 AB, Netherlands',
      confirmation_no: '9999999999',
    }),
    from: AT.amsterdam,
  },
  {
    what: 'hotel without any place',
    document: mailsift('test_accor.py'),
    segment: stay('ibis budget Alphaville', '2023-12-01T15:00', '2023-12-03T12:00', {
      price: 106.2,
      currency: 'GBP',
      number_of_guests: 1,
    }),
    from: null,
  },
  {
    what: 'region and postal code, no street',
    document: itinerary('autotests/data/bug455083.json'),
    segment: stay('Some Hotel', '2022-06-13T15:00', '2022-06-17T10:00', {
      city_name: 'Berlin',
      admin_code: 'BE',
      postal_code: '10553',
      country: 'DE',
    }),
    from: AT.berlin,
  },
  {
    what: 'city with an accent',
    document: itinerary('tests/akademy2017.json'),
    segment: stay('CIVITAS Residence', '2017-07-20T15:00', '2017-07-28T10:00', {
      address1: 'C/ Fernán Caballero, 1',
      city_name: 'Almería',
      postal_code: '04006',
      country: 'Spain',
    }),
    from: AT.almeria,
  },
  {
    what: 'street, postal code and town in capitals on one line',
    document: documents.EASYPNR,
    segment: stay('HOTEL LES ANCOLIES', '2017-11-30', '2017-12-01', {
      address1: 'RUE DES GRAVELLES 73120 COURCHEVEL',
    }),
    from: perhaps(AT.courchevel),
  },
  {
    what: 'lodging with a street and a city',
    document: documents.TRIPIT,
    segment: stay('San Francisco Hotels', '2012-08-14T11:00', '2012-08-16T19:00', {
      address1: '500 Treat Ave',
      city_name: 'San Francisco',
      admin_code: 'CA',
    }),
    from: AT.sanFrancisco,
  },
  {
    what: 'table with the country in words',
    document: gmail('restaurant-reservation'),
    segment: segment('Restaurant', {
      restaurant_name: 'Wagamama',
      address1: '1 Tavistock Street',
      city_name: 'London',
      admin_code: 'Greater London',
      postal_code: 'WC2E 7PG',
      country: 'United Kingdom',
      start_datetime: '2027-04-10T08:00',
      number_of_pax: 2,
      confirmation_no: 'OT12345',
    }),
    from: AT.london,
  },
  {
    what: 'dinner for twelve with coordinates',
    document: itinerary('tests/osnabrueck2021.json'),
    segment: segment('Restaurant', {
      restaurant_name: 'Rampendahl',
      address1: 'Hasestraße 35',
      city_name: 'Osnabrück',
      postal_code: '49074',
      country: 'DE',
      lat: 52.278424,
      lon: 8.0433724,
      start_datetime: '2021-01-09T19:00',
      end_datetime: '2021-01-09T22:00',
      number_of_pax: 12,
    }),
    from: AT.osnabruck,
  },
  {
    what: 'table with a street, a postal code and a country code on one line',
    document: mailsift('test_google_reserve.py'),
    segment: segment('Restaurant', {
      restaurant_name: 'The Example Bistro',
      address1: '1 Example Lane, EC1A 1AA, GB',
      start_datetime: '2026-04-17T19:45',
      end_datetime: '2026-04-17T21:15',
      number_of_pax: 2,
    }),
    from: perhaps(AT.london),
  },
]
