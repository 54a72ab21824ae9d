import Type from 'typebox'
import type { Static } from 'typebox'
import { commonFields } from './fields/common.js'
import { localDateTime, optional, prefixed, text, zone } from './fields/field.js'
import { cityFields } from './fields/place.js'

const station = { name: text(200, 'Name of the station.'), ...cityFields }

/** One ride on one train. */
export const RailSegment = Type.Object(
  {
    type: Type.Literal('Rail'),
    ...commonFields,
    rail_line: text(100, 'Operator.'),
    origin: text(200, 'Station of departure, code or name.'),
    destination: text(200, 'Station of arrival, code or name.'),
    departure_datetime: localDateTime('Departure.'),
    ...optional({
      arrival_datetime: localDateTime('Arrival.'),
      train_number: text(32, 'Number of the train.'),
      ...prefixed('origin_', station),
      ...prefixed('destination_', station),
      coach: text(32, 'Coach.'),
      seat_assignment: text(64, 'Seat.'),
      class_of_service: text(64, 'Class.'),
      ticket_number: text(64, 'Ticket number.'),
      departure_platform: text(32, 'Platform of departure.'),
      arrival_platform: text(32, 'Platform of arrival.'),
      operating_rail_line: text(100, 'Operator that runs it, when it is another one.'),
      departure_time_zone_id: zone('Time zone of the departure.'),
      arrival_time_zone_id: zone('Time zone of the arrival.'),
    }),
  },
  { description: 'A train ride.' },
)
export type RailSegment = Static<typeof RailSegment>
