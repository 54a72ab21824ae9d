/** Trips that run at the same time name each other (RULES 5.14). */
import t from 'tap'
import { flight, hotel, traveller } from '../../../support/traveller.js'

type Traveller = ReturnType<typeof traveller>

const OUT = flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { confirmation_no: 'ABC234' })
const BACK = flight('DL43', 'LHR-JFK', '2026-03-19T10:00', '2026-03-19T13:00', { confirmation_no: 'ABC234' })
const LONDON = hotel('London Marriott', 'London', '2026-03-02', '2026-03-10', {
  country: 'GB',
  confirmation_no: 'H12345',
})
const PARIS = hotel('Paris Marriott', 'Paris', '2026-03-04', '2026-03-08', {
  country: 'FR',
  confirmation_no: 'H22345',
})

t.test('trips split off one journey that run at the same time name each other', async (t) => {
  const ann = traveller()
  ann.post([OUT, BACK, LONDON, PARIS])
  for (const name of ['London Marriott', 'Paris Marriott']) {
    const { id, trip_id: trip } = ann.live().find((s) => s.hotel_name === name) ?? {}
    ann.edit({ do: 'trip.split', trip: String(trip), segments: [String(id)] })
  }
  t.equal(ann.trips().length, 3)
  t.same(
    mutualOverlaps(ann),
    ann.trips().map(() => 2),
  )
})

t.test('a merged trip and the trip in the middle of it name each other', async (t) => {
  const ann = traveller()
  ann.post([
    flight('DL1', 'JFK-ORD', '2026-03-01T07:00', '2026-03-01T09:00'),
    flight('DL2', 'ORD-JFK', '2026-03-02T07:00', '2026-03-02T09:00'),
  ])
  ann.post([
    flight('DL3', 'JFK-DEN', '2026-03-20T07:00', '2026-03-20T09:00'),
    flight('DL4', 'DEN-JFK', '2026-03-22T07:00', '2026-03-22T14:00'),
  ])
  const [first, last] = ann.trips().map((trip) => String(trip.id))
  ann.edit({ do: 'trip.merge', trip: String(first), from: [String(last)] })
  ann.post([
    flight('DL5', 'JFK-MIA', '2026-03-10T07:00', '2026-03-10T10:00'),
    flight('DL6', 'MIA-JFK', '2026-03-12T07:00', '2026-03-12T10:00'),
  ])
  t.equal(ann.trips().length, 2)
  t.same(mutualOverlaps(ann), [1, 1])
})

/** For each trip, how many trips it names that also name it. */
function mutualOverlaps(ann: Traveller): number[] {
  const trips = ann
    .trips()
    .map(({ id, overlaps_trip_ids: others }) => ({ id: String(id), others: others as string[] }))
  return trips.map(
    (one) => trips.filter((other) => one.others.includes(other.id) && other.others.includes(one.id)).length,
  )
}
