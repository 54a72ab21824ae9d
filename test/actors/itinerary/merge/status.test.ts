/** What a source reports over time: versions, changes, cancellations (RULES 3.2, 4 and 8). */
import t from 'tap'
import { eventTypes, flight, hotel, traveller } from '../../../support/traveller.js'

const OUT = ['JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00'] as const
const PNR = { confirmation_no: 'ABC234' }

t.test('case 7: a lower-ranked source reports new times', async (t) => {
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

t.test('case 10: old times cancelled and new times confirmed in one booking', async (t) => {
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

t.test('case 11: the cancellation arrives before the booking', async (t) => {
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
    'old statements still count; the ingress refuses new ones',
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

t.test('old times cancelled and new ones confirmed in one message, with one stamp', async (t) => {
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

t.test('old times cancelled after the new ones were reported: the flight stays live', async (t) => {
  for (const number of ['DL42', 'DL48']) {
    const ann = traveller()
    ann.post(flight('DL42', ...OUT, { ...PNR, gds_status: 'HK' }))
    ann.post(flight(number, 'JFK-LHR', '2026-03-01T21:00', '2026-03-02T09:00', { ...PNR, gds_status: 'TK' }))
    ann.post(flight('DL42', ...OUT, { ...PNR, gds_status: 'UN' }))
    t.match(ann.segments(), [
      { status: 'Active', departure_datetime: '2026-03-01T21:00:00', bookings: [{ status: 'Active' }] },
    ])
    ann.post(flight(number, 'JFK-LHR', '2026-03-01T21:00', '2026-03-02T09:00', { ...PNR, gds_status: 'UN' }))
    t.equal(ann.segments()[0]?.status, 'Cancelled', 'the new times are cancelled too')
  }
})

t.test(
  'one booking reported leg by leg: two days out and back, home to another airport of the city',
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

t.test(
  'the flight of another traveller under the same locator does not change that of the first',
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
