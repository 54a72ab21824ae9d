/** A trip with a segment of every type, long names, what is pending, cancelled, without a time or over the date line. */
import type { SampleTrip } from './sample-trip.js'

const PLACES = {
  LAX: {
    city: 'Los Angeles',
    country: 'US',
    zone: 'America/Los_Angeles',
    short: 'PST',
    offset: '-08:00',
    lat: '33.94',
    lon: '-118.41',
  },
  AKL: {
    city: 'Auckland',
    country: 'NZ',
    zone: 'Pacific/Auckland',
    short: 'NZDT',
    offset: '+13:00',
    lat: '-37.01',
    lon: '174.79',
  },
  WLG: {
    city: 'Wellington',
    country: 'NZ',
    zone: 'Pacific/Auckland',
    short: 'NZDT',
    offset: '+13:00',
    lat: '-41.33',
    lon: '174.81',
  },
  PCN: {
    city: 'Picton',
    country: 'NZ',
    zone: 'Pacific/Auckland',
    short: 'NZDT',
    offset: '+13:00',
    lat: '-41.29',
    lon: '174.00',
  },
} as const

type PlaceCode = keyof typeof PLACES

const LONG_NAME =
  'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch Grand Harbour Hotel, Residences and Conference Centre'

/** The fields of one end, such as departure_datetime and origin_city_name. */
function end(when: string, where: string, code: PlaceCode, local: string): Record<string, string> {
  const { zone, short, offset } = PLACES[code]
  return {
    [`${when}_datetime`]: local,
    [`${when}_time_zone_id`]: zone,
    [`${when}_time_zone`]: short,
    [`${when}_datetime_utc`]: new Date(`${local}${offset}`).toISOString().slice(0, 19),
    ...place(where, code),
  }
}

function place(where: string, code: PlaceCode): Record<string, string> {
  const prefix = where === '' ? '' : `${where}_`
  const { city, country, lat, lon } = PLACES[code]
  return {
    ...{ [`${prefix}city_name`]: city, [`${prefix}country`]: country },
    ...{ [`${prefix}lat`]: lat, [`${prefix}lon`]: lon },
  }
}

const reported = (source: string, status = 'Active'): Record<string, unknown> => ({
  sources: [{ source, status, confirmation_no: 'PAC124', received: '2026-11-20T08:41:07Z' }],
})

const CONFLICT =
  'Flight NZ5 to Auckland: the departure is 21:30 according to Air New Zealand, but 21:00 according to Egencia. The ' +
  'itinerary shows 21:30.'

