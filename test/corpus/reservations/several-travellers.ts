/** Bookings for more than one: whose seat and ticket is whose. */
import { BOOKING_FOR_TWO } from '../documents.js'
import type { Reservation } from '../reservation.js'
import { flight, train } from '../segments.js'
import { AT } from '../spots.js'

const ADA = { first_name: 'Ada', last_name: 'Demo' }

export const SEVERAL_TRAVELLERS: Reservation[] = [
  {
    what: 'a flight for two, the companion listed first',
    document: BOOKING_FOR_TWO,
    segment: flight('LH 430', [{ code: 'FRA' }, '2027-02-11T10:50'], [{ code: 'ORD' }, '2027-02-11T13:10'], {
      source: 'airline_lh',
      confirmation_no: '9KTRB4',
      number_of_pax: 2,
      travelers: [
        { first_name: 'Alan', last_name: 'Demo', seat_assignment: '31D', ticket_number: '2202222222222' },
        { ...ADA, seat_assignment: '31C', ticket_number: '2201111111111' },
      ],
    }),
    from: AT.frankfurt,
    shows: {
      member: ADA,
      fields: { first_name: 'Ada', seat_assignment: '31C', ticket_number: '2201111111111' },
      travellers: ['Ada Demo 31C', 'Alan Demo 31D'],
    },
  },
  {
    what: 'names as a reservation system writes them, the member last of three',
    document: BOOKING_FOR_TWO,
    segment: flight('LA 713', [{ code: 'GRU' }, '2027-08-03T18:20'], [{ code: 'JNB' }, '2027-08-04T08:05'], {
      confirmation_no: 'la-7 qx2',
      travelers: [
        { name: 'OKAFOR/WENCESLASMR', seat_assignment: '7A' },
        { name: 'CHEN/BO MS' },
        { name: 'DEMO/ADAMRS', seat_assignment: '7C' },
      ],
    }),
    from: AT.saoPaulo,
    to: AT.johannesburg,
    shows: {
      member: ADA,
      fields: { seat_assignment: '7C', confirmation_no: 'la-7 qx2' },
      travellers: ['DEMO/ADAMRS 7C', 'OKAFOR/WENCESLASMR 7A', 'CHEN/BO MS null'],
    },
  },
  {
    what: 'a train whose statement is in the name of the companion',
    document: BOOKING_FOR_TWO,
    segment: train(
      'TGV 6611',
      [{ name: 'Paris Gare de Lyon' }, '2027-05-14T10:00'],
      [{ name: 'Lyon Part-Dieu' }, '2027-05-14T11:58'],
      {
        first_name: 'Bo',
        last_name: 'Chen',
        seat_assignment: '61',
        ticket_number: 'T-1',
        confirmation_no: 'QX7LM2',
        travelers: [{ ...ADA, seat_assignment: '62', ticket_number: 'T-2' }],
      },
    ),
    from: AT.paris,
    to: AT.lyon,
    shows: {
      member: ADA,
      fields: { first_name: 'Ada', seat_assignment: '62', ticket_number: 'T-2', confirmation_no: 'QX7LM2' },
      travellers: ['Ada Demo 62', 'Bo Chen 61'],
    },
  },
]
