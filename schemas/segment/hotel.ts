import { defineSegment } from './fields/define-segment.js'
import { optional, required } from './fields/field-entry.js'
import { integer, lines, localDate, text, timeOfDay, zone } from './fields/field.js'
import { addressFields, cityCode } from './fields/place.js'
import { bookingLinks, checkinLink } from './fields/ticket.js'

/** One stay in one hotel. */
export const hotel = defineSegment({
  type: 'Hotel',
  description: 'A stay in a hotel. Say where it is: city_name, lat and lon, or city_code.',
  fromPrefix: '',
  toPrefix: null,
  endOrder: 'days',
  phrase: ['stay', ' at {name}'],
  leastConflict: 1440,
  trip: {
    leg: 'stay',
    speeds: null,
    mayEndElsewhere: false,
    by: null,
    isTripItself: false,
    weight: 2,
    spansTrip: true,
    isGathering: false,
    isPresenceOnly: false,
    legName: 'name',
  },
  fields: {
    hotel_name: required(text(200, 'Name of the property.'), { role: 'name', material: true }),
    checkin_date: required(localDate('First day of the stay.'), { role: 'start', material: true }),
    checkout_date: required(localDate('Last day of the stay; not before checkin_date.'), {
      role: 'end',
      material: true,
    }),
    checkin_time: optional(
      timeOfDay('Time of check-in; 15:00 for ordering if unknown, 12:00 for a stay of one day.'),
      { role: 'startTime' },
    ),
    checkout_time: optional(
      timeOfDay(
        'Time of check-out; 11:00 for ordering if unknown, 18:00 for a stay of one day, and then not ' +
          'before checkin_time.',
      ),
      { role: 'endTime' },
    ),
    ...addressFields,
    city_code: cityCode,
    number_of_rooms: optional(integer(1, 99, 'Rooms.')),
    number_of_guests: optional(integer(1, 99, 'Guests.')),
    room_type: optional(text(200, 'Type of room.'), { group: 'seat' }),
    room_description: optional(lines(2000, 'Description of the room.'), { group: 'seat' }),
    rate_description: optional(lines(2000, 'Description of the rate.'), { group: 'price' }),
    rate: optional(text(64, 'Rate per night.'), { group: 'price' }),
    rate_type: optional(text(64, 'Type of rate.'), { group: 'price' }),
    cancellation_policy: optional(lines(2000, 'Cancellation terms.')),
    hotel_chain: optional(text(100, 'Chain, code or name.'), { role: 'vendor' }),
    property_code: optional(text(64, 'Code of the property within its chain.'), { matching: true }),
    time_zone_id: optional(zone('Time zone of the property.'), { role: 'zone' }),
    ...checkinLink,
    ...bookingLinks,
  },
})
