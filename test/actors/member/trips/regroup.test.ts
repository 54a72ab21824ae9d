/** Trips keep their ids, and no trip stays without segments (RULES 7.2). */
import t from 'tap'
import { eventTypes, flight, hotel, traveller } from '../../../support/traveller.js'

const OUT = flight('DL42', 'JFK-CDG', '2026-05-01T19:00', '2026-05-02T08:00', { confirmation_no: 'ABC234' })
const BACK = flight('DL43', 'CDG-JFK', '2026-05-09T12:00', '2026-05-09T15:00', { confirmation_no: 'ABC234' })
const STAY = hotel('P Inn', 'Paris', '2026-05-02', '2026-05-09', { confirmation_no: 'HTL234' })
const DINNER = {
  type: 'Restaurant',
  source: 'email',
  restaurant_name: 'Chez Paul',
  city_name: 'Paris',
  country: 'FR',
  start_datetime: '2026-05-04T20:00',
}

t.test('a segment merged into one of another trip takes its trip with it', async (t) => {
  for (const restoring of [false, true]) {
    const ann = traveller(['JFK'], { restoring })
    const stay = (from: string, to: string, more: Record<string, unknown>): Record<string, unknown> =>
      hotel('P Inn', 'Paris', from, to, more)
    ann.post(stay('2026-05-03', '2026-05-05', { source: 'ota', confirmation_no: 'OTA234' }))
    ann.post(stay('2026-05-20', '2026-05-22', { source: 'email', confirmation_no: 'EML234' }))
    const [first, second] = ann.trips()
    const folded = ann.post(stay('2026-05-20', '2026-05-22', { source: 'ota', confirmation_no: 'OTA234' }))
    t.same(
      ann.trips().map((trip) => trip.id),
      [first?.id],
    )
    t.match(JSON.parse(ann.state.trips.get(second?.id as string)?.doc ?? '{}'), {
      status: 'Merged',
      merged_into: first?.id,
    })
    t.same(eventTypes(folded), ['segment.updated', 'segment.merged', 'trip.merged'])
  }
})

t.test('withdrawing the only segment of a trip cancels the trip', async (t) => {
  const ann = traveller()
  ann.post(hotel('P Inn', 'Paris', '2026-05-03', '2026-05-05'))
  const folded = ann.send('withdraw', { id: ann.live()[0]?.id })
  t.same(ann.trips(), [])
  t.same(eventTypes(folded), ['segment.deleted', 'trip.cancelled'])
})

t.test('a flight reinstated after everything was cancelled returns to its trip', async (t) => {
  for (const restoring of [false, true]) {
    const ann = traveller(['JFK'], { restoring })
    ann.post([OUT, BACK])
    const id = ann.trips()[0]?.id
    ann.post({ ...OUT, status: 'Cancelled' })
    ann.post({ ...BACK, status: 'Cancelled' })
    t.same(ann.trips(), [])
    ann.post({ ...OUT, seat_assignment: '1A' })
    t.same(
      ann.trips().map((trip) => trip.id),
      [id],
    )
    t.same(
      ann.live().map((doc) => doc.trip_id),
      [id],
    )
  }
})

t.test('a manual trip stays, empty, when its only segment is withdrawn', async (t) => {
  const ann = traveller()
  ann.send('edit', { do: 'trip.create', trip: '555', segments: [], fields: { headline: 'Plan' } })
  ann.send('segment', hotel('P Inn', 'Paris', '2026-05-03', '2026-05-05', { source: 'manual' }), {
    pin: '555',
  })
  t.match(ann.trips(), [{ id: '555', segment_count: 1 }])
  ann.send('withdraw', { id: ann.live()[0]?.id })
  t.match(ann.trips(), [
    { id: '555', segment_count: 0, begin_datetime: null, end_datetime: null, destination: null },
  ])
})

t.test('a new segment joins the trip to which the rest of its group is pinned', async (t) => {
  for (const restoring of [false, true]) {
    const ann = traveller(['JFK'], { restoring })
    ann.post([OUT, BACK])
    const made = ann.nextId()
    ann.edit({
      do: 'trip.create',
      trip: made,
      fields: { headline: 'Paris' },
      segments: ann.live().map((doc) => doc.id),
    })
    ann.post(STAY)
    ann.post(DINNER)
    t.same(
      ann.grouping().map((group) => group.length),
      [4],
    )
    t.match(ann.trips(), [{ id: made, headline: 'Paris' }])
  }
})

t.test('writing a segment back with its trip does not pin it: its return flight joins it', async (t) => {
  const ann = traveller()
  const first = ann.nextId()
  ann.send('segment', OUT, { first })
  const [trip] = ann.trips()
  ann.send(
    'segment',
    { ...OUT, seat_assignment: '12A' },
    { first: ann.nextId(), replaces: first, pin: trip?.id as string },
  )
  t.match(ann.live(), [{ seat_assignment: '12A', trip_id: trip?.id }])
  ann.post(BACK)
  t.same(
    ann.grouping().map((group) => group.length),
    [2],
  )
  t.equal(ann.trips()[0]?.id, trip?.id)
})

t.test('segments the member leaves in a trip stay there, and new ones join them', async (t) => {
  const ann = traveller()
  ann.post([OUT, BACK, STAY])
  const [old] = ann.trips()
  const made = ann.nextId()
  ann.edit({
    do: 'trip.create',
    trip: made,
    fields: {},
    segments: ann
      .live()
      .filter((doc) => doc.type === 'Air')
      .map((doc) => doc.id),
  })
  ann.post(DINNER)
  t.same(
    ann.live().map((doc) => [doc.type, doc.trip_id]),
    [
      ['Air', made],
      ['Hotel', old?.id],
      ['Restaurant', old?.id],
      ['Air', made],
    ],
  )
})

t.test('a trip whose segments all go to a manual trip is merged into it', async (t) => {
  for (const restoring of [false, true]) {
    const ann = traveller(['JFK'], { restoring })
    ann.post([OUT, BACK])
    const old = ann.trips()[0]?.id as string
    const made = ann.nextId()
    const folded = ann.edit({
      do: 'trip.create',
      trip: made,
      fields: {},
      segments: ann.live().map((doc) => doc.id),
    })
    t.match(JSON.parse(ann.state.trips.get(old)?.doc ?? '{}'), { status: 'Merged', merged_into: made })
    const events = folded.events
      .filter((event) => event.type.startsWith('trip.'))
      .map((event) => [
        event.type,
        event.resourceId,
        (JSON.parse(event.body.join('')) as { data: object }).data,
      ])
    t.match(events, [
      ['trip.updated', old, { object: { status: 'Merged', merged_into: made } }],
      ['trip.created', made, { merged_from: [old] }],
    ])
    ann.post(STAY)
    t.same(
      ann.trips().map((trip) => trip.id),
      [made],
    )
  }
})
