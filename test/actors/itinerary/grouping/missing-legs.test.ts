/** RULES 5.12.4: a trip with a leg that was never reported keeps its other legs and the points there. */
import t from 'tap'
import { flight, hotel, meeting, traveller } from '../../../support/traveller.js'
import type { Segment } from '../../../support/traveller.js'

const out = flight('DL1', 'JFK-BOS', '2026-03-01T07:00', '2026-03-01T08:10')
const back = flight('DL2', 'BOS-JFK', '2026-03-05T19:00', '2026-03-05T20:10')
const review = (day: string): Segment =>
  meeting('Review', 'Boston', `2026-03-${day}T13:00`, `2026-03-${day}T14:00`)

t.test(
  'a point joins after an outward flight without a reported return, in any order of arrival',
  async (t) => {
    for (const order of [
      [out, review('03')],
      [review('03'), out],
    ]) {
      const ann = traveller(['JFK'], { restoring: true })
      for (const segment of order) ann.post(segment)
      t.same(ann.grouping(), [['JFK-BOS', 'Review']])
    }
  },
)

t.test('a point joins before a return without a reported outward flight', async (t) => {
  const ann = traveller()
  ann.post([review('03'), back])
  t.same(ann.grouping(), [['Review', 'BOS-JFK']])
})

t.test('no point joins after the next departure from home, weeks later, or elsewhere', async (t) => {
  const ann = traveller()
  ann.post([out, review('25'), meeting('Call', 'Chicago', '2026-03-02T13:00', '2026-03-02T14:00')])
  t.same(ann.grouping(), [['JFK-BOS']])
  ann.post([review('04')])
  t.same(ann.grouping(), [['JFK-BOS', 'Review']])
  ann.post(flight('DL3', 'JFK-ORD', '2026-03-03T07:00', '2026-03-03T09:00'))
  t.same(ann.grouping(), [['JFK-BOS'], ['JFK-ORD']])
})

t.test('with a hotel, the wait ends a day after check-out', async (t) => {
  const ann = traveller()
  ann.post([out, hotel('Park Inn', 'Boston', '2026-03-01', '2026-03-03'), review('03'), review('06')])
  t.same(ann.grouping(), [['JFK-BOS', 'Park Inn', 'Review']])
})

t.test('the traveller is back at the destination after a night elsewhere', async (t) => {
  const ann = traveller()
  ann.post([
    flight('DL5', 'JFK-LHR', '2026-03-01T08:00', '2026-03-01T20:00'),
    hotel('Canal Inn', 'Paris', '2026-03-03', '2026-03-05', { country: 'FR' }),
    meeting('Talk', 'London', '2026-03-09T13:00', '2026-03-09T14:00'),
    hotel('Quay Inn', 'Paris', '2026-03-12', '2026-03-14', { country: 'FR' }),
    flight('DL6', 'LHR-JFK', '2026-03-20T12:00', '2026-03-20T15:00'),
  ])
  t.same(ann.grouping(), [['JFK-LHR', 'Canal Inn', 'Talk', 'Quay Inn', 'LHR-JFK']])
})

t.test('a leg that was never reported leaves a trip of the others', async (t) => {
  const ann = traveller()
  ann.post([
    flight('DL1', 'JFK-BOS', '2026-03-01T07:00', '2026-03-01T08:10'),
    hotel('Boston Marriott', 'Boston', '2026-03-01', '2026-03-03'),
  ])
  ann.post([
    flight('DL3', 'JFK-ORD', '2026-03-10T07:00', '2026-03-10T09:10'),
    flight('DL4', 'ORD-JFK', '2026-03-12T07:00', '2026-03-12T10:10'),
  ])
  t.same(
    ann.grouping().map((group) => group.length),
    [2, 2],
  )
})

t.test('two legs of one long trip, months apart, are cancelled in one step', async (t) => {
  const out = flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { confirmation_no: 'AAAA22' })
  const on = flight('BA2', 'LHR-AMS', '2026-07-04T10:00', '2026-07-04T12:20', { confirmation_no: 'BBBB33' })
  const back = flight('KL4', 'AMS-JFK', '2026-11-13T18:00', '2026-11-13T20:20', { confirmation_no: 'CCCC44' })
  const ann = traveller()
  ann.post([out, on, back])
  t.same(ann.grouping(), [['JFK-LHR', 'LHR-AMS', 'AMS-JFK']])
  ann.post([
    { ...on, status: 'Cancelled' },
    { ...back, status: 'Cancelled' },
  ])
  t.same(ann.grouping(), [['JFK-LHR']])
})
