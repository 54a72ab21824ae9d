import { defineSegment } from './fields/define-segment.js'
import { optional, prefixed, required } from './fields/field-entry.js'
import { lines, localDateTime, phone, text, zone } from './fields/field.js'
import { addressFields, cityCode, locationText, placeName, stationCode } from './fields/place.js'
import { bookingLinks, checkinLink } from './fields/ticket.js'

const station = {
  name: optional(placeName, { placeFormat: 'free' }),
  code: stationCode,
  ...addressFields,
  city_code: cityCode,
  phone: optional(phone('Telephone number of the rental station.')),
  hours: optional(text(200, 'Opening hours.')),
}
const stationZone = zone('Time zone of the rental station.')

/** One rental. */
export const car = defineSegment({
  type: 'Car',
  description:
    'A car rental. Say where it begins: pickup_location, pickup_city_name, pickup_city_code, ' +
    'or pickup_lat and pickup_lon.',
  fromPrefix: 'pickup_',
  toPrefix: 'dropoff_',
  endOrder: 'after',
  phrase: ['rental car', ' from {vendor}'],
  leastConflict: 30,
  trip: {
    leg: 'rental',
    speeds: { max: 130, fast: null, slowest: null },
    mayEndElsewhere: false,
    by: 'road',
    isTripItself: false,
    weight: 2,
    spansTrip: true,
    isGathering: false,
    isPresenceOnly: false,
    legName: 'vendor',
  },
  fields: {
    car_company: required(text(100, 'Rental company, code or name.'), { role: 'vendor', material: true }),
    pickup_datetime: required(localDateTime('Pick-up.'), { role: 'start' }),
    dropoff_datetime: optional(localDateTime('Return.'), { role: 'end', expected: true }),
    pickup_location: optional(locationText, {
      role: 'from',
      placeFormat: 'free',
      group: 'place',
      material: true,
    }),
    dropoff_location: optional(locationText, {
      role: 'to',
      placeFormat: 'free',
      group: 'place',
      material: true,
    }),
    ...prefixed('pickup_', station),
    ...prefixed('dropoff_', station),
    car_type: optional(text(100, 'Class of the car.')),
    car_description: optional(lines(2000, 'Description of the car.')),
    loyalty_no: optional(text(64, 'Loyalty number.'), { of: 'traveller' }),
    pickup_time_zone_id: optional(stationZone, { role: 'startZone', mergesWith: 'pickup_datetime' }),
    dropoff_time_zone_id: optional(stationZone, { role: 'endZone', mergesWith: 'dropoff_datetime' }),
    ...checkinLink,
    ...bookingLinks,
  },
})
