/** Stable ids, events and the member's own edits (RULES 7 and 8). */
import t from 'tap'
import type { TripFields } from '../../../../../schemas/itinerary/edit.js'
import { eventTypes, flight, hotel, traveller } from '../../../../support/traveller.js'
import type { Segment } from '../../../../support/traveller.js'

const OUT = flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { confirmation_no: 'ABC234' })
const BACK = flight('DL43', 'LHR-JFK', '2026-03-09T10:00', '2026-03-09T13:00', { confirmation_no: 'ABC234' })
const HOUSE = hotel('London Marriott', 'London', '2026-03-02', '2026-03-09', {
  country: 'GB',
  confirmation_no: 'H12345',
})

t.test('case 51: a trip split by the member stays split', async (t) => {
  const ann = traveller()
  ann.post([OUT, BACK, HOUSE])
  const trip = ann.trips()[0]?.id as string
  const house = ann.live().find((s) => s.type === 'Hotel')?.id as string
  const folded = ann.edit({ do: 'trip.split', trip, segments: [house] })
  t.same(eventTypes(folded).sort(), ['segment.updated', 'trip.created', 'trip.split'])
  ann.post({ ...HOUSE, source: 'email', confirmation_no: 'H99999' })
  ann.post({ ...OUT, source: 'email' })
  t.same(ann.grouping(), [['JFK-LHR', 'LHR-JFK'], ['London Marriott']])
  t.equal(ann.trips()[0]?.id, trip)
})

t.test('case 52: two trips merged by a new flight', async (t) => {
  const ann = traveller()
  ann.post([OUT, HOUSE])
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
  t.equal(bob.trips()[0]?.id, first, 'the heavier and older survives')
  t.match(JSON.parse(bob.state.trips.get(second as string)?.doc ?? '{}'), {
    status: 'Merged',
    merged_into: first,
  })
  t.equal(eventTypes(folded).filter((type) => type === 'trip.merged').length, 1)
  t.notOk(eventTypes(folded).includes('trip.updated'))
})

t.test('case 53: the middle cancelled, the trip falls apart', async (t) => {
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
})

t.test('case 57: a seat alone', async (t) => {
  const ann = traveller()
  ann.post([OUT, BACK])
  const folded = ann.post({ ...OUT, seat_assignment: '12A' })
  t.same(eventTypes(folded), ['segment.updated'], 'the trip looks the same')
  t.match(JSON.parse(folded.events[0]?.body.join('') ?? '{}'), {
    data: { material: false, changed_fields: ['seat_assignment', 'sources', 'bookings'] },
  })
})

t.test('words, pins and deletion', async (t) => {
  const ann = traveller()
  ann.post([OUT, BACK, HOUSE])
  const trip = ann.trips()[0]?.id as string
  ann.edit({ do: 'trip.update', trip, fields: { headline: 'Tea with the King', destination: 'Windsor' } })
  t.match(ann.trips()[0], { headline: 'Tea with the King', destination: 'Windsor' })
  const made = ann.nextId()
  const house = ann.live().find((s) => s.type === 'Hotel')?.id as string
  ann.edit({ do: 'trip.create', trip: made, fields: { headline: 'Alone' }, segments: [house] })
  t.same(
    ann
      .grouping()
      .map((g) => g.length)
      .sort(),
    [1, 2],
  )
  ann.edit({ do: 'segment.unpin', segment: house })
  t.equal(ann.live().find((s) => s.type === 'Hotel')?.trip_id, trip, 'back where the rules put it')
  const folded = ann.edit({ do: 'trip.delete', trip })
  t.ok(eventTypes(folded).includes('trip.deleted'))
  t.equal(ann.unfiled().length, 3)
  const refused = ann.edit({ do: 'trip.update', trip: '999', fields: {} })
  t.match(refused.batches[0], { status: 'failed', refusal: { error: 'not_found' } })
  t.match(JSON.parse(refused.events.at(-1)?.body.join('') ?? '{}'), {
    type: 'batch.processed',
    data: { object: { status: 'failed' } },
  })
})

