import { defineSegment } from './fields/define-segment.js'
import { hidden, optional, required } from './fields/field-entry.js'
import { localDateTime, text, zone } from './fields/field.js'
import { addressFields, cityCode, locationText } from './fields/place.js'
import { bookingLinks } from './fields/ticket.js'

/** One table. */
export const restaurant = defineSegment({
  type: 'Restaurant',
  description: 'A table at a restaurant.',
  fromPrefix: '',
  toPrefix: null,
  endOrder: 'notBefore',
  phrase: ['table', ' at {name}'],
  leastConflict: 10,
  requiredPlace: [['location'], ['address1'], ['city_name'], ['city_code'], ['lat', 'lon']],
  trip: {
    leg: 'point',
    speeds: null,
    mayEndElsewhere: false,
    by: null,
    isTripItself: false,
    weight: 1,
    spansTrip: true,
    isGathering: false,
    isPresenceOnly: false,
    legName: 'name',
  },
  fields: {
    restaurant_name: required(text(200, 'Name of the restaurant.'), { role: 'name', material: true }),
    start_datetime: required(localDateTime('Time of the reservation.'), { role: 'start' }),
    end_datetime: optional(localDateTime('End; not before start_datetime.'), { role: 'end', material: true }),
    ...addressFields,
    city_code: cityCode,
    location: hidden(optional(locationText, { role: 'from', placeFormat: 'free' })),
    dress_code: optional(text(100, 'Dress code.')),
    time_zone_id: optional(zone('Time zone of the restaurant.'), { role: 'zone' }),
    ...bookingLinks,
  },
})
