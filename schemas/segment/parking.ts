import { defineSegment } from './fields/define-segment.js'
import { hidden, optional, required } from './fields/field-entry.js'
import { localDateTime, text, zone } from './fields/field.js'
import { addressFields, cityCode, locationText } from './fields/place.js'
import { bookingLinks, ticketBarcode } from './fields/ticket.js'

/** One parked car. */
export const parking = defineSegment({
  type: 'Parking',
  description: 'A parking space.',
  fromPrefix: '',
  toPrefix: null,
  endOrder: 'notBefore',
  phrase: ['parking', ' at {name}'],
  leastConflict: 30,
  requiredPlace: [['location'], ['address1'], ['city_name'], ['city_code'], ['lat', 'lon']],
  trip: {
    leg: 'support',
    speeds: null,
    mayEndElsewhere: false,
    by: null,
    isTripItself: false,
    weight: 1,
    spansTrip: false,
    isGathering: false,
    isPresenceOnly: false,
    legName: null,
  },
  fields: {
    parking_name: required(text(200, 'Name of the car park.'), { role: 'name', material: true }),
    start_datetime: required(localDateTime('Drive-in.'), { role: 'start' }),
    end_datetime: optional(localDateTime('Drive-out; not before start_datetime.'), {
      role: 'end',
      material: true,
    }),
    ...addressFields,
    city_code: cityCode,
    location: hidden(optional(locationText, { role: 'from', placeFormat: 'free' })),
    licence_plate: optional(text(32, 'Number plate of the car.')),
    space_no: optional(text(32, 'Space.'), { group: 'seat' }),
    time_zone_id: optional(zone('Time zone of the car park.'), { role: 'zone' }),
    ...ticketBarcode,
    ...bookingLinks,
  },
})
