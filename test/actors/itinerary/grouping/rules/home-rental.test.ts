/** RULES 5.12.5: a car rented at home is a trip if something happens outside home during the rental. */
import t from 'tap'
import { groupingOf, rebuiltGroupingOf } from '../../../../support/grouping-comparison.js'
import { seededRandom } from '../../../../support/journeys.js'
import { flight, hotel, meeting, traveller } from '../../../../support/traveller.js'
import type { Segment } from '../../../../support/traveller.js'

const car = (pickup: string, dropoff: string, more: Segment = {}): Segment => ({
  type: 'Car',
  source: 'car_hertz',
  car_company: 'Hertz',
  pickup_location: 'JFK',
  dropoff_location: 'JFK',
  pickup_datetime: pickup,
  dropoff_datetime: dropoff,
  confirmation_no: `C${pickup}`,
  ...more,
})
const review = (city: string, day: string, more: Segment = {}): Segment =>
  meeting('Review', city, `2026-03-${day}T13:00`, `2026-03-${day}T14:00`, more)

t.test('the car and what happens on a day trip are one trip, in any order of arrival', async (t) => {
  const segments = [
    car('2026-03-02T07:00', '2026-03-02T21:00'),
    review('Philadelphia', '02'),
    meeting('Lunch', 'Philadelphia', '2026-03-02T12:00', '2026-03-02T12:45'),
  ]
  for (const order of [segments, segments.slice().reverse()]) {
    const ann = traveller(['JFK'], { restoring: true })
    for (const segment of order) ann.post(segment)
    t.same(ann.grouping(), [['Hertz', 'Lunch', 'Review']])
  }
})

t.test('a car alone, or with points at home, is in no trip', async (t) => {
  const ann = traveller()
  ann.post([
    car('2026-03-02T07:00', '2026-03-02T21:00'),
    review('New York', '02'),
    review('Philadelphia', '04'),
  ])
  t.same(ann.grouping(), [])
  t.equal(ann.unfiled().length, 3)
})

t.test('a point that the car cannot reach and return from in time does not count', async (t) => {
  const ann = traveller()
  ann.post([car('2026-03-02T07:00', '2026-03-02T21:00'), review('Chicago', '02')])
  t.same(ann.grouping(), [])
})

t.test('the trip ends when its only point is cancelled', async (t) => {
  const ann = traveller()
  ann.post([
    car('2026-03-02T07:00', '2026-03-02T21:00'),
    review('Philadelphia', '02', { source: 'email', confirmation_no: 'MEET77' }),
  ])
  t.equal(ann.trips().length, 1)
  ann.post(review('Philadelphia', '02', { source: 'email', confirmation_no: 'MEET77', status: 'Cancelled' }))
  t.same(ann.grouping(), [])
  t.equal(ann.unfiled().length, 1)
})

t.test('an all-day event and parking there join the day trip', async (t) => {
  const ann = traveller()
  ann.post([
    car('2026-03-02T07:00', '2026-03-02T21:00'),
    {
      type: 'Event',
      source: 'calendar',
      activity_name: 'Fair',
      start_city_name: 'Philadelphia',
      start_datetime: '2026-03-02T00:00',
      end_datetime: '2026-03-02T23:59',
      is_all_day: true,
    },
    {
      type: 'Parking',
      source: 'manual',
      parking_name: 'Fair Garage',
      start_city_name: 'Philadelphia',
      city_name: 'Philadelphia',
      start_datetime: '2026-03-02T09:00',
      end_datetime: '2026-03-02T18:00',
    },
  ])
  t.same(
    ann.grouping().map((trip) => trip.slice().sort()),
    [['Fair', 'Fair Garage', 'Hertz']],
  )
})

t.test('a trip that uses the car takes it over, with what happens there', async (t) => {
  const ann = traveller()
  ann.post([car('2026-03-02T07:00', '2026-03-04T21:00'), review('Philadelphia', '03')])
  t.same(ann.grouping(), [['Hertz', 'Review']])
  ann.post(hotel('Bay Inn', 'Philadelphia', '2026-03-02', '2026-03-04'))
  t.same(ann.grouping(), [['Hertz', 'Bay Inn', 'Review']])
  t.equal(ann.trips().length, 1)
  ann.post(flight('DL1', 'JFK-ORD', '2026-03-20T07:00', '2026-03-20T09:00'))
  t.equal(ann.trips().length, 2)
})

t.test('random changes of cars, journeys and gatherings give the same groups as a rebuild', async (t) => {
  for (let seed = 1; seed <= 12; seed++) {
    const roll = seededRandom(seed)
    const ann = traveller()
    const date = (n: number): string =>
      new Date(Date.UTC(2026, 2, 1) + n * 86_400_000).toISOString().slice(0, 10)
    const segments = Array.from({ length: 24 }, (_, i): Segment => {
      const d = roll(60)
      const locator = { confirmation_no: `LOC${i}XY`, source: 'email' }
      const what = roll(5)
      if (what < 2) return car(`${date(d)}T07:00`, `${date(d + roll(3))}T21:00`, locator)
      if (what === 2)
        return roll(2) === 0
          ? flight(`DL${i}`, 'JFK-ORD', `${date(d)}T08:00`, `${date(d)}T10:00`, locator)
          : flight(`DL${i}`, 'ORD-JFK', `${date(d)}T18:00`, `${date(d)}T21:00`, locator)
      if (what === 3 && roll(2) === 0) return hotel(`Inn ${i}`, 'Philadelphia', date(d), date(d + 1), locator)
      return meeting(
        `Review ${i}`,
        ['Philadelphia', 'Philadelphia', 'New York'][roll(3)] ?? '',
        `${date(d)}T13:00`,
        `${date(d)}T14:00`,
        locator,
      )
    })
    for (let step = 0; step < 40; step++) {
      const at = roll(segments.length)
      ann.post({ ...segments[at], status: roll(4) === 0 ? 'Cancelled' : 'Active' })
      t.equal(groupingOf(ann.state), rebuiltGroupingOf(ann.state), `seed ${seed} step ${step}`)
    }
  }
})
