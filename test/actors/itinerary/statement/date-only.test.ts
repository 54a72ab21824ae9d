/** RULES N6: a date alone means that the time is not known. */
import t from 'tap'
import { flight, meeting, traveller } from '../../../support/traveller.js'
import type { Segment } from '../../../support/traveller.js'

t.test('5.15: the stored bounds cover the whole day in its zone', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', 'JFK-LHR', '2026-03-01', '2026-03-02'))
  ann.post(flight('DL43', 'LHR-JFK', '2026-03-08', '2026-03-08'))
  const bounds = ann.folds.at(-1)?.trips.map(({ beginAt, endAt }) => [beginAt, endAt])
  t.same(bounds, [[Date.UTC(2026, 2, 1, 5), Date.UTC(2026, 2, 9, 3, 59)]], 'summer time begins on the 8th')
  t.match(ann.trips(), [{ end_datetime: '2026-03-08', end_datetime_utc: null, duration_days: 7 }])
})

t.test('7.6: a time that becomes known is material, and no change of the schedule', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', 'JFK-LHR', '2026-03-01', '2026-03-02', { confirmation_no: 'ABC234' }))
  const folded = ann.post(
    flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { confirmation_no: 'ABC234' }),
  )
  t.match(ann.live(), [{ departure_datetime: '2026-03-01T18:00:00', previous: null }])
  const event = folded.events.find(({ type }) => type === 'segment.updated')
  t.match(JSON.parse(event?.body.join('') ?? '{}'), {
    data: { material: true, previous_attributes: { departure_datetime: '2026-03-01' } },
  })
})

t.test(
  '5.12.1: what happens on a day belongs to the trip that has the traveller there on that day',
  async (t) => {
    const events: Segment[] = [
      meeting('Fair', 'London', '2026-03-02', '2026-03-04'),
      {
        type: 'Restaurant',
        source: 'manual',
        restaurant_name: 'Ivy',
        city_name: 'London',
        start_datetime: '2026-03-05',
      },
    ]
    for (const day of ['2026-03-02T07:00', '2026-03-01T18:00']) {
      const ann = traveller(['CDG'])
      ann.post(flight('BA304', 'CDG-LHR', day, `${day.slice(0, 10)}T20:45`))
      ann.post(events)
      ann.post(flight('BA305', 'LHR-CDG', '2026-03-05T09:30', '2026-03-05T11:45'))
      t.same(ann.unfiled(), [], day)
      t.equal(ann.trips().length, 1)
    }
  },
)
