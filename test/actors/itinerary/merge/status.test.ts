/** What a source reports over time: versions, changes, cancellations (RULES 3.2, 4 and 8). */
import t from 'tap'
import { eventTypes, flight, hotel, traveller } from '../../../support/traveller.js'
import type { Segment } from '../../../support/traveller.js'

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

t.test('what was shown before a cancellation stays as the previous schedule', async (t) => {
  const early = ['JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00'] as const
  const late = ['JFK-LHR', '2026-03-01T18:45', '2026-03-02T06:45'] as const
  const gds = { source: 'gds', confirmation_no: 'GDS234' }
  const ota = { source: 'ota', confirmation_no: 'OTA234' }
  const manual = { source: 'manual' }
  const over = { type: 'Air', status: 'Cancelled', ...gds }
  const previousOf = (...posts: Segment[]): unknown => {
    const ann = traveller()
    for (const post of posts) ann.post(post)
    const [segment, ...others] = ann.segments()
    t.same(others, [])
    return (segment?.previous as { departure_datetime: string } | null)?.departure_datetime ?? null
  }
  const [before, after] = ['2026-03-01T18:00:00', '2026-03-01T18:45:00']
  t.equal(previousOf(flight('DL42', ...early, gds), flight('DL42', ...late, gds), over), before)
  const moved = [flight('DL42', ...early, gds), flight('DL42', ...late, gds)]
  t.equal(previousOf(...moved, flight('DL42', ...late, ota), over), before, 'another source goes on')
  t.equal(previousOf(flight('DL42', ...early, ota), ...moved, over), after, 'at another time')
  t.equal(
    previousOf(flight('DL42', ...early, ota), flight('DL42', ...late, gds)),
    null,
    'nothing is cancelled',
  )
  const cancelled = flight('DL42', ...early, { ...manual, status: 'Cancelled' })
  t.equal(
    previousOf(flight('DL42', ...early, manual), cancelled, flight('DL42', ...late, manual)),
    before,
    'booked again without a locator',
  )
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
