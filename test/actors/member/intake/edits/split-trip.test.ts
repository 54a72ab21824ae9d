/** Trips that the member split (RULES 5.16). */
import t from 'tap'
import { BACK, HOTEL, OUT } from '../../../../support/london-trip.js'
import { eventTypes, traveller } from '../../../../support/traveller.js'

t.test('case 51: a trip split by the member stays split', async (t) => {
  const ann = traveller()
  ann.post([OUT, BACK, HOTEL])
  const trip = ann.trips()[0]?.id as string
  const hotelId = ann.live().find((s) => s.type === 'Hotel')?.id as string
  const folded = ann.edit({ do: 'trip.split', trip, segments: [hotelId] })
  t.same(eventTypes(folded).sort(), ['segment.updated', 'trip.created', 'trip.split'])
  ann.post({ ...HOTEL, source: 'email', confirmation_no: 'H99999' })
  ann.post({ ...OUT, source: 'email' })
  t.same(ann.grouping(), [['JFK-LHR', 'LHR-JFK'], ['London Marriott']])
  t.equal(ann.trips()[0]?.id, trip)
})

t.test('a cancelled trip lists the segments that stay in it, as they are now', async (t) => {
  const ann = traveller()
  ann.post([OUT, BACK, HOTEL])
  const hotelId = ann.live().find((s) => s.type === 'Hotel')?.id as string
  const split = ann.edit({ do: 'trip.split', trip: ann.trips()[0]?.id as string, segments: [hotelId] })
  const part = split.batches[0]?.resource?.id as string
  const cancelled = ann.post({ ...HOTEL, status: 'Cancelled' }).trips.find((trip) => trip.id === part)
  t.match(ann.listedIn(cancelled), [{ id: hotelId, status: 'Cancelled', trip_id: part, notes: null }])
  const noted = ann
    .post({ ...HOTEL, status: 'Cancelled', notes: 'No refund' })
    .trips.find((trip) => trip.id === part)
  t.match(ann.listedIn(noted), [{ id: hotelId, notes: 'No refund' }])
})