export const EVERY_TYPE_TRIP: SampleTrip = {
  name: 'Auckland, Wellington and the Marlborough Sounds with the whole family for the wedding of Te Aroha and Maximilian',
  city: 'Auckland',
  days: 12,
  doc: {
    destinations: [
      { city_name: 'Auckland', country: 'NZ', nights: 4 },
      { city_name: 'Wellington', country: 'NZ', nights: 1 },
      { city_name: 'Picton', country: 'NZ', nights: 2 },
    ],
    warnings: [
      { description: CONFLICT, segment_ids: ['1'] },
      { description: 'Two hotels are booked for one night.', segment_ids: ['2', '3'] },
    ],
    distance_km: 21_630,
    notes: [
      'Passports!',
      'First line.\nSecond line, https://example.com/a/very/long/address/that/has/no/spaces/at/all/in/it',
    ],
  },
  segments: [
    (day) => ({
      type: 'Air',
      status: 'Active',
      airline: 'NZ',
      normalized_airline: 'NZ',
      airline_name: 'Air New Zealand',
      flight_num: '5',
      origin: 'LAX',
      destination: 'AKL',
      ...end('departure', 'origin', 'LAX', `${day(0)}T21:30:00`),
      ...end('arrival', 'destination', 'AKL', `${day(2)}T07:20:00`),
      departure_terminal: 'B',
      departure_gate: '150',
      seat_assignment: '40A, 40B, 40C, 41A, 41B',
      class_of_service: 'Premium Economy',
      operating_airline: 'United Airlines',
      equipment_code: '789',
      confirmation_no: 'PAC124',
      booking_confirmation_no: 'EG-90417-0000-LONG',
      ticket_number: '0862401234567',
      price: '1900.00',
      currency: 'USD',
      first_name: 'Ada',
      last_name: 'Demo',
      travelers: [{ first_name: 'Alan', last_name: 'Demo', seat_assignment: '40B' }],
      bookings: [{ number: 'UA 6755' }],
      departure_estimated_datetime: `${day(0)}T22:05:00`,
      notes: 'Late arrival.\nAsk for the bassinet.',
      previous: {
        departure_datetime: `${day(0)}T21:00:00`,
        arrival_datetime: `${day(2)}T06:50:00`,
        changed: '2026-11-20T08:41:07Z',
      },
      warnings: [{ description: CONFLICT }],
      sources: [
        {
          source: 'airline_nz',
          status: 'Active',
          confirmation_no: 'PAC124',
          received: '2026-11-20T08:41:07Z',
        },
        {
          source: 'tmc_egencia',
          status: 'Active',
          confirmation_no: 'EG-90417',
          received: '2026-11-20T08:41:07Z',
        },
        {
          source: 'a_source_that_nobody_named_with_a_long_id',
          status: 'Pending',
          received: '2026-11-20T08:41:07Z',
        },
      ],
    }),
    (day) => ({
      type: 'Hotel',
      status: 'Pending',
      hotel_name: LONG_NAME,
      address1: '147 Quay Street, Level 3, the entrance is on the water side of the building',
      ...place('', 'AKL'),
      time_zone_id: 'Pacific/Auckland',
      time_zone: 'NZDT',
      checkin_date: day(2),
      checkin_time: '15:00',
      checkout_date: day(6),
      checkout_time: '11:00',
      room_type: 'Two queen beds, harbour view, high floor, away from the lift',
      number_of_rooms: 2,
      number_of_guests: 5,
      confirmation_no: '8071442288',
      ...reported('hotel_hilton', 'Pending'),
    }),
    (day) => ({
      type: 'Hotel',
      status: 'Active',
      hotel_name: 'Airport Lodge',
      ...place('', 'AKL'),
      checkin_date: day(2),
      checkout_date: day(3),
      ...reported('tmc_egencia'),
    }),
    (day) => ({
      type: 'Car',
      status: 'Active',
      car_company: 'Hertz',
      ...end('pickup', 'pickup', 'AKL', `${day(2)}T09:00:00`),
      ...end('dropoff', 'dropoff', 'WLG', `${day(7)}T08:00:00`),
      pickup_name: 'Auckland Airport, International Terminal',
      dropoff_name: 'Wellington Railway Station',
      car_type: 'SUV',
      car_description: 'Toyota RAV4 or similar',
      confirmation_no: 'H1234567890',
      ...reported('car_hertz'),
    }),
    (day) => ({
      type: 'Transport',
      status: 'Active',
      transport_company: 'SkyDrive',
      transport_type: 'bus',
      ...end('start', 'start', 'AKL', `${day(2)}T08:10:00`),
      start_name: 'Auckland Airport',
      end_name: 'SkyCity',
      ...place('end', 'AKL'),
      ticket_number: 'SKY-1',
      ...reported('tmc_egencia'),
    }),
    (day) => ({
      type: 'Parking',
      status: 'Active',
      parking_name: 'Park n Fly, Lot C',
      ...end('start', '', 'LAX', `${day(0)}T18:00:00`),
      end_datetime: `${day(12)}T17:00:00`,
      time_zone_id: 'America/Los_Angeles',
      time_zone: 'PST',
      licence_plate: '7ABC123',
      space_no: 'C-1142',
      ...reported('tmc_egencia'),
    }),
    (day) => ({
      type: 'Restaurant',
      status: 'Active',
      restaurant_name: 'Orphans Kitchen',
      ...end('start', '', 'AKL', `${day(3)}T19:30:00`),
      number_of_guests: 5,
      dress_code: 'Smart casual',
      ...reported('tmc_egencia'),
    }),
    (day) => ({
      type: 'Activity',
      status: 'Active',
      activity_name: 'Whale watching in the Hauraki Gulf',
      ...end('start', 'start', 'AKL', `${day(4)}T12:30:00`),
      ...end('end', 'end', 'AKL', `${day(4)}T17:00:00`),
      venue: 'Viaduct Harbour',
      organizer: 'Auckland Whale & Dolphin Safari',
      ...reported('tmc_egencia'),
    }),
    (day) => ({
      type: 'Event',
      status: 'Active',
      activity_name: 'Wedding of Te Aroha and Maximilian',
      ...end('start', 'start', 'AKL', `${day(5)}T15:00:00`),
      ...end('end', 'end', 'AKL', `${day(6)}T01:00:00`),
      ...reported('manual'),
    }),
    (day) => ({
      type: 'Rail',
      status: 'Active',
      rail_line: 'Northern Explorer',
      train_number: '201',
      origin: 'Auckland Strand',
      origin_name: 'Auckland Strand',
      destination: 'Wellington',
      destination_name: 'Wellington Railway Station',
      ...end('departure', 'origin', 'AKL', `${day(6)}T07:45:00`),
      ...end('arrival', 'destination', 'WLG', `${day(6)}T18:25:00`),
      departure_platform: '1',
      coach: 'C',
      seat_assignment: '12-16',
      ...reported('tmc_egencia'),
    }),
    (day) => ({
      type: 'Ferry',
      status: 'Active',
      ferry_line: 'Interislander',
      ship_name: 'Kaitaki',
      ...end('start', 'start', 'WLG', `${day(7)}T08:45:00`),
      ...end('end', 'end', 'PCN', `${day(7)}T12:15:00`),
      vehicle_description: 'Car up to 5.5 m',
      deck: '5',
      ...reported('tmc_egencia'),
    }),
    (day) => ({
      type: 'Cruise',
      status: 'Active',
      cruise_line: 'Marlborough Cruises',
      ship_name: 'Te Hoiere',
      ...end('embark', 'embark', 'PCN', `${day(7)}T16:00:00`),
      ...end('disembark', 'disembark', 'PCN', `${day(9)}T10:00:00`),
      cabin_no: '7',
      cabin_type: 'Outside',
      dining: 'Second sitting',
      ...reported('tmc_egencia'),
    }),
    (day) => ({
      type: 'Meeting',
      status: 'Active',
      activity_name: 'Call with the office',
      start_datetime: day(9),
      ...reported('manual'),
    }),
    (day) => ({
      type: 'Checkin',
      status: 'Active',
      place_name: 'Picton foreshore',
      ...end('checkin', '', 'PCN', `${day(9)}T11:02:00`),
      time_zone_id: 'Pacific/Auckland',
      time_zone: 'NZDT',
      ...reported('manual'),
    }),
    (day) => ({
      type: 'Air',
      status: 'Active',
      airline: 'NZ',
      normalized_airline: 'NZ',
      airline_name: 'Air New Zealand',
      flight_num: '6',
      origin: 'AKL',
      destination: 'LAX',
      ...end('departure', 'origin', 'AKL', `${day(12)}T19:30:00`),
      ...end('arrival', 'destination', 'LAX', `${day(12)}T10:50:00`),
      is_connection: true,
      connection_minutes: 95,
      confirmation_no: 'PAC124',
      ...reported('airline_nz'),
    }),
    (day) => ({
      type: 'Car',
      status: 'Cancelled',
      car_company: 'Avis',
      ...end('pickup', 'pickup', 'PCN', `${day(9)}T12:00:00`),
      ...end('dropoff', 'dropoff', 'AKL', `${day(12)}T16:00:00`),
      confirmation_no: 'AV-77120',
      ...reported('car_avis', 'Cancelled'),
    }),
  ],
}
