import Type from 'typebox'
import type { Static } from 'typebox'
import { commonFields } from './fields/common.js'
import { integer, localDate, optional, text, timeOfDay, zone } from './fields/field.js'
import { placeFields } from './fields/place.js'

/** One stay in one house. */
export const HotelSegment = Type.Object(
  {
    type: Type.Literal('Hotel'),
    ...commonFields,
    hotel_name: text(200, 'Name of the property.'),
    checkin_date: localDate('First day of the stay.'),
    checkout_date: localDate('Last day of the stay; not before checkin_date.'),
    ...optional({
      ...placeFields,
      checkin_time: timeOfDay(
        'Time of check-in; 15:00 for ordering when not known, 12:00 for a stay of one day.',
      ),
      checkout_time: timeOfDay(
        'Time of check-out; 11:00 for ordering when not known, 18:00 for a stay of one day, and then not before checkin_time.',
      ),
      number_of_rooms: integer(1, 99, 'Rooms.'),
      number_of_guests: integer(1, 99, 'Guests.'),
      room_type: text(200, 'Kind of room.'),
      room_description: text(2000, 'Description of the room.'),
      rate_description: text(2000, 'Description of the rate.'),
      rate: text(64, 'Rate of a night.'),
      rate_type: text(64, 'Kind of rate.'),
      cancellation_policy: text(2000, 'Terms of cancellation.'),
      hotel_chain: text(100, 'Chain, code or name.'),
      property_code: text(64, 'Code of the property within its chain.'),
      time_zone_id: zone('Time zone of the property.'),
    }),
  },
  { description: 'A stay in a hotel. Say where it is: city_name, lat and lon, or city_code.' },
)
export type HotelSegment = Static<typeof HotelSegment>
