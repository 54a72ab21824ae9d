import t from 'tap'
import {
  addDeliveries,
  finishDelivery,
  forgetFinished,
  emptyQueues,
  takeDelivery,
} from '../../../actors/delivery/delivery-queues.js'
import type { PendingDelivery } from '../../../actors/delivery/delivery-queues.js'

const head = (event: string, member: string | null, sequence: number | null): PendingDelivery => ({
  event,
  member,
  sequence,
  attemptCount: 0,
  retryIndex: 0,
  waitsFor: null,
})

t.test('unordered: first come, first served', async (t) => {
  const lines = emptyQueues(false)
  addDeliveries(lines, [head('a2', 'a', 2), head('a1', 'a', 1)])
  t.same([takeDelivery(lines)?.event, takeDelivery(lines)?.event, takeDelivery(lines)], ['a2', 'a1', null])
  t.equal(lines.size, 0)
})

t.test('ordered: an older event that comes later goes first', async (t) => {
  const lines = emptyQueues(true)
  addDeliveries(lines, [head('a2', 'a', 2), head('a4', 'a', 4), head('x', null, null)])
  const first = takeDelivery(lines) as PendingDelivery
  addDeliveries(lines, [head('a3', 'a', 3)])
  t.equal(takeDelivery(lines)?.event, 'x', "events of no member are in nobody's way")
  t.equal(takeDelivery(lines), null)
  finishDelivery(lines, first, true)
  t.equal(takeDelivery(lines)?.event, 'a3')
})

t.test('many members are served in turn', async (t) => {
  const lines = emptyQueues(true)
  const heads = Array.from({ length: 3_000 }, (_, i) => head(`e${i}`, `m${i % 1_000}`, i))
  addDeliveries(lines, heads)
  const seen: number[] = []
  for (let one = takeDelivery(lines); one !== null; one = takeDelivery(lines)) {
    seen.push(one.sequence ?? -1)
    finishDelivery(lines, one, true)
  }
  t.same(
    seen,
    heads.map((one) => one.sequence),
  )
})

t.test('a line with a gap in the store does not jump it', async (t) => {
  const lines = emptyQueues(true)
  const one = { ...head('a1', 'a', 1) }
  addDeliveries(lines, [one])
  t.equal(takeDelivery(lines)?.event, 'a1')
  addDeliveries(lines, [
    { ...head('a2', 'a', 2), waitsFor: 1 },
    { ...head('a9', 'a', 9), waitsFor: 8 },
  ])
  t.same(finishDelivery(lines, one, true), [])
  const two = takeDelivery(lines) as PendingDelivery
  t.equal(two.event, 'a2')
  t.same(
    finishDelivery(lines, two, true).map((left) => left.event),
    ['a9'],
    '3 to 8 are pending in the store',
  )
})

t.test('what the store knows to be over is forgotten, of however many members', async (t) => {
  const lines = emptyQueues(true)
  for (let i = 0; i < 3_000; i += 1) {
    const one = head(`e${i}`, `m${i}`, 1)
    addDeliveries(lines, [one])
    takeDelivery(lines)
    finishDelivery(lines, one, true)
    forgetFinished(lines, one)
  }
  t.equal(lines.finished.size, 0)
})

t.test(
  'what is over is not forgotten while heads that were read before wait, nor for the sake of an earlier one',
  async (t) => {
    const lines = emptyQueues(true)
    const [one, two, three] = [
      head('a1', 'a', 1),
      { ...head('a2', 'a', 2), after: 1 },
      { ...head('a3', 'a', 3), after: 2 },
    ]
    addDeliveries(lines, [one])
    takeDelivery(lines)
    addDeliveries(lines, [two])
    finishDelivery(lines, one, true)
    forgetFinished(lines, one)
    t.same(addDeliveries(lines, [three]), [], 'the first of the line still may go')
    t.equal(takeDelivery(lines)?.event, 'a2')
    t.same(finishDelivery(lines, two, true), [])
    t.equal(takeDelivery(lines)?.event, 'a3')
    forgetFinished(lines, one)
    t.equal(lines.finished.get('a'), 2)
    t.same(finishDelivery(lines, three, true), [])
    forgetFinished(lines, three)
    t.equal(lines.finished.size, 0)
  },
)
