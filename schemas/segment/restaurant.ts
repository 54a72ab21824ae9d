import Type from 'typebox'
import type { Static } from 'typebox'
import { commonFields } from './fields/common.js'
import { localDateTime, optional, text, zone } from './fields/field.js'
import { placeFields } from './fields/place.js'

/** One table. */
export const RestaurantSegment = Type.Object(
  {
    type: Type.Literal('Restaurant'),
    ...commonFields,
    restaurant_name: text(200, 'Name of the restaurant.'),
    start_datetime: localDateTime('Time of the reservation.'),
    ...optional({
      ...placeFields,
      location: text(200, 'The place in free text, or its IATA code.'),
      end_datetime: localDateTime('End; not before start_datetime.'),
      dress_code: text(100, 'Dress code.'),
      time_zone_id: zone('Time zone of the restaurant.'),
    }),
  },
  {
    description:
      'A table in a restaurant. The place is required: location, address1, city_name, city_code, or lat and lon.',
  },
)
export type RestaurantSegment = Static<typeof RestaurantSegment>
