import { defineSegment } from './fields/define-segment.js'
import { optional, prefixed, required } from './fields/field-entry.js'
import { airport, integer, localDateTime, text, zone } from './fields/field.js'
import { liveTimes, livePlace } from './fields/live.js'
import { stationFields } from './fields/place.js'
import { bookingLinks, boarding, checkinLink, ticketBarcode } from './fields/ticket.js'

const airportName = text(200, 'Name of the airport; used if its code is not known.')

/** One flight. */
export const air = defineSegment({
  type: 'Air',
  description: 'A flight.',
  fromPrefix: 'origin_',
  toPrefix: 'destination_',
  endOrder: 'after',
  phrase: ['flight', ' {number}', ' to {to}'],
  leastConflict: 15,
  trip: {
    leg: 'movement',
    speeds: { max: 1100, fast: 800, slowest: { speed: 700, extraHours: 2 } },
    mayEndElsewhere: true,
    by: 'air',
    isTripItself: false,
    weight: 3,
    spansTrip: true,
    isGathering: false,
    isPresenceOnly: false,
    legName: 'number',
  },
  fields: {
    airline: optional(
      text(100, 'Marketing carrier, IATA code or name; taken from flight_num if that begins with it.'),
      { role: 'vendor', material: true, expected: true },
    ),
    flight_num: optional(text(16, 'Flight number, with or without the carrier.'), {
      role: 'number',
      material: true,
      expected: true,
    }),
    origin: required(airport('Departure airport.'), {
      role: 'from',
      placeFormat: 'code',
      material: true,
    }),
    destination: required(airport('Arrival airport.'), {
      role: 'to',
      placeFormat: 'code',
      material: true,
    }),
    origin_name: optional(airportName, { placeFormat: 'station', material: true }),
    destination_name: optional(airportName, { placeFormat: 'station', material: true }),
    ...prefixed('origin_', stationFields),
    ...prefixed('destination_', stationFields),
    departure_datetime: required(localDateTime('Departure.'), { role: 'start' }),
    arrival_datetime: optional(localDateTime('Arrival.'), { role: 'end', expected: true }),
    departure_time_zone_id: optional(zone('Time zone of the departure airport.'), {
      role: 'startZone',
      mergesWith: 'departure_datetime',
    }),
    arrival_time_zone_id: optional(zone('Time zone of the arrival airport.'), {
      role: 'endZone',
      mergesWith: 'arrival_datetime',
    }),
    seat_assignment: optional(text(64, 'Seat.'), { group: 'seat' }),
    class_of_service: optional(text(64, 'Booking class.'), { group: 'seat' }),
    cabin: optional(text(64, 'Cabin.'), { group: 'seat' }),
    ticket_number: optional(text(64, 'Ticket number.'), {
      group: 'locator',
      of: 'traveller',
      matching: true,
    }),
    meal: optional(text(100, 'Meal.'), { of: 'traveller' }),
    stops: optional(integer(0, 20, 'Stops on the way, under this flight number.')),
    equipment_code: optional(text(16, 'IATA code of the aircraft type.')),
    departure_terminal: livePlace('Departure terminal.'),
    departure_gate: livePlace('Departure gate.'),
    arrival_terminal: livePlace('Arrival terminal.'),
    arrival_gate: livePlace('Arrival gate.'),
    baggage_belt: livePlace('Baggage belt at arrival.'),
    ...liveTimes('departure_', 'arrival_'),
    operating_airline: optional(text(100, 'Operating carrier, if it is another one.')),
    operating_flight_num: optional(text(16, 'Its flight number.'), { matching: true }),
    ...boarding,
    ...ticketBarcode,
    ...checkinLink,
    ...bookingLinks,
  },
})
