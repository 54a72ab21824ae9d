/** What a member is stored as, and what it weighs. */
import t from 'tap'
import { restore } from '../../../../actors/member/state.js'
import { splitSegmentState } from '../../../../actors/member/storage/raw-segment-codec.js'
import { memorySize } from '../../../../actors/member/storage/memory-size.js'
import { flight, hotel, traveller } from '../../../support/traveller.js'

const OUT = ['JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00'] as const

t.test('a segment names its airports by code, and is read anew where they are not known', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', ...OUT))
  const state = ann.stored.segments[0]?.state ?? ''
  t.match(JSON.parse(splitSegmentState(state)[0]), { d: { l: { from: 'JFK', to: 'LHR' } } })
  const leg = ann.state.segments.values().next().value?.leg
  t.same(restore(ann.stored, ann.env).segments.values().next().value?.leg, leg)
  const without = {
    ...ann.env,
    places: {
      ...ann.env.places,
      code: (code: string) => (code === 'LHR' ? null : ann.env.places.code(code)),
    },
  }
  const [item] = restore(ann.stored, without).segments.values()
  t.equal(item?.leg?.from?.spots[0]?.iata, 'JFK')
  t.equal(item?.leg?.to, null, 'a place that is gone is unknown, not an error')
})

t.test('the weight is that of a member restored from its rows, whatever happened', async (t) => {
  const ann = traveller()
  const same = (what: string): void => {
    t.equal(memorySize(ann.state), memorySize(restore(ann.stored, ann.env)), what)
  }
  ann.post([flight('DL42', ...OUT), hotel('Grand', 'London', '2026-03-02', '2026-03-05')])
  same('new')
  const light = memorySize(ann.state)
  ann.post(flight('DL42', ...OUT, { source: 'tmc', confirmation_no: 'ZZTOP9' }))
  same('merged')
  t.ok(memorySize(ann.state) > light)
  ann.send('withdraw', { id: ann.segments()[0]?.id })
  same('withdrawn')
  ann.post(flight('DL42', ...OUT, { status: 'Cancelled' }))
  same('cancelled')
})

t.test('trips of before read as home has it once it is known where that is', async (t) => {
  const told = [flight('DL41', 'JFK-LHR', '2026-01-05T18:00', '2026-01-06T06:00')]
  for (const month of ['02', '03']) {
    told.push(flight('AF10', 'LHR-CDG', `2026-${month}-01T08:00`, `2026-${month}-01T10:00`))
    told.push(flight('AF11', 'CDG-LHR', `2026-${month}-03T08:00`, `2026-${month}-03T10:00`))
  }
  const [ann, bob] = [traveller([]), traveller([])]
  for (const one of told) ann.post(one)
  bob.post(told)
  const names = (who: typeof ann): unknown[] =>
    who.trips().map((trip) => [trip.display_name, trip.destinations])
  t.same(names(ann), names(bob), 'told one by one, and at once')
})
