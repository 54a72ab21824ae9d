/** What a later, poorer statement of a source leaves as it was (RULES 3.5.2). */
import t from 'tap'
import { flight, hotel, traveller } from '../../../support/traveller.js'
import type { Doc, Segment, Traveller } from '../../../support/traveller.js'

const OUT = ['JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00'] as const
const PNR = { confirmation_no: 'ABC234' }
const FULL = {
  ...PNR,
  seat_assignment: '12A',
  departure_gate: 'B7',
  price: '470.00',
  currency: 'EUR',
  first_name: 'Ann',
  last_name: 'Lee',
}

const rich = flight('DL42', ...OUT, FULL)

/** The same flight or a changed one, with the locator and what is given alone. */
function poor(more: Segment = {}): Segment {
  return flight('DL42', ...OUT, { ...PNR, ...more })
}

/** The itinerary's one segment after the statements, in order of their stamps. */
function after(...statements: Segment[]): Doc {
  const ann = traveller()
  for (const statement of statements) ann.post(statement)
  const [doc, ...more] = ann.segments()
  t.same(more, [], 'one segment')
  return doc as Doc
}

/** The same statements, in reverse order of arrival. */
function inReverse(...statements: Segment[]): Doc {
  const bob = traveller()
  statements
    .map((statement, i): [Segment, number] => [statement, Date.UTC(2026, 0, 2 + i)])
    .reverse()
    .forEach(([statement, at]) => bob.post(statement, { at }))
  return bob.segments()[0] as Doc
}

interface Case {
  name: string
  statements: Segment[]
  expected: Record<string, unknown>
}

const CASES: Case[] = [
  {
    name: 'absent, null and empty fields, and placeholders',
    statements: [
      rich,
      poor({
        arrival_datetime: null,
        departure_datetime: '2026-03-01T00:00',
        flight_num: 'TBA',
        seat_assignment: '',
        price: null,
      }),
    ],
    expected: {
      departure_datetime: '2026-03-01T18:00:00',
      arrival_datetime: '2026-03-02T06:00:00',
      flight_num: '42',
      seat_assignment: '12A',
      departure_gate: 'B7',
      price: '470.00',
      currency: 'EUR',
      first_name: 'Ann',
      previous: null,
    },
  },
  {
    name: 'an arrival that is known by another day only does not get the old time',
    statements: [rich, poor({ arrival_datetime: '2026-03-03' })],
    expected: { arrival_datetime: /^2026-03-03/, seat_assignment: '12A' },
  },
  {
    name: 'the newest of several earlier statements',
    statements: [rich, poor({ seat_assignment: '14C' }), poor()],
    expected: { seat_assignment: '14C', departure_gate: 'B7' },
  },
  {
    name: 'blocks move together: another price has its own currency or none',
    statements: [rich, poor({ price: '480.00' })],
    expected: { price: '480.00', currency: null },
  },
  {
    name: 'what is known of an equal price stays',
    statements: [rich, poor({ price: '470.00' })],
    expected: { price: '470.00', currency: 'EUR' },
  },
  {
    name: 'another departure: no old arrival and gate; seat and price stay',
    statements: [rich, poor({ departure_datetime: '2026-03-01T21:00', arrival_datetime: null })],
    expected: {
      departure_datetime: '2026-03-01T21:00:00',
      arrival_datetime: null,
      departure_gate: null,
      seat_assignment: '12A',
      price: '470.00',
    },
  },
  {
    name: 'another number: no old seat; the price stays',
    statements: [rich, poor({ flight_num: '44', departure_datetime: '2026-03-01T20:00' })],
    expected: { flight_num: '44', seat_assignment: null, departure_gate: null, price: '470.00' },
  },
  {
    name: 'another airport: no old seat and gate',
    statements: [rich, poor({ origin: 'EWR' })],
    expected: { origin: 'EWR', seat_assignment: null, departure_gate: null, price: '470.00' },
  },
  ...['London Heathrow', 'London'].flatMap((place) => [
    {
      name: `the airport as ${place}, then its code`,
      statements: [flight('DL42', 'JFK-' + place, OUT[1], OUT[2], FULL), poor()],
      expected: { destination: 'LHR', seat_assignment: '12A', departure_gate: 'B7' },
    },
    {
      name: `the airport by its code, then as ${place}`,
      statements: [rich, poor({ destination: place })],
      expected: { destination: /^L(HR|ON)$/, seat_assignment: '12A', departure_gate: 'B7' },
    },
  ]),
  {
    name: 'one airport, its city alone, then another airport: no old seat',
    statements: [rich, poor({ destination: 'London' }), poor({ destination: 'LGW' })],
    expected: { destination: 'LGW', seat_assignment: null },
  },
  {
    name: 'times that came back do not bring back what was said before they went',
    statements: [rich, poor({ departure_datetime: '2026-03-01T21:00' }), poor()],
    expected: { departure_datetime: '2026-03-01T18:00:00', departure_gate: null, seat_assignment: '12A' },
  },
  {
    name: 'cancelled and booked again: nothing of the old booking',
    statements: [rich, poor({ status: 'Cancelled' }), poor()],
    expected: { status: 'Active', seat_assignment: null, price: null },
  },
  {
    name: 'cancelled by its locator and booked again',
    statements: [
      rich,
      { type: 'Air', source: 'airline_dl', confirmation_no: 'ABC234', status: 'Cancelled' },
      poor(),
    ],
    expected: { status: 'Active', seat_assignment: null, price: null },
  },
  {
    name: 'a cancellation with few fields does not empty the cancelled segment',
    statements: [rich, poor({ status: 'Cancelled', arrival_datetime: null })],
    expected: { status: 'Cancelled', arrival_datetime: '2026-03-02T06:00:00', price: '470.00' },
  },
  {
    name: 'old times given up and new ones confirmed are one booking',
    statements: [
      rich,
      poor({ gds_status: 'UN' }),
      poor({ gds_status: 'TK', departure_datetime: '2026-03-01T21:00' }),
    ],
    expected: { departure_datetime: '2026-03-01T21:00:00', departure_gate: null, price: '470.00' },
  },
  {
    name: 'a stay with other dates has no old price; its address stays',
    statements: [
      hotel('Rome Marriott', 'Rome', '2026-03-02', '2026-03-05', {
        ...PNR,
        address1: 'Via Veneto 191',
        price: '600.00',
        currency: 'EUR',
      }),
      hotel('Rome Marriott', 'Rome', '2026-03-02', '2026-03-06', PNR),
    ],
    expected: { checkout_date: '2026-03-06', address1: 'Via Veneto 191', price: null },
  },
  {
    name: 'a car at another counter: no address of the first one',
    statements: [
      {
        type: 'Car',
        source: 'car_hertz',
        car_company: 'Hertz',
        pickup_datetime: '2026-03-02T10:00',
        dropoff_datetime: '2026-03-05T10:00',
        pickup_location: 'LHR',
        pickup_address1: 'Terminal 5',
        car_type: 'Compact',
        ...PNR,
      },
      {
        type: 'Car',
        source: 'car_hertz',
        car_company: 'Hertz',
        pickup_datetime: '2026-03-02T10:00',
        dropoff_datetime: null,
        pickup_location: 'London Victoria',
        ...PNR,
      },
    ],
    expected: {
      pickup_location: 'London Victoria',
      pickup_address1: null,
      dropoff_datetime: '2026-03-05T10:00:00',
      car_type: 'Compact',
    },
  },
]

