/** From statements to segments: what is merged again, and what stays as it is (RULES 3.4 and 7.1). */
import t from 'tap'
import { BACK, OUT } from '../../../support/london-trip.js'
import { flight, hotel, nameOf, traveller } from '../../../support/traveller.js'

t.test('a statement about one leg of a booking writes only that leg', async (t) => {
  const ann = traveller()
  ann.post([OUT, BACK])
  const [out, back] = ann.live()
  const folded = ann.post({ ...OUT, seat_assignment: '12A' })
  t.same(
    folded.segments.map((row) => row.id),
    [out?.id],
  )
  t.same(
    ann.live().map((doc) => doc.seat_assignment),
    ['12A', null],
  )
  t.same(ann.live()[1], back, 'the other leg is unchanged')
})

t.test('a segment whose statement is replaced by another flight keeps its other statements', async (t) => {
  const ann = traveller()
  ann.post([OUT, BACK])
  ann.post({ ...OUT, source: 'email', seat_assignment: '12A' })
  t.equal(ann.live()[0]?.seat_assignment, '12A')
  const id = ann.live()[0]?.id
  const emailId = [...ann.state.index.all.values()].find((raw) => raw.source === 'email')?.id as string
  const other = flight('DL44', 'LHR-CDG', '2026-03-05T10:00', '2026-03-05T12:15', {
    source: 'email',
    confirmation_no: 'ZZZ999',
  })
  ann.send('segment', other, { replaces: emailId, first: ann.nextId() })
  t.same(ann.live().map(nameOf), ['JFK-LHR', 'LHR-CDG', 'LHR-JFK'])
  t.equal(ann.live()[0]?.seat_assignment, null, 'no source reports the seat any more')
  t.equal(ann.live()[1]?.id, id, 'the changed statement keeps the id')
  t.not(ann.live()[0]?.id, id)
})

t.test('the values of a withdrawn statement are removed', async (t) => {
  const ann = traveller()
  ann.post([OUT, BACK])
  ann.post({ ...OUT, source: 'email', seat_assignment: '12A' })
  const emailId = [...ann.state.index.all.values()].find((raw) => raw.source === 'email')?.id as string
  ann.send('withdraw', { id: emailId })
  t.same(
    ann.live().map((doc) => doc.seat_assignment),
    [null, null],
  )
})

t.test('a booking cancelled by locator in the step that reports a similar stay', async (t) => {
  for (const batched of [false, true]) {
    const ann = traveller()
    const stay = (from: string, to: string, locator: string): Record<string, unknown> =>
      hotel('Hilton Paris Opera', 'Paris', from, to, { source: 'ota', confirmation_no: locator })
    ann.post(stay('2026-05-03', '2026-05-05', 'KEY234'))
    const statements = [
      { type: 'Hotel', source: 'ota', status: 'Cancelled', confirmation_no: 'KEY234' },
      stay('2026-05-04', '2026-05-07', 'KEY567'),
    ]
    if (batched) ann.post(statements)
    else for (const statement of statements) ann.post(statement)
    t.same(
      ann.segments().map((doc) => doc.status),
      ['Cancelled', 'Active'],
    )
  }
})

t.test('possible duplicates are listed while both exist and look alike', async (t) => {
  const stay = (from: string, to: string): Record<string, unknown> =>
    hotel('Hilton Paris Opera', 'Paris', from, to, { source: 'email', confirmation_no: 'HHB222' })
  const both = (): ReturnType<typeof traveller> => {
    const ann = traveller()
    ann.post(hotel('Hilton Paris Opera', 'Paris', '2026-05-01', '2026-05-05', { confirmation_no: 'HHA222' }))
    ann.post(stay('2026-05-02', '2026-05-07'))
    t.same(
      ann.live().map((doc) => doc.possible_duplicate_of),
      [[ann.live()[1]?.id], [ann.live()[0]?.id]],
    )
    return ann
  }
  const ann = both()
  ann.send('withdraw', { id: ann.live()[1]?.id })
  t.same(
    ann.live().map((doc) => doc.possible_duplicate_of),
    [[]],
    'withdrawn',
  )
  const bob = both()
  bob.send('segment', stay('2026-07-02', '2026-07-07'), {
    replaces: bob.live()[1]?.id as string,
    first: bob.nextId(),
  })
  t.same(
    bob.live().map((doc) => doc.possible_duplicate_of),
    [[], []],
    'moved to other dates',
  )
})

t.test('a place that the member set removes the warning', async (t) => {
  const ann = traveller()
  ann.post({
    type: 'Hotel',
    source: 'ota',
    hotel_name: 'Inn',
    checkin_date: '2026-05-02',
    checkout_date: '2026-05-05',
  })
  t.same(
    ann.live()[0]?.warnings.map((w) => w.code),
    ['place_missing', 'zone_unknown'],
  )
  ann.edit({
    do: 'segment.set',
    segment: ann.live()[0]?.id as string,
    fields: { city_name: 'Rome', country: 'IT' },
  })
  t.match(ann.live(), [{ city_name: 'Rome', time_zone_id: 'Europe/Rome', warnings: [] }])
  t.same(ann.live()[0]?.warnings, [])
})

t.test('the order of bookings is stable', async (t) => {
  const ann = traveller()
  ann.post({ ...OUT, confirmation_no: 'LOCA22' })
  ann.post({ ...OUT, confirmation_no: 'LOCB22', supplier_updated: '2025-12-01T00:00:00Z' })
  const before = ann.live()[0]?.bookings
  ann.edit({ do: 'segment.set', segment: ann.live()[0]?.id as string, fields: { notes: 'x' } })
  t.same(ann.live()[0]?.bookings, before)
})
