import Type from 'typebox'
import type { Static } from 'typebox'
import { commonFields } from './fields/common.js'
import { airport, integer, localDateTime, optional, text, zone } from './fields/field.js'

/** One flight. */
export const AirSegment = Type.Object(
  {
    type: Type.Literal('Air'),
    ...commonFields,
    airline: text(100, 'Marketing carrier, IATA code or name.'),
    flight_num: text(16, 'Flight number, with or without the carrier.'),
    origin: airport('Airport of departure, IATA code.'),
    destination: airport('Airport of arrival, IATA code.'),
    departure_datetime: localDateTime('Departure.'),
    arrival_datetime: localDateTime('Arrival.'),
    ...optional({
      seat_assignment: text(64, 'Seat.'),
      class_of_service: text(64, 'Booking class.'),
      cabin: text(64, 'Cabin.'),
      ticket_number: text(64, 'Ticket number.'),
      meal: text(100, 'Meal.'),
      stops: integer(0, 20, 'Stops on the way under this number.'),
      equipment_code: text(16, 'IATA code of the aircraft.'),
      departure_terminal: text(32, 'Terminal of departure.'),
      departure_gate: text(32, 'Gate of departure.'),
      arrival_terminal: text(32, 'Terminal of arrival.'),
      arrival_gate: text(32, 'Gate of arrival.'),
      operating_airline: text(100, 'Carrier that flies, when it is another one.'),
      operating_flight_num: text(16, 'Its flight number.'),
      departure_time_zone_id: zone('Time zone of the departure.'),
      arrival_time_zone_id: zone('Time zone of the arrival.'),
    }),
  },
  { description: 'A flight.' },
)
export type AirSegment = Static<typeof AirSegment>
