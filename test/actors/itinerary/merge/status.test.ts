/** What a source says over time: versions, changes, cancellations (RULES 3.2, 4 and 8). */
import t from 'tap'
import { eventTypes, flight, hotel, traveller } from '../../../support/traveller.js'

const OUT = ['JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00'] as const
const BACK = ['LHR-JFK', '2026-03-08T10:00', '2026-03-08T13:00'] as const
const PNR = { confirmation_no: 'ABC234' }

t.test('case 7: a lesser source reports new times', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', ...OUT, PNR))
  ann.post(flight('DL42', 'JFK-LHR', '2026-03-01T18:45', '2026-03-02T06:45', { ...PNR, source: 'gds' }))
  t.equal(ann.segments()[0]?.departure_datetime, '2026-03-01T18:00:00', "the airline's time")
  t.ok(ann.segments()[0]?.warnings.some((w) => w.code === 'schedule_conflict'))
  const before = ann.segments()[0]
  const folded = ann.post(flight('DL42', ...OUT, { ...PNR, source: 'email' }))
  t.same(
    { ...ann.segments()[0], sources: null, bookings: null, updated: null },
    { ...before, sources: null, bookings: null, updated: null },
    'the old e-mail changes nothing but the list of sources',
  )
  t.equal(folded.trips.length, folded.trips.length)
})

t.test('case 8: number and time changed in one booking', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', ...OUT, PNR))
  const id = ann.segments()[0]?.id
  const folded = ann.post(flight('DL44', 'JFK-LHR', '2026-03-01T23:00', '2026-03-02T11:00', PNR))
  const [segment, ...more] = ann.segments()
  t.same(more, [])
  t.equal(segment?.id, id)
  t.match(segment?.previous, { departure_datetime: '2026-03-01T18:00' })
  const event = JSON.parse(folded.events[0]?.body.join('') ?? '{}') as {
    type: string
    data: { material: boolean }
  }
  t.match(event, { type: 'segment.updated', data: { material: true } })
})

t.test('case 9: the airport changed within the city', async (t) => {
  const ann = traveller(['ORD'])
  ann.post(flight('DL42', 'ORD-LGA', '2026-03-01T09:00', '2026-03-01T12:00', PNR))
  const id = ann.segments()[0]?.id
  const folded = ann.post(flight('DL42', 'ORD-EWR', '2026-03-01T09:00', '2026-03-01T12:00', PNR))
  t.equal(ann.segments().length, 1)
  t.equal(ann.segments()[0]?.id, id)
  t.match(JSON.parse(folded.events[0]?.body.join('') ?? '{}'), {
    type: 'segment.updated',
    data: { material: true },
  })
})

t.test('case 10: old times given up and new times sold in one booking', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', ...OUT, PNR))
  ann.post([
    flight('DL42', ...OUT, { ...PNR, gds_status: 'UN', supplier_updated: '2026-02-01T10:00:00Z' }),
    flight('DL48', 'JFK-LHR', '2026-03-01T20:00', '2026-03-02T08:00', {
      ...PNR,
      gds_status: 'TK',
      supplier_updated: '2026-02-01T10:00:01Z',
    }),
  ])
  const [segment, ...more] = ann.segments()
  t.same(more, [], 'no cancelled segment remains')
  t.match(segment, { status: 'Active', flight_num: '48' })
})

t.test('case 11: the cancellation comes before the booking', async (t) => {
  const ann = traveller()
  const early = ann.post(flight('DL42', ...OUT, { ...PNR, status: 'Cancelled' }), {
    at: Date.UTC(2026, 0, 20),
  })
  t.equal(early.batches[0]?.results[0]?.action, 'held')
  t.same(ann.segments(), [])
  ann.post(flight('DL42', ...OUT, PNR), { at: Date.UTC(2026, 0, 10) })
  t.equal(ann.segments()[0]?.status, 'Cancelled')
  t.same(ann.trips(), [])
})

t.test('case 12: cancelled, later re-instated', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', ...OUT, PNR))
  const id = ann.segments()[0]?.id
  const trip = ann.trips()[0]?.id
  ann.post(flight('DL42', ...OUT, { ...PNR, status: 'Cancelled' }))
  t.equal(ann.segments()[0]?.status, 'Cancelled')
  ann.post(flight('DL42', ...OUT, PNR))
  t.match(ann.segments(), [{ id, status: 'Active', trip_id: trip }])
})

