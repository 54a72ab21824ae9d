/** The rows of a member, and the estimated size of its state. */
import t from 'tap'
import { restore } from '../../../../actors/member/state.js'
import { splitSegmentState } from '../../../../actors/member/storage/raw-segment-codec.js'
import { memorySize } from '../../../../actors/member/storage/memory-size.js'
import { flight, hotel, traveller } from '../../../support/traveller.js'

const OUT = ['JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00'] as const

t.test('a stored leg names its airports by code, and is derived again if a code is unknown', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', ...OUT))
  const state = ann.stored.segments[0]?.state ?? ''
  const { l: stored } = (JSON.parse(splitSegmentState(state)[0]) as { d: { l: unknown[] } }).d
  t.same(stored.slice(0, 3), ['JFK', 'LHR', 'movement'])
  const leg = ann.state.segments.values().next().value?.leg
  t.same(restore(ann.stored, ann.env).segments.values().next().value?.leg, leg)
  const without = {
    ...ann.env,
    places: {
      ...ann.env.places,
      code: (code: string) => (code === 'LHR' ? null : ann.env.places.code(code)),
    },
  }
  const [segment] = restore(ann.stored, without).segments.values()
  t.equal(segment?.leg?.from?.spots[0]?.iata, 'JFK')
  t.equal(segment?.leg?.to, null, 'an unknown place is no error')
})

t.test('a stored leg keeps what few legs have', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', 'JFK-QQQ', '2026-03-01', '2026-03-02'))
  const legOf = (state: typeof ann.state): unknown => state.segments.values().next().value?.leg
  t.match(legOf(ann.state), { unknownCodes: [null, 'QQQ'], dateOnly: [true, true] })
  t.same(legOf(restore(ann.stored, ann.env)), legOf(ann.state))
})

t.test('the size equals that of the member restored from its rows, after every kind of change', async (t) => {
  const ann = traveller()
  const same = (what: string): void => {
    t.equal(memorySize(ann.state), memorySize(restore(ann.stored, ann.env)), what)
  }
  ann.post([flight('DL42', ...OUT), hotel('Grand', 'London', '2026-03-02', '2026-03-05')])
  same('new')
  const before = memorySize(ann.state)
  ann.post(flight('DL42', ...OUT, { source: 'tmc', confirmation_no: 'ZZTOP9' }))
  same('merged')
  t.ok(memorySize(ann.state) > before)
  ann.send('withdraw', { id: ann.segments()[0]?.id })
  same('withdrawn')
  ann.post(flight('DL42', ...OUT, { status: 'Cancelled' }))
  same('cancelled')
})

t.test('trips folded before the home was known are rendered again with it', async (t) => {
  const flights = [flight('DL41', 'JFK-LHR', '2026-01-05T18:00', '2026-01-06T06:00')]
  for (const month of ['02', '03']) {
    flights.push(flight('AF10', 'LHR-CDG', `2026-${month}-01T08:00`, `2026-${month}-01T10:00`))
    flights.push(flight('AF11', 'CDG-LHR', `2026-${month}-03T08:00`, `2026-${month}-03T10:00`))
  }
  const [ann, bob] = [traveller([]), traveller([])]
  for (const one of flights) ann.post(one)
  bob.post(flights)
  const names = (who: typeof ann): unknown[] =>
    who.trips().map((trip) => [trip.display_name, trip.destinations])
  t.same(names(ann), names(bob), 'posted one by one, and at once')
})
