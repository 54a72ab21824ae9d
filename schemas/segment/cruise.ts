import Type from 'typebox'
import { defineSegment } from './fields/define-segment.js'
import { optional, prefixed, required } from './fields/field-entry.js'
import type { FieldEntries } from './fields/field-entry.js'
import { localDateTime, nullable, text, zone } from './fields/field.js'
import { cityCode, portFields, stationCode } from './fields/place.js'
import { boarding, bookingLinks, checkinLink, ticketBarcode } from './fields/ticket.js'

const PortCall = Type.Object(
  {
    city_name: text(200, 'City of the port.'),
    country: nullable(text(100, 'Country of the port.')),
    arrival_datetime: nullable(localDateTime('Arrival.')),
    departure_datetime: nullable(localDateTime('Departure.')),
  },
  { description: 'One port on the way.' },
)

const port: FieldEntries = {
  name: optional(text(200, 'Name of the port.'), { placeFormat: 'free', material: true }),
  code: stationCode,
  ...portFields,
  city_code: cityCode,
}
const portZone = zone('Time zone of the port.')
const embark = prefixed('embark_', port)
/** RULES 1: the port of embarkation must be sent. */
const embarkPort = {
  ...embark,
  embark_city_name: { ...embark['embark_city_name']!, presence: 'required' as const },
  embark_country: { ...embark['embark_country']!, presence: 'required' as const },
}

/** One cruise. */
export const cruise = defineSegment({
  type: 'Cruise',
  description: 'A cruise.',
  fromPrefix: 'embark_',
  toPrefix: 'disembark_',
  endOrder: 'after',
  phrase: ['cruise', ' on {name}'],
  leastConflict: 30,
  trip: {
    leg: 'movement',
    speeds: { max: 60, fast: null, slowest: null },
    mayEndElsewhere: true,
    by: 'sea',
    isTripItself: true,
    weight: 3,
    spansTrip: true,
    isGathering: false,
    isPresenceOnly: false,
    legName: null,
  },
  fields: {
    cruise_line: required(text(100, 'Cruise line.'), { role: 'vendor', material: true }),
    ship_name: required(text(100, 'Ship.'), { role: 'name', material: true }),
    embark_datetime: required(localDateTime('Embarkation.'), { role: 'start' }),
    disembark_datetime: optional(localDateTime('Disembarkation.'), { role: 'end', expected: true }),
    ...embarkPort,
    ...prefixed('disembark_', port),
    cabin_no: optional(text(32, 'Cabin.'), { group: 'seat' }),
    cabin_type: optional(text(100, 'Type of cabin.'), { group: 'seat' }),
    dining: optional(text(200, 'Dining.')),
    port_calls: optional(
      Type.Array(PortCall, { maxItems: 100, 'x-kind': 'list', description: 'Ports on the way, in order.' }),
      { role: 'portCalls', holdsFor: 'times' },
    ),
    embark_time_zone_id: optional(portZone, { role: 'startZone', mergesWith: 'embark_datetime' }),
    disembark_time_zone_id: optional(portZone, { role: 'endZone', mergesWith: 'disembark_datetime' }),
    ...boarding,
    ...ticketBarcode,
    ...checkinLink,
    ...bookingLinks,
  },
})