t.test('case 13: an agency cancels, the airline still confirms', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', ...OUT, { source: 'ota', confirmation_no: 'OTA111' }))
  ann.post(flight('DL42', ...OUT, PNR))
  ann.post(flight('DL42', ...OUT, { source: 'ota', confirmation_no: 'OTA111', status: 'Cancelled' }))
  ann.post(flight('DL42', ...OUT, PNR))
  t.match(ann.segments(), [{ status: 'Active', confirmation_no: 'ABC234' }])
})

t.test('case 14: rebooked with a new locator, the old one cancelled', async (t) => {
  const ann = traveller()
  ann.post([
    flight('DL42', ...OUT, PNR),
    flight('DL43', 'LHR-JFK', '2026-03-09T10:00', '2026-03-09T13:00', PNR),
  ])
  const trip = ann.trips()[0]?.id
  const old = ann.segments()[0]?.id
  ann.post(flight('DL42', ...OUT, { ...PNR, status: 'Cancelled' }))
  ann.post(flight('DL46', 'JFK-LHR', '2026-03-01T22:00', '2026-03-02T10:00', { confirmation_no: 'NEW567' }))
  const now = ann.live()[0]
  t.equal(now?.replaces, old)
  t.equal(ann.segments().find((s) => s.id === old)?.replaced_by, now?.id)
  t.equal(now?.trip_id, trip, 'the trip keeps its id')
})

t.test('case 15: rebooked, the old one never cancelled', async (t) => {
  const ann = traveller()
  ann.post([
    flight('DL42', ...OUT, PNR),
    flight('DL43', 'LHR-JFK', '2026-03-09T10:00', '2026-03-09T13:00', PNR),
  ])
  ann.post(flight('DL46', 'JFK-LHR', '2026-03-01T22:30', '2026-03-02T10:30', { confirmation_no: 'NEW567' }))
  t.equal(ann.live().length, 3)
  t.equal(ann.trips().length, 1, 'the trip is not split')
  t.ok(ann.trips()[0]?.warnings.some((w) => w.code === 'possible_conflict'))
})

t.test('case 27: a stay extended in one booking', async (t) => {
  const ann = traveller()
  ann.post(hotel('Rome Marriott', 'Rome', '2026-03-02', '2026-03-05', PNR))
  const id = ann.segments()[0]?.id
  ann.post(hotel('Rome Marriott', 'Rome', '2026-03-02', '2026-03-06', PNR))
  t.match(ann.segments(), [{ id, checkout_date: '2026-03-06' }])
})

t.test('case 54: the last active segment cancelled', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', ...OUT, PNR))
  const trip = ann.trips()[0]?.id as string
  const folded = ann.post(flight('DL42', ...OUT, { ...PNR, status: 'Cancelled' }))
  t.same(eventTypes(folded), ['segment.cancelled', 'trip.cancelled'])
  t.match(
    JSON.parse(ann.state.trips.get(trip)?.doc ?? '{}'),
    { id: trip, status: 'Cancelled' },
    'still readable',
  )
  t.same(eventTypes(ann.post(flight('DL42', ...OUT, { ...PNR, status: 'Cancelled' }))), [], 'once')
})

t.test('case 61: a source set inactive', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', ...OUT, PNR))
  const source = ann.env.source
  ann.env.source = (id) => {
    const row = source(id)
    return row === undefined ? row : { ...row, status: 'Inactive' }
  }
  ann.post(hotel('London Marriott', 'London', '2026-03-02', '2026-03-05', { country: 'GB' }))
  t.match(
    ann.live()[0],
    { status: 'Active', confirmation_no: 'ABC234' },
    "old statements still count; refusing new ones is the door's",
  )
})

t.test('case 62: waitlisted, then confirmed', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', ...OUT, { ...PNR, gds_status: 'HL' }))
  const id = ann.segments()[0]?.id
  t.equal(ann.segments()[0]?.status, 'Pending')
  ann.post(flight('DL42', ...OUT, { ...PNR, gds_status: 'KL' }))
  t.match(ann.segments(), [{ id, status: 'Active' }])
})

t.test('a batch in mode replace cancels the legs it leaves out, in any order of arrival', async (t) => {
  const both = [
    flight('DL42', ...OUT, PNR),
    flight('DL43', 'LHR-JFK', '2026-03-09T10:00', '2026-03-09T13:00', PNR),
  ]
  const [early, late] = [Date.UTC(2026, 0, 5), Date.UTC(2026, 0, 6)]
  const ann = traveller()
  ann.post(both, { at: early })
  ann.post([both[0] as Record<string, unknown>], { at: late, mode: 'replace' })
  t.same(
    ann.segments().map((s) => s.status),
    ['Active', 'Cancelled'],
  )
  const bob = traveller()
  bob.post([both[0] as Record<string, unknown>], { at: late, mode: 'replace' })
  bob.post(both, { at: early })
  t.same(
    bob.segments().map((s) => s.status),
    ['Active', 'Cancelled'],
  )
})

