import Type from 'typebox'
import type { Static } from 'typebox'
import { commonFields } from './fields/common.js'
import { localDateTime, oneOf, optional, prefixed, text, zone } from './fields/field.js'
import { namedPlaceFields } from './fields/place.js'

const end = { ...namedPlaceFields, time_zone_id: zone('Time zone of the place.') }

/** One ride that is neither flight nor train. */
export const TransportSegment = Type.Object(
  {
    type: Type.Literal('Transport'),
    ...commonFields,
    transport_company: text(100, 'Company.'),
    start_datetime: localDateTime('Start.'),
    ...optional({
      transport_type: oneOf(['Taxi', 'Rideshare', 'Shuttle', 'Limo', 'Bus', 'Ferry'], 'Kind of ride.'),
      end_datetime: localDateTime('End; not before start_datetime.'),
      ...prefixed('start_', end),
      ...prefixed('end_', end),
      vehicle_description: text(200, 'Description of the vehicle.'),
      meeting_instructions: text(2000, 'Where and how to meet.'),
    }),
  },
  {
    description:
      'A taxi, shuttle, bus or ferry. The start place is required: start_location, start_name, start_address1, start_city_name, start_city_code, or start_lat and start_lon.',
  },
)
export type TransportSegment = Static<typeof TransportSegment>
