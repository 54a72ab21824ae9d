/** A trip of which a leg was never reported is what is left of it, with what happened there (RULES 5.12.4). */
import t from 'tap'
import { flight, hotel, meeting, traveller } from '../../../support/traveller.js'
import type { Segment } from '../../../support/traveller.js'

const out = flight('DL1', 'JFK-BOS', '2026-03-01T07:00', '2026-03-01T08:10')
const back = flight('DL2', 'BOS-JFK', '2026-03-05T19:00', '2026-03-05T20:10')
const review = (day: string): Segment =>
  meeting('Review', 'Boston', `2026-03-${day}T13:00`, `2026-03-${day}T14:00`)

t.test('there after a way out whose return nobody told, in any order of arrival', async (t) => {
  for (const order of [
    [out, review('03')],
    [review('03'), out],
  ]) {
    const ann = traveller(['JFK'], { restoring: true })
    for (const segment of order) ann.post(segment)
    t.same(ann.grouping(), [['JFK-BOS', 'Review']])
  }
})

t.test('there before a way home whose way out nobody told', async (t) => {
  const ann = traveller()
  ann.post([review('03'), back])
  t.same(ann.grouping(), [['Review', 'BOS-JFK']])
})

t.test('not once the traveller has left home again, nor weeks later, nor somewhere else', async (t) => {
  const ann = traveller()
  ann.post([out, review('25'), meeting('Call', 'Chicago', '2026-03-02T13:00', '2026-03-02T14:00')])
  t.same(ann.grouping(), [['JFK-BOS']])
  ann.post([review('04')])
  t.same(ann.grouping(), [['JFK-BOS', 'Review']])
  ann.post(flight('DL3', 'JFK-ORD', '2026-03-03T07:00', '2026-03-03T09:00'))
  t.same(ann.grouping(), [['JFK-BOS'], ['JFK-ORD']])
})

t.test('a house ends the waiting a day after its check-out', async (t) => {
  const ann = traveller()
  ann.post([out, hotel('Park Inn', 'Boston', '2026-03-01', '2026-03-03'), review('03'), review('06')])
  t.same(ann.grouping(), [['JFK-BOS', 'Park Inn', 'Review']])
})

t.test('back where the journey went after a night elsewhere', async (t) => {
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