t.test(
  'a booking cancelled by its locator alone: every leg its source has told, whatever its type',
  async (t) => {
    const ann = traveller()
    ann.post([
      flight('DL42', ...OUT, PNR),
      flight('DL43', ...BACK, PNR),
      flight('DL77', 'LHR-JFK', '2026-05-08T15:00', '2026-05-08T18:00', {
        ...PNR,
        confirmation_no: 'OTHER7',
      }),
    ])
    const gone = ann.post({
      type: 'Air',
      source: 'airline_dl',
      confirmation_no: PNR.confirmation_no,
      status: 'Cancelled',
    })
    t.same(
      ann.live().map((segment) => segment.bookings.map((b) => b.confirmation_no)),
      [['OTHER7']],
    )
    t.match(gone.batches[0]?.results, [{ action: 'cancelled', segment_id: String }])
    ann.post(flight('DL42', ...OUT, PNR))
    t.equal(ann.live().length, 2, 'a newer word brings a leg back')
  },
)

t.test('a booking cancelled by its locator before it is told', async (t) => {
  const ann = traveller()
  const early = ann.post(
    { type: 'Hotel', source: 'airline_dl', confirmation_no: PNR.confirmation_no, status: 'Cancelled' },
    { at: Date.UTC(2026, 0, 20) },
  )
  t.equal(early.batches[0]?.results[0]?.action, 'held')
  ann.post(flight('DL42', ...OUT, PNR), { at: Date.UTC(2026, 0, 10) })
  t.match(ann.segments(), [{ status: 'Cancelled' }])
})

t.test('old times given up and new ones sold in one message, with one stamp', async (t) => {
  for (const [number, departs, arrives] of [
    ['DL42', '2026-03-01T15:00', '2026-03-02T03:00'],
    ['DL48', '2026-03-01T21:00', '2026-03-02T09:00'],
  ] as const) {
    for (const known of [true, false]) {
      const ann = traveller()
      if (known) ann.post(flight('DL42', ...OUT, { ...PNR, gds_status: 'HK' }))
      ann.post([
        flight('DL42', ...OUT, { ...PNR, gds_status: 'UN' }),
        flight(number, 'JFK-LHR', departs, arrives, { ...PNR, gds_status: 'TK' }),
      ])
      t.match(ann.segments(), [
        { status: 'Active', flight_num: number.slice(2), departure_datetime: `${departs}:00` },
      ])
      t.equal(ann.segments().length, 1, 'no cancelled segment remains')
    }
  }
})

t.test('old times given up after the new ones were told: the flight is on', async (t) => {
  for (const number of ['DL42', 'DL48']) {
    const ann = traveller()
    ann.post(flight('DL42', ...OUT, { ...PNR, gds_status: 'HK' }))
    ann.post(flight(number, 'JFK-LHR', '2026-03-01T21:00', '2026-03-02T09:00', { ...PNR, gds_status: 'TK' }))
    ann.post(flight('DL42', ...OUT, { ...PNR, gds_status: 'UN' }))
    t.match(ann.segments(), [
      { status: 'Active', departure_datetime: '2026-03-01T21:00:00', bookings: [{ status: 'Active' }] },
    ])
    ann.post(flight(number, 'JFK-LHR', '2026-03-01T21:00', '2026-03-02T09:00', { ...PNR, gds_status: 'UN' }))
    t.equal(ann.segments()[0]?.status, 'Cancelled', 'the new times given up as well')
  }
})

t.test('a batch in mode replace that leaves out what is flown cancels nothing', async (t) => {
  const [out, back] = [
    flight('BA304', 'JFK-CDG', '2026-03-02T19:00', '2026-03-03T08:00', PNR),
    flight('BA305', 'CDG-JFK', '2026-03-09T12:00', '2026-03-09T15:00', PNR),
  ]
  const statuses = (day: number, order: string): string[] => {
    const ann = traveller()
    const booked = (): void => {
      ann.post([out, back], { at: Date.UTC(2026, 1, 1) })
    }
    const replaced = (): void => {
      ann.post([back], { at: Date.UTC(2026, 2, day), mode: 'replace' })
    }
    for (const step of order === 'booked first' ? [booked, replaced] : [replaced, booked]) step()
    return ann.segments().map((doc) => doc.status)
  }
  for (const order of ['booked first', 'replaced first']) {
    t.same(statuses(1, order), ['Cancelled', 'Active'], `before it leaves, ${order}`)
    t.same(statuses(5, order), ['Active', 'Active'], `between the flights, ${order}`)
    t.same(statuses(20, order), ['Cancelled', 'Active'], `after both, ${order}`)
  }
})

