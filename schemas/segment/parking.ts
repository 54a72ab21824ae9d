import Type from 'typebox'
import type { Static } from 'typebox'
import { commonFields } from './fields/common.js'
import { localDateTime, optional, text, zone } from './fields/field.js'
import { placeFields } from './fields/place.js'

/** One parked car. */
export const ParkingSegment = Type.Object(
  {
    type: Type.Literal('Parking'),
    ...commonFields,
    parking_name: text(200, 'Name of the car park.'),
    start_datetime: localDateTime('Drive-in.'),
    end_datetime: localDateTime('Drive-out; not before start_datetime.'),
    ...optional({
      ...placeFields,
      location: text(200, 'The place in free text, or its IATA code.'),
      licence_plate: text(32, 'Number plate of the car.'),
      space_no: text(32, 'Space.'),
      time_zone_id: zone('Time zone of the car park.'),
    }),
  },
  {
    description:
      'A parking space. The place is required: location, address1, city_name, city_code, or lat and lon.',
  },
)
export type ParkingSegment = Static<typeof ParkingSegment>
