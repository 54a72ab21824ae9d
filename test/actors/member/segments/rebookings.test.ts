/** Links between a cancelled flight and the one that replaced it (RULES 4.7). */
import t from 'tap'
import { flight, traveller } from '../../../support/traveller.js'

const OLD = flight('DL42', 'JFK-CDG', '2026-05-01T19:00', '2026-05-02T08:00', { confirmation_no: 'AAA234' })
const NEW = flight('DL44', 'JFK-CDG', '2026-05-02T12:00', '2026-05-03T01:00', { confirmation_no: 'BBB234' })

t.test('links are removed with their reason, in any order of arrival', async (t) => {
  const statements = [OLD, { ...OLD, status: 'Cancelled' }, NEW, { ...OLD, seat_assignment: '1A' }]
  for (const order of [
    [0, 1, 2, 3],
    [3, 0, 2, 1],
  ]) {
    const ann = traveller()
    for (const i of order) ann.post(statements[i] as Record<string, unknown>, { at: Date.UTC(2026, 0, 1, i) })
    t.same(
      ann.live().map((doc) => [doc.replaces, doc.replaced_by]),
      [
        [null, null],
        [null, null],
      ],
      order.join(),
    )
  }
})

t.test('the link is removed when the new flight is withdrawn', async (t) => {
  const ann = traveller()
  for (const statement of [OLD, { ...OLD, status: 'Cancelled' }, NEW]) ann.post(statement)
  const [old, next] = ann.segments()
  t.equal(old?.replaced_by, next?.id)
  ann.send('withdraw', { id: next?.id })
  t.match(ann.segments(), [{ id: old?.id, replaced_by: null }])
})
