/** Segments that the member pinned (RULES 5.16). */
import t from 'tap'
import { BACK, OUT } from '../../../../support/london-trip.js'
import { flight, traveller } from '../../../../support/traveller.js'

t.test('a pin follows merges, and a pin to a deleted trip is refused', async (t) => {
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
  const pinned = ann.send('segment', dinner, { first: ann.nextId(), pin: chicago })
  t.equal(pinned.batches[0]?.results[0]?.trip_id, london)
  ann.edit({ do: 'trip.delete', trip: london })
  for (const pin of [london, chicago, '4711']) {
    const refused = ann.send(
      'segment',
      { ...dinner, restaurant_name: 'Cellar' },
      { first: ann.nextId(), pin },
    )
    t.match(refused.batches[0]?.refusal, {
      error: 'invalid_request',
      error_description: `There is no trip ${pin}.`,
    })
  }
  t.equal(ann.segments().filter((doc) => doc.type === 'Restaurant').length, 1, 'a refused write adds nothing')
})