t.test(
  'a batch in mode replace: what counts is what is in it, whatever the stamps of its supplier',
  async (t) => {
    const out = flight('DL42', ...OUT, { ...PNR, supplier_updated: '2026-01-01T10:00:00Z' })
    const back = flight('DL43', ...BACK, { ...PNR, supplier_updated: '2026-01-02T10:00:00Z' })
    const ann = traveller()
    ann.post([out, back], { at: Date.UTC(2026, 0, 5), mode: 'replace' })
    t.same(
      ann.segments().map((s) => s.status),
      ['Active', 'Active'],
      'both legs are in it',
    )
    ann.post([out], { at: Date.UTC(2026, 0, 9), mode: 'replace' })
    t.same(
      ann.segments().map((s) => s.status),
      ['Active', 'Cancelled'],
      'the way back is left out',
    )
    ann.post([out, back], { at: Date.UTC(2026, 0, 10) })
    t.same(
      ann.segments().map((s) => s.status),
      ['Active', 'Active'],
      'told again',
    )
  },
)

t.test(
  'one booking told leg by leg: two days out and back, home to another airport of the city',
  async (t) => {
    const ann = traveller()
    for (const [number, route, departs, arrives] of [
      ['DL10', 'JFK-BOS', '2026-05-04T07:00', '2026-05-04T08:10'],
      ['DL21', 'BOS-LGA', '2026-05-04T18:00', '2026-05-04T19:10'],
      ['DL10', 'JFK-BOS', '2026-05-05T07:00', '2026-05-05T08:10'],
      ['DL21', 'BOS-LGA', '2026-05-05T18:00', '2026-05-05T19:10'],
    ] as const)
      ann.post(flight(number, route, departs, arrives, PNR))
    t.same(ann.grouping(), [
      ['JFK-BOS', 'BOS-LGA'],
      ['JFK-BOS', 'BOS-LGA'],
    ])
  },
)

t.test('two travellers under one locator, a word each', async (t) => {
  const told = (first: string | null, more: Record<string, unknown> = {}): Record<string, unknown> =>
    flight('DL42', ...OUT, {
      ...PNR,
      ...(first === null ? {} : { first_name: first, last_name: 'Smith' }),
      ...more,
    })
  const bookings = (ann: ReturnType<typeof traveller>): string[] =>
    ann
      .segments()
      .flatMap((s) =>
        s.bookings.map(
          (b) => `${b.traveler} ${String((b as Record<string, unknown>).seat_assignment)} ${b.status}`,
        ),
      )
      .sort()
  const ann = traveller()
  ann.post([told('John', { seat_assignment: '12A' }), told('Jane', { seat_assignment: '12B' })])
  t.same(bookings(ann), ['Jane Smith 12B Active', 'John Smith 12A Active'])
  ann.post(told('Jane', { status: 'Cancelled' }))
  t.same(bookings(ann), ['Jane Smith 12B Cancelled', 'John Smith 12A Active'])
  t.equal(ann.segments()[0]?.status, 'Active', 'John flies still')
  ann.post(told(null, { status: 'Cancelled' }))
  t.equal(ann.segments()[0]?.status, 'Cancelled', 'what names nobody is said of all')

  const one = traveller()
  for (const name of ['John', 'Jon', 'J', null, 'JOHNMR']) one.post(told(name))
  one.post(flight('DL42', ...OUT, { ...PNR, first_name: 'Smith', last_name: 'John', status: 'Cancelled' }))
  t.same(
    one.segments().map((s) => [s.status, s.bookings.length]),
    [['Cancelled', 1]],
    'one traveller, however spelt or left out',
  )
})

t.test(
  "the flight of another traveller under the same locator is no change of the first one's",
  async (t) => {
    const ann = traveller()
    ann.post(flight('DL42', ...OUT, { ...PNR, first_name: 'John', last_name: 'Smith' }))
    ann.post(
      flight('DL48', 'JFK-LHR', '2026-03-01T21:00', '2026-03-02T09:00', {
        ...PNR,
        first_name: 'Jane',
        last_name: 'Smith',
      }),
    )
    t.same(
      ann.live().map((s) => s.flight_num),
      ['42', '48'],
    )
  },
)
