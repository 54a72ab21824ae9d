/**
 * The parts of a journey as it really happens. Days of a stay are day numbers; other times are instants in
 * minutes UTC.
 */
import type { DemoAirport, Flight } from './timetable.js'

export interface Stay {
  is: 'stay'
  port: DemoAirport
  brand: string
  from: number
  to: number
}
export interface Rental {
  is: 'rental'
  company: string
  pickup: DemoAirport
  dropoff: DemoAirport
  from: number
  to: number
}
export interface Meeting {
  is: 'meeting'
  port: DemoAirport
  name: string
  from: number
  to: number
}
export interface BookedFlight {
  is: 'flight'
  flight: Flight
  ticket: number
}
export type JourneyPart = BookedFlight | Stay | Rental | Meeting

export type JourneyKind = 'round trip' | 'day trip' | 'several cities' | 'open jaw' | 'by car' | 'commute'