t.test('what stays, in any order of arrival', async (t) => {
  for (const { name, statements, expected } of CASES) {
    t.match(after(...statements), expected, name)
    t.match(inReverse(...statements), expected, `${name}, in reverse`)
  }
})

t.test('earlier statements of a source come before those of a lower one', async (t) => {
  const doc = after(rich, flight('DL42', ...OUT, { ...PNR, source: 'gds', seat_assignment: '30F' }), poor())
  t.match(doc, { seat_assignment: '12A', sources: [{ source: 'airline_dl' }, { source: 'gds' }] })
})

function firstSeat(ann: Traveller): unknown {
  return ann.segments()[0]?.seat_assignment
}

t.test('provenance names the statement that gave a field', async (t) => {
  const ann = traveller()
  ann.post(rich)
  ann.post(poor({ departure_gate: 'B9' }))
  const [segment] = ann.state.segments.values()
  const [first, second] = segment?.rawSegments ?? []
  t.match(segment?.merged?.origins.toJSON(), {
    seat_assignment: { source: 'airline_dl', raw_id: first?.id },
    currency: { raw_id: first?.id },
    departure_gate: { raw_id: second?.id },
  })
})

t.test('a statement that is withdrawn, or replaced in full, withdraws its fields', async (t) => {
  const ann = traveller([], { restoring: true })
  ann.post(rich)
  ann.post(poor())
  const [segment] = ann.state.segments.values()
  const second = segment?.rawSegments[1]
  ann.send('segment', poor(), { replaces: second?.id as string })
  t.equal(firstSeat(ann), null, 'a PUT that leaves the seat out')
  ann.post(poor())
  t.equal(firstSeat(ann), null, 'and for what is posted after it')

  const bob = traveller([], { restoring: true })
  bob.post(rich)
  bob.post(poor({ departure_gate: 'B9' }))
  bob.send('withdraw', { id: [...bob.state.segments.values()][0]?.rawSegments[0]?.id })
  t.match(bob.segments(), [{ seat_assignment: null, departure_gate: 'B9' }], 'a DELETE')
})
