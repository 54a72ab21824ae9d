import { defineSegment } from './fields/define-segment.js'
import { optional, required } from './fields/field-entry.js'
import { lines, localDateTime, oneOf, text, zone } from './fields/field.js'
import { RIDE_START, rideEnds, rideZones } from './fields/place.js'
import { boarding, bookingLinks, checkinLink, ticketBarcode, ticketValidity } from './fields/ticket.js'

/**
 * One ride that is neither a flight nor a train. Of its start, the name, street and city are material; of its
 * end, every field (RULES 7.6).
 */
export const transport = defineSegment({
  type: 'Transport',
  description: 'A taxi, shuttle or bus; with transport_type Ferry it is read as a Ferry.',
  fromPrefix: 'start_',
  toPrefix: 'end_',
  endOrder: 'notBefore',
  phrase: ['ride', ' with {vendor}'],
  leastConflict: 10,
  requiredPlace: RIDE_START,
  trip: {
    leg: 'ride',
    speeds: { max: 150, fast: 80, slowest: null },
    mayEndElsewhere: true,
    by: 'road',
    isTripItself: false,
    weight: 1,
    spansTrip: true,
    isGathering: false,
    isPresenceOnly: false,
    legName: null,
  },
  fields: {
    transport_company: optional(text(100, 'Company.'), { role: 'vendor', material: true }),
    transport_type: optional(
      oneOf(['Taxi', 'Rideshare', 'Shuttle', 'Limo', 'Bus', 'Ferry'], 'Type of ride.'),
    ),
    start_datetime: required(localDateTime('Start.'), { role: 'start' }),
    end_datetime: optional(localDateTime('End; not before start_datetime.'), { role: 'end', material: true }),
    ...rideEnds,
    coach: optional(text(32, 'Coach or vehicle.'), { group: 'seat' }),
    seat_assignment: optional(text(64, 'Seat.'), { group: 'seat' }),
    ticket_number: optional(text(64, 'Ticket number.'), { group: 'locator', of: 'traveller' }),
    vehicle_description: optional(text(200, 'Description of the vehicle.')),
    meeting_instructions: optional(lines(2000, 'Where and how to meet.')),
    ...rideZones(zone('Time zone of the place.')),
    ...boarding,
    ...ticketBarcode,
    ...ticketValidity,
    ...checkinLink,
    ...bookingLinks,
  },
})
