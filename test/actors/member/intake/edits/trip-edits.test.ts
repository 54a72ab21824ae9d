/** Trips that the member created, changed or deleted (RULES 5.16 and 6.1). */
import t from 'tap'
import type { TripFields } from '../../../../../schemas/itinerary/edit.js'
import { BACK, HOTEL, OUT } from '../../../../support/london-trip.js'
import { eventTypes, traveller } from '../../../../support/traveller.js'

t.test('overrides, pins and deletion', async (t) => {
  const ann = traveller()
  ann.post([OUT, BACK, HOTEL])
  const trip = ann.trips()[0]?.id as string
  ann.edit({ do: 'trip.update', trip, fields: { headline: 'Tea with the King', destination: 'Windsor' } })
  t.match(ann.trips()[0], { headline: 'Tea with the King', destination: 'Windsor' })
  const made = ann.nextId()
  const hotelId = ann.live().find((s) => s.type === 'Hotel')?.id as string
  ann.edit({ do: 'trip.create', trip: made, fields: { headline: 'Alone' }, segments: [hotelId] })
  t.same(
    ann
      .grouping()
      .map((g) => g.length)
      .sort(),
    [1, 2],
  )
  ann.edit({ do: 'segment.unpin', segment: hotelId })
  t.equal(ann.live().find((s) => s.type === 'Hotel')?.trip_id, trip, 'back in the trip of the rules')
  const folded = ann.edit({ do: 'trip.delete', trip })
  t.ok(eventTypes(folded).includes('trip.deleted'))
  t.equal(ann.unfiled().length, 3)
  const refused = ann.edit({ do: 'trip.update', trip: '999', fields: {} })
  t.match(refused.batches[0], { status: 'failed', refusal: { error: 'invalid_request' } })
  t.match(JSON.parse(refused.events.at(-1)?.body.join('') ?? '{}'), {
    type: 'batch.processed',
    data: { object: { status: 'failed', segments: [], error: undefined } },
  })
})

t.test('derived fields that are written back as read stay derived', async (t) => {
  const ann = traveller()
  ann.post([OUT, BACK, HOTEL])
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
    'the later flight home counts',
  )

  put({ end_datetime: '2026-03-12T12:00:00', destination: 'England', privacy: 'Public' })
  put({ ...read(), headline: null })
  ann.post({ ...BACK, departure_datetime: '2026-03-11T10:00', arrival_datetime: '2026-03-11T13:00' })
  t.match(
    ann.trips()[0],
    { headline: null, destination: 'England', privacy: 'Public', end_datetime: '2026-03-12T12:00:00' },
    'overrides stay',
  )
})

t.test('a manual trip without segments has the times it was given, in the zone of home', async (t) => {
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
    begin_datetime_utc: '2026-07-01T14:00:00Z',
    end_datetime_utc: '2026-07-05T22:00:00Z',
    display_name: 'Lake, July 2026',
  })
  t.same(
    [row?.beginAt, row?.endAt],
    [Date.UTC(2026, 6, 1, 14), Date.UTC(2026, 6, 5, 22)],
    'and so does its row',
  )
  const named = (fields: TripFields): unknown =>
    JSON.parse(
      ann.edit({ do: 'trip.create', trip: ann.nextId(), fields, segments: [] }).trips[0]?.doc ?? '{}',
    ).display_name
  t.equal(
    named({ destination: 'Rome', begin_datetime: '2026-08-01T10:00', end_datetime: '2026-08-05T18:00' }),
    'Rome, August 2026',
    'it is named after its destination',
  )
  t.equal(named({ destination: 'Rome' }), 'Rome')
  t.equal(named({ begin_datetime: '2026-08-01T10:00' }), 'New trip, August 2026')
})

t.test('a cancelled trip shows what the member sets, and otherwise what it was', async (t) => {
  const ann = traveller()
  ann.post([OUT, BACK, HOTEL])
  const trip = ann.trips()[0]?.id as string
  ann.post([OUT, BACK, HOTEL].map((one) => ({ ...one, status: 'Cancelled' })))
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
    end_datetime_utc: '2026-03-12T14:00:00Z',
    duration_days: 10.6,
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
  t.same(after, before, 'without the overrides it is what it was')
})

t.test('a trip has to end after it begins, whichever end the member sets', async (t) => {
  const ann = traveller()
  ann.post([OUT, BACK])
  const trip = ann.trips()[0]?.id as string
  const update = (fields: Record<string, string | null>, id = trip): unknown =>
    ann.edit({ do: 'trip.update', trip: id, fields }).batches[0]?.refusal ?? null
  t.match(update({ begin_datetime: '2027-06-01T00:00' }), {
    error: 'invalid_request',
    error_description:
      'Field "begin_datetime" would make the trip begin at 2027-06-01T00:00:00 and end before that, ' +
      'at 2026-03-09T13:00:00. Choose another time, or change "end_datetime" too.',
  })
  t.match(update({ end_datetime: '2026-02-01T00:00' }), {
    error: 'invalid_request',
    error_description: /^Field "end_datetime" /,
  })
  t.match(
    ann.trips(),
    [{ begin_datetime: '2026-03-01T18:00:00', end_datetime: '2026-03-09T13:00:00' }],
    'nothing is kept of a refused edit',
  )
  t.equal(update({ begin_datetime: '2026-04-01T00:00', end_datetime: '2026-04-03T00:00' }), null)
  t.match(update({ end_datetime: null }), {
    error: 'invalid_request',
    error_description: /^Field "end_datetime" .* or change "begin_datetime" too\.$/,
  })
  t.equal(update({ begin_datetime: null, end_datetime: null }), null)
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
    update({ begin_datetime: '2027-06-01T00:00' }),
    { error: 'invalid_request' },
    'also for a cancelled trip',
  )
})

t.test('5.15: a member may set dates without times, and dates that are sent back set nothing', async (t) => {
  const ann = traveller()
  ann.post([{ ...OUT, departure_datetime: '2026-03-01', arrival_datetime: '2026-03-02' }, BACK])
  const trip = ann.trips()[0]?.id as string
  ann.edit({ do: 'trip.update', trip, fields: { begin_datetime: '2026-03-01', headline: 'Tea' } })
  ann.post({ ...OUT, source: 'email' })
  t.match(ann.trips()[0], { headline: 'Tea', begin_datetime: '2026-03-01T18:00:00' }, 'not pinned')
  const folded = ann.edit({ do: 'trip.update', trip, fields: { end_datetime: '2026-03-10' } })
  t.match(ann.trips()[0], { end_datetime: '2026-03-10', end_datetime_utc: null })
  t.equal(folded.trips[0]?.endAt, Date.UTC(2026, 2, 11, 3, 59))
  const refused = ann.edit({ do: 'trip.update', trip, fields: { end_datetime: '2026-02-28' } })
  t.match(refused.batches[0], { status: 'failed', refusal: { error: 'invalid_request' } })
})
