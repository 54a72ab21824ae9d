/** RULES 5 and 8: a trip is one time away from home. */
import t from 'tap'
import { flight, traveller } from '../../../support/traveller.js'
import type { Segment } from '../../../support/traveller.js'

const sizes = (groups: string[][]): number[] => groups.map((group) => group.length)

t.test('case 35: the return bought weeks later', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { confirmation_no: 'AAAA22' }))
  const id = ann.trips()[0]?.id
  ann.post(flight('DL43', 'LHR-JFK', '2026-03-16T10:00', '2026-03-16T13:00', { confirmation_no: 'BBBB33' }))
  t.same(sizes(ann.grouping()), [2])
  t.equal(ann.trips()[0]?.id, id)
})

t.test('case 40: a couple in different places at one time', async (t) => {
  for (const named of [true, false]) {
    const who = (first: string): Segment => (named ? { first_name: first, last_name: 'Lee' } : {})
    const ann = traveller()
    ann.post(
      flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', {
        confirmation_no: 'AAAA22',
        ...who('Ann'),
      }),
    )
    ann.post(
      flight('DL9', 'JFK-ORD', '2026-03-03T09:00', '2026-03-03T11:00', {
        confirmation_no: 'BBBB33',
        ...who('Bob'),
      }),
    )
    ann.post(
      flight('DL8', 'ORD-JFK', '2026-03-06T09:00', '2026-03-06T12:00', {
        confirmation_no: 'BBBB33',
        ...who('Bob'),
      }),
    )
    ann.post(
      flight('DL43', 'LHR-JFK', '2026-03-09T10:00', '2026-03-09T13:00', {
        confirmation_no: 'AAAA22',
        ...who('Ann'),
      }),
    )
    t.same(
      ann.grouping(),
      [
        ['JFK-LHR', 'LHR-JFK'],
        ['JFK-ORD', 'ORD-JFK'],
      ],
      named ? 'named' : 'without names',
    )
    const [first, second] = ann.trips()
    t.same(first?.overlaps_trip_ids, [second?.id])
    t.same(second?.overlaps_trip_ids, [first?.id])
  }
})
