/** A week in London: two flights of one booking and a hotel. */
import { flight, hotel } from './traveller.js'

export const OUT = flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', {
  confirmation_no: 'ABC234',
})
export const BACK = flight('DL43', 'LHR-JFK', '2026-03-09T10:00', '2026-03-09T13:00', {
  confirmation_no: 'ABC234',
})
export const HOTEL = hotel('London Marriott', 'London', '2026-03-02', '2026-03-09', {
  country: 'GB',
  confirmation_no: 'H12345',
})