t.test('what is computed and put back as it was read goes on being computed', async (t) => {
  const ann = traveller()
  ann.post([OUT, BACK, HOUSE])
  const put = (fields: Record<string, unknown>): void => {
    ann.edit({ do: 'trip.update', trip: ann.trips()[0]!.id, fields: fields as TripFields })
  }
  const read = (): Record<string, unknown> => {
    const { headline, destination, privacy, personal, business, notes, begin_datetime, end_datetime } =
      ann.trips()[0]!
    return { headline, destination, privacy, personal, business, notes, begin_datetime, end_datetime }
  }
  put({ ...read(), headline: 'Spring', begin_datetime: '2026-03-01T18:00' })
  t.match(ann.trips()[0], {
    headline: 'Spring',
    begin_datetime: '2026-03-01T18:00:00',
    end_datetime: '2026-03-09T13:00:00',
  })
  ann.post({ ...BACK, departure_datetime: '2026-03-10T10:00', arrival_datetime: '2026-03-10T13:00' })
  t.match(
    ann.trips()[0],
    { headline: 'Spring', destination: 'London', end_datetime: '2026-03-10T13:00:00' },
    'the later flight home is seen',
  )

  put({ end_datetime: '2026-03-12T12:00:00', destination: 'England', privacy: 'Public' })
  put({ ...read(), headline: null })
  ann.post({ ...BACK, departure_datetime: '2026-03-11T10:00', arrival_datetime: '2026-03-11T13:00' })
  t.match(
    ann.trips()[0],
    { headline: null, destination: 'England', privacy: 'Public', end_datetime: '2026-03-12T12:00:00' },
    'what was pinned is pinned still',
  )
})

t.test('a segment written again keeps its id; withdrawn, it is deleted', async (t) => {
  const ann = traveller()
  const first = ann.nextId()
  const wrote = ann.send('segment', { ...OUT, source: 'manual' }, { first })
  const id = wrote.batches[0]?.resource?.id as string
  t.equal(wrote.batches[0]?.results[0]?.segment_id, id)
  const again = ann.send(
    'segment',
    { ...OUT, source: 'manual', departure_datetime: '2026-03-01T19:30' },
    { first: ann.nextId(), replaces: first },
  )
  t.equal(again.batches[0]?.resource?.id, id)
  t.equal(ann.segments()[0]?.departure_datetime, '2026-03-01T19:30:00')
  t.ok(eventTypes(ann.send('withdraw', { id })).includes('segment.deleted'))
  t.same(ann.segments(), [])
  t.match(ann.send('withdraw', { id: '5' }).batches[0], { refusal: { error: 'not_found' } })
})

t.test('an application changes and withdraws only what it submitted', async (t) => {
  const ann = traveller()
  ann.send('segments', { segments: [OUT] }, { first: '500', client: 'app-one' })
  t.match(ann.send('withdraw', { id: '500' }, { client: 'app-two' }).batches[0], {
    refusal: { error: 'access_denied' },
  })
  t.match(ann.send('segment', OUT, { first: '501', replaces: '500', client: 'app-two' }).batches[0], {
    refusal: { error: 'access_denied' },
  })
  t.equal(ann.segments().length, 1)
  t.match(ann.send('withdraw', { id: '500' }, { client: 'app-one' }).batches[0], { refusal: null })
  t.same(ann.segments(), [])
})

t.test(
  'a trip made by hand of a segment that belongs elsewhere takes in what is merged into it',
  async (t) => {
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
  },
)

t.test('a trip made by hand without a segment has the times it was given, in the zone of home', async (t) => {
  const ann = traveller()
  const made = ann.nextId()
  const {
    trips: [row],
  } = ann.edit({
    do: 'trip.create',
    trip: made,
    fields: { headline: 'Lake', begin_datetime: '2026-07-01T10:00', end_datetime: '2026-07-05T18:00' },
    segments: [],
  })
  t.match(JSON.parse(row?.doc ?? '{}'), {
    begin_datetime: '2026-07-01T10:00:00',
    begin_time_zone_id: 'America/New_York',
    begin_time_zone: 'EDT',
    begin_datetime_utc: '2026-07-01T14:00:00+0000',
    end_datetime_utc: '2026-07-05T22:00:00+0000',
    display_name: 'Lake, July 2026',
  })
  t.same(
    [row?.beginAt, row?.endAt],
    [Date.UTC(2026, 6, 1, 14), Date.UTC(2026, 6, 5, 22)],
    'and stands in lists',
  )
  const named = (fields: TripFields): unknown =>
    JSON.parse(
      ann.edit({ do: 'trip.create', trip: ann.nextId(), fields, segments: [] }).trips[0]?.doc ?? '{}',
    ).display_name
  t.equal(
    named({ destination: 'Rome', begin_datetime: '2026-08-01T10:00', end_datetime: '2026-08-05T18:00' }),
    'Rome, August 2026',
    'it is called by what was said of it',
  )
  t.equal(named({ destination: 'Rome' }), 'Rome')
  t.equal(named({ begin_datetime: '2026-08-01T10:00' }), 'Trip, August 2026')
})

