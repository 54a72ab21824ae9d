/** A journey that looks like one, as the fold would have saved it: what was moved, what was cancelled, a warning. */
import type { SampleTrip } from './sample-trip.js'

const SINGAPORE = { city_name: 'Singapore', country: 'SG', time_zone_id: 'Asia/Singapore', time_zone: 'SGT' }
const TOKYO = { city_name: 'Tokyo', country: 'JP', time_zone_id: 'Asia/Tokyo', time_zone: 'JST' }
const KYOTO = { ...TOKYO, city_name: 'Kyoto' }
const HOURS: Readonly<Record<string, string>> = { 'Asia/Singapore': '+08:00', 'Asia/Tokyo': '+09:00' }

/** When the sources reported: the day before yesterday. */
const REPORTED = `${new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)}T08:41:07Z`

/** RULES 3.5.1 */
const OTHER_TIME =
  'Flight SQ635 to Singapore: the departure is 22:55 according to Singapore Airlines, but 22:25 according to ' +
  'Egencia. The itinerary shows 22:55.'

type Place = typeof TOKYO

/** The fields of one end, such as departure_datetime and origin_city_name. */
function end(when: string, where: string, place: Place, local: string): Record<string, string> {
  return {
    [`${when}_datetime`]: local,
    [`${when}_time_zone_id`]: place.time_zone_id,
    [`${when}_time_zone`]: place.time_zone,
    [`${when}_datetime_utc`]: new Date(`${local}${HOURS[place.time_zone_id]}`).toISOString().slice(0, 19),
    [`${where}_city_name`]: place.city_name,
    [`${where}_country`]: place.country,
  }
}

const report = (source: string, confirmationNo: string, status = 'Active'): Record<string, string> => ({
  source,
  status,
  confirmation_no: confirmationNo,
  received: REPORTED,
})

const flight = (number: string, more: Record<string, unknown>): Record<string, unknown> => ({
  type: 'Air',
  status: 'Active',
  airline: 'SQ',
  normalized_airline: 'SQ',
  airline_name: 'Singapore Airlines',
  flight_num: number,
  confirmation_no: '6QVX3P',
  class_of_service: 'Economy',
  sources: [report('airline_sq', '6QVX3P'), report('tmc_egencia', 'EG-90417')],
  ...more,
})

const train = (more: Record<string, unknown>): Record<string, unknown> => ({
  type: 'Rail',
  status: 'Active',
  rail_line: 'JR Central Nozomi',
  sources: [report('tmc_egencia', 'EG-90417')],
  confirmation_no: 'EG-90417',
  ...more,
})

export const TOKYO_TRIP: SampleTrip = {
  name: 'Tokyo and Kyoto',
  city: 'Tokyo',
  days: 7,
  doc: {
    destinations: [
      { city_name: 'Tokyo', country: 'JP', nights: 3 },
      { city_name: 'Kyoto', country: 'JP', nights: 2 },
    ],
    warnings: [{ description: OTHER_TIME, segment_ids: ['9'] }],
    distance_km: 11_630,
    notes: ['Seats next to the window on the way out.'],
  },
  segments: [
    (day) =>
      flight('636', {
        origin: 'SIN',
        destination: 'HND',
        ...end('departure', 'origin', SINGAPORE, `${day(0)}T22:55:00`),
        ...end('arrival', 'destination', TOKYO, `${day(1)}T06:30:00`),
        departure_terminal: '3',
        arrival_terminal: '3',
        seat_assignment: '44A',
        previous: {
          departure_datetime: `${day(0)}T22:25:00`,
          arrival_datetime: `${day(1)}T06:00:00`,
          changed: REPORTED,
        },
      }),
    (day) => ({
      type: 'Hotel',
      status: 'Active',
      hotel_name: 'Hotel Sumida Garden',
      address1: '2-14 Kuramae, Taito',
      ...TOKYO,
      checkin_date: day(1),
      checkout_date: day(4),
      checkin_time: '15:00',
      checkout_time: '11:00',
      room_type: 'Double, river side',
      confirmation_no: '80714422',
      price: '74400',
      currency: 'JPY',
      sources: [report('tmc_egencia', '80714422')],
    }),
    (day) => ({
      type: 'Meeting',
      status: 'Active',
      activity_name: 'Design review with Hoshino Works',
      venue: 'Marunouchi Center, 12th floor',
      ...end('start', 'start', TOKYO, `${day(2)}T10:00:00`),
      ...end('end', 'end', TOKYO, `${day(2)}T12:30:00`),
      sources: [report('tmc_egencia', 'EG-90417')],
    }),
    (day) => ({
      type: 'Restaurant',
      status: 'Active',
      restaurant_name: 'Sushi Tanaka',
      ...end('start', 'start', TOKYO, `${day(3)}T19:30:00`),
      number_of_guests: 4,
      ...TOKYO,
      sources: [report('tmc_egencia', 'ST-2207')],
      confirmation_no: 'ST-2207',
    }),
    (day) =>
      train({
        train_number: '23',
        origin: 'Tokyo',
        destination: 'Kyoto',
        origin_name: 'Tokyo station',
        destination_name: 'Kyoto station',
        ...end('departure', 'origin', TOKYO, `${day(4)}T12:30:00`),
        ...end('arrival', 'destination', KYOTO, `${day(4)}T14:44:00`),
        coach: '9',
        seat_assignment: '7E',
      }),
    (day) => ({
      type: 'Hotel',
      status: 'Active',
      hotel_name: 'Ryokan Kamogawa',
      address1: '318 Kiyamachi-dori, Shimogyo',
      ...KYOTO,
      checkin_date: day(4),
      checkin_time: '16:00',
      checkout_date: day(6),
      checkout_time: '10:30',
      confirmation_no: 'RK-5581',
      sources: [report('tmc_egencia', 'RK-5581')],
    }),
    (day) => ({
      ...flight('124', {}),
      status: 'Cancelled',
      airline: 'JL',
      normalized_airline: 'JL',
      airline_name: 'Japan Airlines',
      origin: 'ITM',
      destination: 'HND',
      ...end('departure', 'origin', { ...TOKYO, city_name: 'Osaka' }, `${day(6)}T16:25:00`),
      ...end('arrival', 'destination', TOKYO, `${day(6)}T17:40:00`),
      confirmation_no: 'L7N4WD',
      sources: [report('airline_jl', 'L7N4WD', 'Cancelled'), report('tmc_egencia', 'EG-90417')],
    }),
    (day) =>
      train({
        train_number: '42',
        origin: 'Kyoto',
        destination: 'Shinagawa',
        origin_name: 'Kyoto station',
        destination_name: 'Shinagawa station',
        ...end('departure', 'origin', KYOTO, `${day(6)}T16:31:00`),
        ...end('arrival', 'destination', TOKYO, `${day(6)}T18:37:00`),
        coach: '11',
        seat_assignment: '3A',
      }),
    (day) =>
      flight('635', {
        origin: 'HND',
        destination: 'SIN',
        ...end('departure', 'origin', TOKYO, `${day(6)}T22:55:00`),
        ...end('arrival', 'destination', SINGAPORE, `${day(7)}T05:20:00`),
        departure_terminal: '3',
        arrival_terminal: '3',
        seat_assignment: '52H',
        warnings: [{ description: OTHER_TIME }],
      }),
  ],
}
