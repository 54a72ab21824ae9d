/** RULES 4.3 on bookings for several people, as carriers of several countries report that one of them cancels. */
import t from 'tap'
import { flight } from '../support/traveller.js'
import { errorsOf, member } from './reference-world.js'
import type { RawSegment } from './cases.js'

const ADA = { first_name: 'Ada', last_name: 'Demo' }
const BO = { first_name: 'Bo', last_name: 'Ray' }

interface Case {
  what: string
  booked: RawSegment[]
  later: RawSegment
  shows: string[]
}

const toNewYork = {
  ...flight('AZ610', 'FCO-JFK', '2027-09-03T10:00', '2027-09-03T14:10'),
  source: 'airline_az',
  confirmation_no: 'AZ0001',
}
const toLyon: RawSegment = {
  type: 'Rail',
  source: 'sabre',
  train_number: 'TGV 6611',
  origin: 'Paris Gare de Lyon',
  departure_datetime: '2027-02-14T10:00',
  destination: 'Lyon Part-Dieu',
  arrival_datetime: '2027-02-14T11:58',
  confirmation_no: 'QX7LM2',
}
const inKyoto: RawSegment = {
  type: 'Hotel',
  source: 'hotel_marriott',
  hotel_name: 'The Ritz-Carlton Kyoto',
  city_name: 'Kyoto',
  country: 'JP',
  checkin_date: '2027-12-28',
  checkout_date: '2028-01-02',
  confirmation_no: '88-213',
}
const byLocator = ({ type, source, confirmation_no: locator }: RawSegment): RawSegment => ({
  type,
  source,
  confirmation_no: locator,
  status: 'Cancelled',
})

const CASES: Case[] = [
  {
    what: 'one of the listed travellers cancels',
    booked: [
      {
        ...toNewYork,
        number_of_pax: 2,
        travelers: [
          { ...ADA, seat_assignment: '7A' },
          { ...BO, seat_assignment: '7B' },
        ],
      },
    ],
    later: { ...byLocator(toNewYork), ...BO },
    shows: ['Ada Demo 7A Active', 'Bo Ray 7B Cancelled'],
  },
  {
    what: 'each by name, one cancels the booking by name',
    booked: [
      { ...toNewYork, ...ADA },
      { ...toNewYork, ...BO },
    ],
    later: { ...byLocator(toNewYork), ...BO },
    shows: ['Ada Demo null Active', 'Bo Ray null Cancelled'],
  },
  {
    what: 'a train, names as a reservation system writes them, cancelled with its leg',
    booked: [
      {
        ...toLyon,
        travelers: [
          { name: 'RAY/BOMR', seat_assignment: '61' },
          { name: 'DEMO/ADAMRS', seat_assignment: '62' },
        ],
      },
    ],
    later: { ...toLyon, ...BO, status: 'Cancelled' },
    shows: ['DEMO/ADAMRS 62 Active', 'RAY/BOMR 61 Cancelled'],
  },
  {
    what: 'a hotel, the cancellation lists one of the guests',
    booked: [{ ...inKyoto, travelers: [BO, ADA, { first_name: 'Wenceslas', last_name: 'Okafor' }] }],
    later: { ...byLocator(inKyoto), travelers: [{ name: 'OKAFOR/WENCESLASMR' }] },
    shows: ['Ada Demo null Active', 'Bo Ray null Active', 'Wenceslas Okafor null Cancelled'],
  },
  {
    what: 'a new seat of the companion',
    booked: [{ ...toLyon, ...ADA, coach: '4', seat_assignment: '62', travelers: [BO] }],
    later: { ...toLyon, ...BO, coach: '11', seat_assignment: '7' },
    shows: ['Ada Demo 62 Active', 'Bo Ray 7 Active'],
  },
]

for (const { what, booked, later, shows } of CASES)
  t.test(what, (t) => {
    const statements = [...booked, later].map((one, at) => ({
      ...one,
      supplier_updated: `2026-11-0${at + 1}T08:00:00Z`,
    }))
    t.same(statements.flatMap(errorsOf), [], 'is accepted')
    for (const order of [statements, statements.toReversed()]) {
      const ada = member()
      Object.assign(ada.state.profile, ADA)
      for (const statement of order) ada.post(statement)
      const [segment, ...more] = ada.segments()
      t.same(more, [], 'one segment')
      t.equal(segment?.status, 'Active')
      t.same(
        segment?.bookings.map((one) => {
          const { seat_assignment: seat } = one as unknown as { seat_assignment: string | null }
          return `${one.traveler} ${seat} ${one.status}`
        }),
        shows,
      )
      if (segment?.['coach'] != null) t.equal(segment['coach'], '4')
    }
    t.end()
  })