t.test('a lighter trip into which a heavier one is merged by hand stays', async (t) => {
  const ann = traveller()
  ann.post([flight('DL3', 'JFK-ORD', '2026-02-20T07:00', '2026-02-20T09:10', { confirmation_no: 'CCCC44' })])
  ann.post([OUT, BACK, HOUSE])
  const [light, heavy] = ann.trips().map((trip) => trip.id)
  const refused = ann.edit({ do: 'trip.merge', trip: light as string, from: [heavy as string, '4711'] })
  t.match(refused.batches[0]?.refusal, { error: 'not_found' })
  t.equal(ann.trips().length, 2, 'all or nothing')
  const folded = ann.edit({ do: 'trip.merge', trip: light as string, from: [heavy as string] })
  t.match(ann.trips(), [{ id: light, segment_count: 4 }])
  t.match(JSON.parse(ann.state.trips.get(heavy as string)?.doc ?? '{}'), {
    status: 'Merged',
    merged_into: light,
  })
  t.equal(eventTypes(folded).filter((type) => type === 'trip.merged').length, 1)
  ann.post({ ...OUT, seat_assignment: '3C' })
  t.match(ann.trips(), [{ id: light, segment_count: 4 }])
})

t.test('an empty trip that is merged is told of, though the other one looks as before', async (t) => {
  const ann = traveller()
  ann.post([OUT, BACK])
  const trip = ann.trips()[0]
  const empty = '7700'
  ann.edit({ do: 'trip.create', trip: empty, fields: { headline: 'Later' }, segments: [] })
  const folded = ann.edit({ do: 'trip.merge', trip: trip?.id as string, from: [empty] })
  t.same(eventTypes(folded), ['trip.merged'])
  const told = JSON.parse(folded.events[0]?.body.join('') ?? '')
  t.match(told, {
    resource_id: trip?.id,
    data: {
      merged_from: [empty],
      changed_fields: [],
      material: false,
      object: { id: trip?.id, version: trip?.version },
    },
  })
})

t.test('a trip that is cancelled shows the segments that stay in it, as they are now', async (t) => {
  const ann = traveller()
  ann.post([OUT, BACK, HOUSE])
  const house = ann.live().find((s) => s.type === 'Hotel')?.id as string
  const split = ann.edit({ do: 'trip.split', trip: ann.trips()[0]?.id as string, segments: [house] })
  const away = split.batches[0]?.resource?.id as string
  const cancelled = ann.post({ ...HOUSE, status: 'Cancelled' }).trips.find((trip) => trip.id === away)
  t.match(JSON.parse(cancelled?.segments ?? ''), [
    { id: house, status: 'Cancelled', trip_id: away, notes: null },
  ])
  const noted = ann
    .post({ ...HOUSE, status: 'Cancelled', notes: 'No refund' })
    .trips.find((trip) => trip.id === away)
  t.match(JSON.parse(noted?.segments ?? '[]'), [{ id: house, notes: 'No refund' }])
})

t.test('a segment is pinned to the trip that a merge left, and to none that is deleted', async (t) => {
  const ann = traveller()
  ann.post([OUT, BACK])
  ann.post([flight('DL3', 'JFK-ORD', '2026-04-20T07:00', '2026-04-20T09:10', { confirmation_no: 'CCCC44' })])
  const [london, chicago] = ann.trips().map((trip) => trip.id) as [string, string]
  ann.edit({ do: 'trip.merge', trip: london, from: [chicago] })
  const dinner = {
    type: 'Restaurant',
    source: 'manual',
    restaurant_name: 'Kitchen',
    start_datetime: '2026-06-20T19:30',
    city_name: 'Chicago',
    country: 'US',
  }
  const filed = ann.send('segment', dinner, { first: ann.nextId(), pin: chicago })
  t.equal(filed.batches[0]?.results[0]?.trip_id, london)
  ann.edit({ do: 'trip.delete', trip: london })
  for (const pin of [london, chicago, '4711']) {
    const refused = ann.send(
      'segment',
      { ...dinner, restaurant_name: 'Cellar' },
      { first: ann.nextId(), pin },
    )
    t.match(refused.batches[0]?.refusal, {
      error: 'not_found',
      error_description: `There is no trip ${pin}.`,
    })
  }
  t.equal(ann.segments().filter((doc) => doc.type === 'Restaurant').length, 1, 'nothing of it is taken in')
})

