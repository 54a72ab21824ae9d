import Type from 'typebox'
import type { Static } from 'typebox'
import { commonFields } from './fields/common.js'
import { localDateTime, optional, phone, prefixed, text, zone } from './fields/field.js'
import { namedPlaceFields } from './fields/place.js'

const end = {
  ...namedPlaceFields,
  phone: phone('Telephone of the station.'),
  hours: text(200, 'Opening hours.'),
  time_zone_id: zone('Time zone of the station.'),
}

/** One rental. */
export const CarSegment = Type.Object(
  {
    type: Type.Literal('Car'),
    ...commonFields,
    car_company: text(100, 'Rental company, code or name.'),
    pickup_datetime: localDateTime('Pick-up.'),
    dropoff_datetime: localDateTime('Return.'),
    ...optional({
      ...prefixed('pickup_', end),
      ...prefixed('dropoff_', end),
      car_type: text(100, 'Class of the car.'),
      car_description: text(2000, 'Description of the car.'),
      loyalty_no: text(64, 'Loyalty number.'),
    }),
  },
  {
    description:
      'A car rental. Say where it begins: pickup_location, pickup_city_name, pickup_city_code, or pickup_lat and pickup_lon.',
  },
)
export type CarSegment = Static<typeof CarSegment>
