import { defineSegment } from './fields/define-segment.js'
import { optional, required } from './fields/field-entry.js'
import { localDateTime, text, zone } from './fields/field.js'
import { addressFields, cityCode } from './fields/place.js'

/** One place the traveller checked in at. */
export const checkin = defineSegment({
  type: 'Checkin',
  description: 'A location check-in.',
  fromPrefix: '',
  toPrefix: null,
  endOrder: 'single',
  phrase: ['check-in', ' at {name}'],
  leastConflict: 10,
  requiredPlace: [
    ['lat', 'lon'],
    ['city_name', 'country'],
  ],
  trip: {
    leg: 'point',
    speeds: null,
    mayEndElsewhere: false,
    by: null,
    isTripItself: false,
    weight: 1,
    spansTrip: false,
    isGathering: false,
    isPresenceOnly: true,
    legName: 'name',
  },
  fields: {
    place_name: optional(text(200, 'Name of the place.'), { role: 'name', material: true }),
    checkin_datetime: required(localDateTime('When.'), { role: 'start', material: true }),
    ...addressFields,
    city_code: cityCode,
    checkin_provider: optional(text(100, 'Service used to check in.')),
    time_zone_id: optional(zone('Time zone of the place.'), { role: 'zone' }),
  },
})
