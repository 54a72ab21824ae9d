/**
 * A journey that arrives as a screen of a system, an airline's mail, a calendar, boarding passes and an export of TripIt
 * is one trip with each flight once, whatever the order, and no form says anything that another one contradicts.
 */
import fc from 'fast-check'
import t from 'tap'
import { readDocument } from '../../../actors/readers/read-document.js'
import { dayText } from '../../../schemas/base/wall-time.js'
import { context, member } from '../../corpus/reference-world.js'
import { propertyRuns } from '../../support/property-runs.js'

interface Flight {
  airline: string
  number: number
  from: string
  to: string
  /** Days since 1970 and minutes of the local day. */
  day: number
  departs: number
  arrives: number
  seat: string
}

const DAY_MS = 86_400_000
const RECEIVED = Date.UTC(2026, 2, 1)
const FIRST_DAY = RECEIVED / DAY_MS + 20
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const LOCATOR = 'QZ7RT2'
const two = (value: number): string => String(value).padStart(2, '0')
const clock = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
const compact = (minute: number): string => clock(minute).replace(':', '')
const iso = (day: number, minute: number): string => `${dayText(day)}T${clock(minute)}:00`
const dayMonth = (day: number): string => {
  const date = new Date(day * DAY_MS)
  return two(date.getUTCDate()) + MONTHS[date.getUTCMonth()]!
}

/** Local arrival after departure on the same day, in both directions. */
const ROUTES: ReadonlyArray<{ airline: string; stops: readonly string[] }> = [
  { airline: 'LX', stops: ['ZRH', 'CPH'] },
  { airline: 'LH', stops: ['ZRH', 'FRA', 'ARN'] },
  { airline: 'IB', stops: ['ZRH', 'MAD', 'LPA'] },
  { airline: 'BA', stops: ['ZRH', 'LHR', 'EDI'] },
]

const journey = fc
  .record({
    route: fc.constantFrom(...ROUTES),
    day: fc.nat(250),
    nights: fc.integer({ min: 1, max: 9 }),
    number: fc.integer({ min: 100, max: 3_000 }),
    departs: fc.integer({ min: 360, max: 660 }),
    row: fc.integer({ min: 1, max: 40 }),
  })
  .map(({ route: { airline, stops }, day, nights, number, departs, row }) => {
    const way = (places: readonly string[], on: number, first: number): Flight[] =>
      places.slice(1).map((to, leg) => ({
        airline,
        number: first + leg,
        from: places[leg]!,
        to,
        day: on,
        departs: departs + leg * 300,
        arrives: departs + leg * 300 + 180,
        seat: `${row + leg}C`,
      }))
    const begin = FIRST_DAY + day
    return [...way(stops, begin, number), ...way([...stops].reverse(), begin + nights, number + 10)]
  })

const display = (flights: readonly Flight[]): string =>
  [
    `RP/ZRHXX0101/ZRHXX0101            ST/SU   1MAR26/0939Z   ${LOCATOR}`,
    '  1.SAMPLE/ADA MS',
    ...flights.map(
      ({ airline, number, from, to, day, departs, arrives }, at) =>
        `  ${at + 2}  ${airline}${String(number).padStart(4, ' ')} Y ${dayMonth(day)} ${((day + 3) % 7) + 1} ${from}${to} HK1   ` +
        `${compact(departs)} ${compact(arrives)}   ${dayMonth(day)}  E  ${airline}/${LOCATOR}`,
    ),
  ].join('\n')

const mail = (flights: readonly Flight[]): string =>
  [
    'From: booking@airline.example',
    'To: ada@example.com',
    'Date: Sun, 1 Mar 2026 09:40:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<html><body><script type="application/ld+json">',
    JSON.stringify(
      flights.map(({ airline, number, from, to, day, departs, arrives, seat }) => ({
        '@context': 'http://schema.org',
        '@type': 'FlightReservation',
        reservationNumber: LOCATOR,
        reservationStatus: 'http://schema.org/ReservationConfirmed',
        underName: { '@type': 'Person', name: 'Ada Sample' },
        reservedTicket: { '@type': 'Ticket', ticketedSeat: { '@type': 'Seat', seatNumber: seat } },
        reservationFor: {
          '@type': 'Flight',
          flightNumber: String(number),
          airline: { '@type': 'Airline', iataCode: airline },
          departureAirport: { '@type': 'Airport', iataCode: from },
          departureTime: iso(day, departs),
          arrivalAirport: { '@type': 'Airport', iataCode: to },
          arrivalTime: iso(day, arrives),
        },
      })),
    ),
    '</script></body></html>',
  ].join('\r\n')

