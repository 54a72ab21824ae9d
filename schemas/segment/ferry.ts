import { defineSegment } from './fields/define-segment.js'
import { optional, required } from './fields/field-entry.js'
import { lines, localDateTime, text, zone } from './fields/field.js'
import { liveTimes } from './fields/live.js'
import { RIDE_START, rideEnds, rideZones } from './fields/place.js'
import { boarding, bookingLinks, checkinLink, ticketBarcode, ticketValidity } from './fields/ticket.js'

/** One crossing. Its ends have the names that Transport gives them, by which a ferry may be sent as well. */
export const ferry = defineSegment({
  type: 'Ferry',
  description: 'A ferry crossing.',
  fromPrefix: 'start_',
  toPrefix: 'end_',
  endOrder: 'notBefore',
  phrase: ['ferry', ' {number}', ' to {to}'],
  leastConflict: 10,
  requiredPlace: RIDE_START,
  trip: {
    leg: 'movement',
    speeds: { max: 100, fast: 60, slowest: { speed: 25, extraHours: 2 } },
    mayEndElsewhere: true,
    by: 'sea',
    isTripItself: false,
    weight: 3,
    spansTrip: true,
    isGathering: false,
    isPresenceOnly: false,
    legName: null,
  },
  fields: {
    ferry_line: optional(text(100, 'Ferry company.'), { role: 'vendor', material: true }),
    ferry_number: optional(text(64, 'Number of the crossing or line.'), { role: 'number', material: true }),
    ship_name: optional(text(100, 'Ship.'), { role: 'name', material: true }),
    start_datetime: required(localDateTime('Departure.'), { role: 'start' }),
    end_datetime: optional(localDateTime('Arrival; not before start_datetime.'), {
      role: 'end',
      material: true,
    }),
    ...rideEnds,
    ...liveTimes('start_', 'end_'),
    deck: optional(text(32, 'Deck.'), { group: 'seat' }),
    seat_assignment: optional(text(64, 'Seat.'), { group: 'seat' }),
    cabin_no: optional(text(32, 'Cabin.'), { group: 'seat' }),
    cabin_type: optional(text(100, 'Type of cabin.'), { group: 'seat' }),
    class_of_service: optional(text(64, 'Class.'), { group: 'seat' }),
    ticket_number: optional(text(64, 'Ticket number.'), { group: 'locator', of: 'traveller' }),
    vehicle_description: optional(text(200, 'Vehicle taken on board.')),
    licence_plate: optional(text(32, 'Number plate of the vehicle.')),
    meeting_instructions: optional(lines(2000, 'Where and how to board.')),
    ...rideZones(zone('Time zone of the port.')),
    ...boarding,
    ...ticketBarcode,
    ...ticketValidity,
    ...checkinLink,
    ...bookingLinks,
  },
})
