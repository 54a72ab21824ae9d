/** From statements to segments: what is merged again, and what is left alone. */
import t from 'tap'
import { flight, nameOf, traveller } from '../../support/traveller.js'

const OUT = flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { confirmation_no: 'ABC234' })
const BACK = flight('DL43', 'LHR-JFK', '2026-03-09T10:00', '2026-03-09T13:00', { confirmation_no: 'ABC234' })

t.test('a word about one leg of a booking writes that leg alone', async t => {
  const ann = traveller()
  ann.post([OUT, BACK])
  const [out, back] = ann.live()
  const folded = ann.post({ ...OUT, seat_assignment: '12A' })
  t.same(folded.segments.map(row => row.id), [out?.id])
  t.same(ann.live().map(doc => doc.seat_assignment), ['12A', null])
  t.same(ann.live()[1], back, 'the other leg is what it was')
})

t.test('a segment whose statement is replaced by one of another flight is made of what is left', async t => {
  const ann = traveller()
  ann.post([OUT, BACK])
  ann.post({ ...OUT, source: 'email', seat_assignment: '12A' })
  t.equal(ann.live()[0]?.seat_assignment, '12A')
  const id = ann.live()[0]?.id
  const told = [...ann.state.index.all.values()].find(raw => raw.source === 'email')?.id as string
  const other = flight('DL44', 'LHR-CDG', '2026-03-05T10:00', '2026-03-05T12:15', { source: 'email', confirmation_no: 'ZZZ999' })
  ann.send('segment', other, { replaces: told, first: ann.nextId() })
  t.same(ann.live().map(nameOf), ['JFK-LHR', 'LHR-CDG', 'LHR-JFK'])
  t.equal(ann.live()[0]?.seat_assignment, null, 'nobody says the seat any more')
  t.equal(ann.live()[1]?.id, id, 'who changes a segment finds the change under its id')
  t.not(ann.live()[0]?.id, id)
})

t.test('a withdrawn statement takes its word with it', async t => {
  const ann = traveller()
  ann.post([OUT, BACK])
  ann.post({ ...OUT, source: 'email', seat_assignment: '12A' })
  const told = [...ann.state.index.all.values()].find(raw => raw.source === 'email')?.id as string
  ann.send('withdraw', { id: told })
  t.same(ann.live().map(doc => doc.seat_assignment), [null, null])
})
