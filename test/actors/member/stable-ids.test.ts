/** Stable ids and events: the hard cases (RULES 7 and 8). */
import t from 'tap'
import { BACK, HOTEL, OUT } from '../../support/london-trip.js'
import { eventTypes, flight, hotel, traveller } from '../../support/traveller.js'
import type { Segment } from '../../support/traveller.js'

t.test('case 52: two trips merged by a new flight', async (t) => {
  const ann = traveller()
  ann.post([OUT, HOTEL])
  ann.post(flight('DL3', 'JFK-ORD', '2026-03-20T07:00', '2026-03-20T09:10', { confirmation_no: 'CCCC44' }))
  ann.post(flight('DL9', 'ORD-JFK', '2026-03-22T07:00', '2026-03-22T10:10', { confirmation_no: 'CCCC44' }))
  const bob = traveller(['ORD'])
  bob.post([flight('DL1', 'ORD-JFK', '2026-03-01T07:00', '2026-03-01T10:00', { confirmation_no: 'AAAA22' })])
  bob.post([hotel('Paris Marriott', 'Paris', '2026-03-12', '2026-03-14', { confirmation_no: 'H777777' })])
  t.equal(bob.trips().length, 2)
  const [first, second] = bob.trips().map((trip) => trip.id)
  const folded = bob.post(
    flight('AF9', 'CDG-ORD', '2026-03-15T07:00', '2026-03-15T09:00', { confirmation_no: 'BBBB33' }),
  )
  t.equal(bob.trips().length, 1)
  t.equal(bob.trips()[0]?.id, first, 'the heavier and older trip survives')
  t.match(JSON.parse(bob.state.trips.get(second as string)?.doc ?? '{}'), {
    status: 'Merged',
    merged_into: first,
  })
  t.equal(eventTypes(folded).filter((type) => type === 'trip.merged').length, 1)
  t.notOk(eventTypes(folded).includes('trip.updated'))
})

t.test('case 53: a cancellation in the middle splits the trip', async (t) => {
  const ann = traveller(['ORD'])
  const middle = flight('DL2', 'LHR-ORD', '2026-03-05T10:00', '2026-03-05T13:00', {
    confirmation_no: 'MID555',
  })
  const legs: Segment[] = [
    flight('DL1', 'ORD-LHR', '2026-03-01T18:00', '2026-03-02T07:00', { confirmation_no: 'AAAA22' }),
    flight('DL5', 'ORD-DEN', '2026-03-05T15:00', '2026-03-05T16:30', { confirmation_no: 'CCCC44' }),
    hotel('Denver Marriott', 'Denver', '2026-03-05', '2026-03-08', { confirmation_no: 'H12345' }),
    flight('DL6', 'DEN-ORD', '2026-03-08T10:00', '2026-03-08T13:00', { confirmation_no: 'CCCC44' }),
  ]
  ann.post([...legs, middle])
  t.equal(ann.trips().length, 1, 'two hours at home are a connection')
  const id = ann.trips()[0]?.id
  const folded = ann.post({ ...middle, status: 'Cancelled' })
  t.equal(ann.trips().length, 2)
  const heavy = ann.trips().find((trip) => trip.segment_count === 3)
  const light = ann.trips().find((trip) => trip.segment_count === 1)
  t.equal(heavy?.id, id, 'the heavier half keeps the id')
  t.equal(light?.split_from, id)
  t.ok(eventTypes(folded).includes('trip.split'))
  t.ok(eventTypes(folded).includes('trip.created'))
})

t.test('case 55: the same batch posted twice', async (t) => {
  const ann = traveller()
  ann.post([OUT, BACK])
  const folded = ann.post([OUT, BACK])
  t.same(
    folded.batches[0]?.results.map((r) => r.action),
    ['unchanged', 'unchanged'],
  )
  t.same(eventTypes(folded), [])
  t.same(
    folded.events.map((e) => e.type),
    ['batch.processed'],
  )
  const [{ id, status, results } = { id: '', status: '', results: [] }] = folded.batches
  const event = JSON.parse(folded.events[0]?.body.join('') ?? '{}') as { data: { object: unknown } }
  t.same(event.data.object, { id, status, segments: results }, 'the batch as it can be read')
})

t.test('case 57: a change of the seat only', async (t) => {
  const ann = traveller()
  ann.post([OUT, BACK])
  const folded = ann.post({ ...OUT, seat_assignment: '12A' })
  t.same(eventTypes(folded), ['segment.updated'], 'the trip document is the same')
  t.match(JSON.parse(folded.events[0]?.body.join('') ?? '{}'), {
    data: { material: false, changed_fields: ['seat_assignment', 'sources', 'bookings'] },
  })
})