const calendar = (flights: readonly Flight[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//airline.example//EN',
    ...flights.flatMap(({ airline, number, from, to, day, departs, arrives }) => [
      'BEGIN:VEVENT',
      `UID:${airline}${number}-${day}@airline.example`,
      'DTSTAMP:20260301T094100Z',
      `DTSTART:${dayText(day).replaceAll('-', '')}T${compact(departs)}00`,
      `DTEND:${dayText(day).replaceAll('-', '')}T${compact(arrives)}00`,
      `SUMMARY:${airline}${number} ${from}-${to}`,
      `DESCRIPTION:Booking reference: ${LOCATOR}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ].join('\r\n')

const boardingPass = ({ airline, number, from, to, day, seat }: Flight): string => {
  const yearDay = day - Date.UTC(new Date(day * DAY_MS).getUTCFullYear(), 0, 0) / DAY_MS
  return (
    `M1${'SAMPLE/ADA'.padEnd(20)}E${LOCATOR.padEnd(7)}${from}${to}${airline.padEnd(3)}` +
    `${String(number).padStart(4, '0')} ${String(yearDay).padStart(3, '0')}Y${seat.padStart(4, '0')}0025 100`
  )
}

const tripIt = (flights: readonly Flight[]): string =>
  JSON.stringify({
    AirObject: {
      supplier_conf_num: LOCATOR,
      Traveler: { first_name: 'Ada', last_name: 'Sample' },
      Segment: flights.map(({ airline, number, from, to, day, departs, arrives, seat }) => ({
        StartDateTime: { date: dayText(day), time: `${clock(departs)}:00` },
        EndDateTime: { date: dayText(day), time: `${clock(arrives)}:00` },
        start_airport_code: from,
        end_airport_code: to,
        marketing_airline_code: airline,
        marketing_flight_number: String(number),
        seats: seat,
      })),
    },
  })

t.test('one trip, no flight twice', async (t) => {
  await t.resolves(
    fc.assert(
      fc.asyncProperty(
        journey.chain((flights) =>
          fc.tuple(
            fc.constant(flights),
            fc.shuffledSubarray(
              [
                { text: display(flights), day: 0 },
                { text: mail(flights), day: 0 },
                { text: calendar(flights), day: 0 },
                { text: tripIt(flights), day: 0 },
                // A pass is issued the day before, and its bar code has no year.
                ...flights.map((flight) => ({ text: boardingPass(flight), day: flight.day - 1 })),
              ],
              { minLength: 4 + flights.length },
            ),
          ),
        ),
        async ([flights, documents]) => {
          const traveller = member(['ZRH'])
          for (const { text, day } of documents) {
            const received = day === 0 ? RECEIVED : day * DAY_MS
            const document = {
              bytes: Buffer.from(text),
              mediaType: null,
              name: null,
              received,
              appointments: false,
            }
            const { segments, parts } = await readDocument(document, null, context)
            const lost = parts.filter(({ result }) => result === 'refused')
            if (lost.length > 0 || segments.length === 0) throw new Error(JSON.stringify({ text, parts }))
            traveller.post(segments)
          }
          const shown = traveller
            .live()
            .map((doc) => [
              doc['airline'],
              doc['flight_num'],
              doc['origin'],
              doc['destination'],
              doc['departure_datetime'],
              doc['arrival_datetime'],
              doc['seat_assignment'],
              doc['confirmation_no'],
              doc.warnings.filter(({ code }) => code === 'conflict'),
            ])
          const wanted = flights.map((flight) => [
            flight.airline,
            String(flight.number),
            flight.from,
            flight.to,
            iso(flight.day, flight.departs),
            iso(flight.day, flight.arrives),
            flight.seat,
            LOCATOR,
            [],
          ])
          const trips = traveller.grouping()
          if (trips.length !== 1 || JSON.stringify(shown) !== JSON.stringify(wanted))
            throw new Error(JSON.stringify({ trips, shown, wanted }, null, 1))
        },
      ),
      { numRuns: propertyRuns(300) },
    ),
  )
})