t.test('a cancelled trip shows what its member says of it, and else what it was', async (t) => {
  const ann = traveller()
  ann.post([OUT, BACK, HOUSE])
  const trip = ann.trips()[0]?.id as string
  ann.post([OUT, BACK, HOUSE].map((one) => ({ ...one, status: 'Cancelled' })))
  const shown = (): Record<string, unknown> =>
    JSON.parse(ann.state.trips.get(trip)?.doc ?? '{}') as Record<string, unknown>
  const { updated: _updated, version, ...before } = shown()
  t.equal(before.status, 'Cancelled')
  const folded = ann.edit({
    do: 'trip.update',
    trip,
    fields: {
      headline: 'Never',
      destination: 'Windsor',
      privacy: 'Public',
      business: true,
      notes: ['refunded'],
      end_datetime: '2026-03-12T10:00',
    },
  })
  t.same(eventTypes(folded), ['trip.updated'])
  t.match(shown(), {
    ...before,
    headline: 'Never',
    destination: 'Windsor',
    privacy: 'Public',
    business: true,
    notes: ['refunded'],
    version: Number(version) + 1,
    end_datetime: '2026-03-12T10:00:00',
    end_time_zone_id: 'America/New_York',
    end_time_zone: 'EDT',
    end_datetime_utc: '2026-03-12T14:00:00+0000',
    duration: 10.6,
  })
  ann.edit({
    do: 'trip.update',
    trip,
    fields: {
      headline: null,
      destination: null,
      privacy: 'Private',
      business: false,
      notes: [],
      end_datetime: null,
    },
  })
  const { updated: _again, version: _version, ...after } = shown()
  t.same(after, before, 'taken back, it is what it was')
})

t.test('a trip ends after it begins, whichever end its member told', async (t) => {
  const ann = traveller()
  ann.post([OUT, BACK])
  const trip = ann.trips()[0]?.id as string
  const say = (fields: Record<string, string | null>, id = trip): unknown =>
    ann.edit({ do: 'trip.update', trip: id, fields }).batches[0]?.refusal ?? null
  t.match(say({ begin_datetime: '2027-06-01T00:00' }), {
    error: 'invalid_request',
    error_description:
      'Field "begin_datetime" would make the trip begin at 2027-06-01T00:00:00 and end before that, at 2026-03-09T13:00:00. Choose another time, or change "end_datetime" too.',
  })
  t.match(say({ end_datetime: '2026-02-01T00:00' }), {
    error: 'invalid_request',
    error_description: /^Field "end_datetime" /,
  })
  t.match(
    ann.trips(),
    [{ begin_datetime: '2026-03-01T18:00:00', end_datetime: '2026-03-09T13:00:00' }],
    'nothing of it is kept',
  )
  t.equal(say({ begin_datetime: '2026-04-01T00:00', end_datetime: '2026-04-03T00:00' }), null)
  t.match(say({ end_datetime: null }), {
    error: 'invalid_request',
    error_description: /^Field "end_datetime" .* or change "begin_datetime" too\.$/,
  })
  t.equal(say({ begin_datetime: null, end_datetime: null }), null)
  const made = ann.nextId()
  const out = ann.segments()[0]?.id as string
  const create = (begin_datetime: string): unknown =>
    ann.edit({ do: 'trip.create', trip: made, fields: { begin_datetime }, segments: [out] }).batches[0]
      ?.refusal ?? null
  t.match(create('2026-03-03T00:00'), { error: 'invalid_request' })
  t.equal(create('2026-02-28T00:00'), null)
  ann.post({ ...OUT, status: 'Cancelled' })
  ann.post({ ...BACK, status: 'Cancelled' })
  t.match(
    say({ begin_datetime: '2027-06-01T00:00' }),
    { error: 'invalid_request' },
    'also when it is cancelled',
  )
})

t.test('trips merged by hand stay one when the first flight is cancelled', async (t) => {
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
