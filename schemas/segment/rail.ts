import { defineSegment } from './fields/define-segment.js'
import { optional, prefixed, required } from './fields/field-entry.js'
import { localDateTime, text, zone } from './fields/field.js'
import { liveTimes, livePlace } from './fields/live.js'
import { stationFields } from './fields/place.js'
import { boarding, bookingLinks, checkinLink, ticketBarcode, ticketValidity } from './fields/ticket.js'

const stationName = text(200, 'Name of the station.')

/** One ride on one train. */
export const rail = defineSegment({
  type: 'Rail',
  description: 'A train ride.',
  fromPrefix: 'origin_',
  toPrefix: 'destination_',
  endOrder: 'after',
  phrase: ['train', ' {number}', ' to {to}'],
  leastConflict: 5,
  trip: {
    leg: 'movement',
    speeds: { max: 350, fast: 200, slowest: { speed: 100, extraHours: 1.5 } },
    mayEndElsewhere: true,
    by: 'rail',
    isTripItself: false,
    weight: 3,
    spansTrip: true,
    isGathering: false,
    isPresenceOnly: false,
    legName: 'number',
  },
  fields: {
    rail_line: optional(
      text(100, 'Operator; taken from train_number if that names a product of one operator.'),
      {
        role: 'vendor',
        material: true,
      },
    ),
    train_number: optional(text(64, 'Train number.'), { role: 'number', material: true }),
    origin: required(text(200, 'Departure station, code or name.'), {
      role: 'from',
      placeFormat: 'station',
      material: true,
    }),
    destination: required(text(200, 'Arrival station, code or name.'), {
      role: 'to',
      placeFormat: 'station',
      material: true,
    }),
    origin_name: optional(stationName, { placeFormat: 'station', material: true }),
    destination_name: optional(stationName, { placeFormat: 'station', material: true }),
    ...prefixed('origin_', stationFields),
    ...prefixed('destination_', stationFields),
    departure_datetime: required(localDateTime('Departure.'), { role: 'start' }),
    arrival_datetime: optional(localDateTime('Arrival.'), { role: 'end' }),
    departure_time_zone_id: optional(zone('Time zone of the departure station.'), {
      role: 'startZone',
      mergesWith: 'departure_datetime',
    }),
    arrival_time_zone_id: optional(zone('Time zone of the arrival station.'), {
      role: 'endZone',
      mergesWith: 'arrival_datetime',
    }),
    coach: optional(text(32, 'Coach.'), { group: 'seat', matching: true }),
    seat_assignment: optional(text(64, 'Seat.'), { group: 'seat', matching: true }),
    class_of_service: optional(text(64, 'Class.'), { group: 'seat' }),
    ticket_number: optional(text(64, 'Ticket number.'), { group: 'locator', of: 'traveller' }),
    departure_platform: livePlace('Departure platform.'),
    arrival_platform: livePlace('Arrival platform.'),
    ...liveTimes('departure_', 'arrival_'),
    operating_rail_line: optional(text(100, 'Operator that runs the train, if it is another one.')),
    ...boarding,
    ...ticketBarcode,
    ...ticketValidity,
    ...checkinLink,
    ...bookingLinks,
  },
})
