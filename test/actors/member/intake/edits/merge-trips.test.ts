/** Trips that the member merged (RULES 5.16). */
import t from 'tap'
import { BACK, HOTEL, OUT } from '../../../../support/london-trip.js'
import { eventTypes, flight, hotel, traveller } from '../../../../support/traveller.js'

t.test('a manual trip without segments of its own by the rules takes those merged into it', async (t) => {
  const ann = traveller()
  ann.post([OUT, BACK])
  ann.post([
    flight('DL3', 'JFK-ORD', '2026-04-20T07:00', '2026-04-20T09:10', { confirmation_no: 'CCCC44' }),
    flight('DL9', 'ORD-JFK', '2026-04-22T07:00', '2026-04-22T10:10', { confirmation_no: 'CCCC44' }),
  ])
  const [london, chicago] = ann.trips().map((trip) => trip.id)
  const back = ann.live().find((doc) => doc.origin === 'LHR')?.id as string
  const made = ann.nextId()
  ann.edit({ do: 'trip.create', trip: made, fields: {}, segments: [back] })
  ann.edit({ do: 'trip.merge', trip: made, from: [chicago as string] })
  t.same(
    ann
      .live()
      .filter((doc) => doc.trip_id === made)
      .map((doc) => `${String(doc.origin)}-${String(doc.destination)}`),
    ['LHR-JFK', 'JFK-ORD', 'ORD-JFK'],
  )
  t.match(JSON.parse(ann.state.trips.get(chicago as string)?.doc ?? '{}'), {
    status: 'Merged',
    merged_into: made,
  })
  t.same(
    ann
      .trips()
      .map((trip) => trip.id)
      .sort(),
    [london, made].sort(),
  )
})

t.test('the trip that the member merges into stays, even if it is the lighter one', async (t) => {
  const ann = traveller()
  ann.post([flight('DL3', 'JFK-ORD', '2026-02-20T07:00', '2026-02-20T09:10', { confirmation_no: 'CCCC44' })])
  ann.post([OUT, BACK, HOTEL])
  const [light, heavy] = ann.trips().map((trip) => trip.id)
  const refused = ann.edit({ do: 'trip.merge', trip: light as string, from: [heavy as string, '4711'] })
  t.match(refused.batches[0]?.refusal, { error: 'invalid_request' })
  t.equal(ann.trips().length, 2, 'all or nothing')
  const folded = ann.edit({ do: 'trip.merge', trip: light as string, from: [heavy as string] })
  t.match(ann.trips(), [{ id: light, segment_count: 4 }])
  t.match(JSON.parse(ann.state.trips.get(heavy as string)?.doc ?? '{}'), {
    status: 'Merged',
    merged_into: light,
  })
  t.equal(eventTypes(folded).filter((type) => type === 'trip.merged').length, 1)
  const deleted = ann.edit({ do: 'trip.delete', trip: heavy as string })
  t.match(
    deleted.batches[0]?.refusal,
    { error: 'invalid_request' },
    'nothing is left of it, and the other one lives on',
  )
  ann.post({ ...OUT, seat_assignment: '3C' })
  t.match(ann.trips(), [{ id: light, segment_count: 4 }])
})

t.test('merging an empty trip sends an event, though the other trip looks the same', async (t) => {
  const ann = traveller()
  ann.post([OUT, BACK])
  const trip = ann.trips()[0]
  const empty = '7700'
  ann.edit({ do: 'trip.create', trip: empty, fields: { headline: 'Later' }, segments: [] })
  const folded = ann.edit({ do: 'trip.merge', trip: trip?.id as string, from: [empty] })
  t.same(eventTypes(folded), ['trip.merged'])
  const event = JSON.parse(folded.events[0]?.body.join('') ?? '')
  t.match(event, {
    resource_id: trip?.id,
    data: {
      merged_from: [empty],
      changed_fields: [],
      material: false,
      object: { id: trip?.id, version: trip?.version },
    },
  })
})

t.test('merged trips stay merged when the first flight is cancelled', async (t) => {
  const ann = traveller()
  const out = flight('DL42', 'JFK-CDG', '2026-05-01T19:00', '2026-05-02T08:00')
  ann.post([out, flight('DL43', 'CDG-JFK', '2026-05-09T12:00', '2026-05-09T15:00')])
  ann.post(hotel('B Inn', 'Boston', '2026-05-12', '2026-05-14'))
  const [first, second] = ann.trips()
  ann.edit({ do: 'trip.merge', trip: first?.id as string, from: [second?.id as string] })
  ann.post({ ...out, status: 'Cancelled' })
  t.same(
    ann.trips().map((trip) => trip.id),
    [first?.id],
  )
  t.same(ann.grouping(), [['CDG-JFK', 'B Inn']])
})
