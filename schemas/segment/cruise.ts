import Type from 'typebox'
import type { Static } from 'typebox'
import { commonFields } from './fields/common.js'
import { localDateTime, nullable, optional, prefixed, text, zone } from './fields/field.js'
import { cityFields } from './fields/place.js'

const port = {
  name: text(200, 'Name of the port.'),
  ...cityFields,
  time_zone_id: zone('Time zone of the port.'),
}
const { city_name: embarkCity, country: embarkCountry, ...embark } = port

const PortCall = Type.Object(
  {
    city_name: text(200, 'City of the port.'),
    ...optional({
      country: text(100, 'Country of the port.'),
      arrival_datetime: localDateTime('Arrival.'),
      departure_datetime: localDateTime('Departure.'),
    }),
  },
  { description: 'One port on the way.' },
)

/** One cruise. */
export const CruiseSegment = Type.Object(
  {
    type: Type.Literal('Cruise'),
    ...commonFields,
    cruise_line: text(100, 'Cruise line.'),
    ship_name: text(100, 'Ship.'),
    embark_datetime: localDateTime('Embarkation.'),
    disembark_datetime: localDateTime('Disembarkation.'),
    embark_city_name: embarkCity,
    embark_country: embarkCountry,
    ...optional({ ...prefixed('embark_', embark), ...prefixed('disembark_', port) }),
    ...optional({
      cabin_no: text(32, 'Cabin.'),
      cabin_type: text(100, 'Kind of cabin.'),
      dining: text(200, 'Dining.'),
    }),
    port_calls: nullable(
      Type.Array(PortCall, { maxItems: 100, 'x-kind': 'list', description: 'Ports on the way, in order.' }),
    ),
  },
  { description: 'A cruise.' },
)
export type CruiseSegment = Static<typeof CruiseSegment>
