import Type from 'typebox'
import type { Static } from 'typebox'
import { commonFields } from './fields/common.js'
import { localDateTime, optional, text, zone } from './fields/field.js'
import { placeFields } from './fields/place.js'

/** One place the traveller said to be at. */
export const CheckinSegment = Type.Object(
  {
    type: Type.Literal('Checkin'),
    ...commonFields,
    checkin_datetime: localDateTime('When.'),
    ...optional({
      ...placeFields,
      place_name: text(200, 'Name of the place.'),
      checkin_provider: text(100, 'Where it was said.'),
      time_zone_id: zone('Time zone of the place.'),
    }),
  },
  { description: 'A location check-in. Either lat and lon or city_name and country are required.' },
)
export type CheckinSegment = Static<typeof CheckinSegment>
