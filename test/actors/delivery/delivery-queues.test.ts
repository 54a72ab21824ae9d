import t from 'tap'
import {
  addDeliveries,
  finishDelivery,
  forgetFinished,
  emptyQueues,
  takeDelivery,
} from '../../../actors/delivery/delivery-queues.js'
import type { PendingDelivery } from '../../../actors/delivery/delivery-queues.js'

const pending = (event: string, member: string | null, sequence: number | null): PendingDelivery => ({
  event,
  member,
  sequence,
  attemptCount: 0,
  retryIndex: 0,
  waitsFor: null,
})

t.test('unordered: first come, first served', async (t) => {
  const queues = emptyQueues(false)
  addDeliveries(queues, [pending('a2', 'a', 2), pending('a1', 'a', 1)])
  t.same([takeDelivery(queues)?.event, takeDelivery(queues)?.event, takeDelivery(queues)], ['a2', 'a1', null])
  t.equal(queues.size, 0)
})

t.test('ordered: an older event that is added later is sent first', async (t) => {
  const queues = emptyQueues(true)
  addDeliveries(queues, [pending('a2', 'a', 2), pending('a4', 'a', 4), pending('x', null, null)])
  const first = takeDelivery(queues) as PendingDelivery
  addDeliveries(queues, [pending('a3', 'a', 3)])
  t.equal(takeDelivery(queues)?.event, 'x', 'events of no member block nothing')
  t.equal(takeDelivery(queues), null)
  finishDelivery(queues, first, true)
  t.equal(takeDelivery(queues)?.event, 'a3')
})

t.test('many members are served in the order of their events', async (t) => {
  const queues = emptyQueues(true)
  const deliveries = Array.from({ length: 3_000 }, (_, i) => pending(`e${i}`, `m${i % 1_000}`, i))
  addDeliveries(queues, deliveries)
  const seen: number[] = []
  for (let one = takeDelivery(queues); one !== null; one = takeDelivery(queues)) {
    seen.push(one.sequence ?? -1)
    finishDelivery(queues, one, true)
  }
  t.same(
    seen,
    deliveries.map((one) => one.sequence),
  )
})

t.test('a queue does not skip events that are pending in the store', async (t) => {
  const queues = emptyQueues(true)
  const one = { ...pending('a1', 'a', 1) }
  addDeliveries(queues, [one])
  t.equal(takeDelivery(queues)?.event, 'a1')
  addDeliveries(queues, [
    { ...pending('a2', 'a', 2), waitsFor: 1 },
    { ...pending('a9', 'a', 9), waitsFor: 8 },
  ])
  t.same(finishDelivery(queues, one, true), [])
  const two = takeDelivery(queues) as PendingDelivery
  t.equal(two.event, 'a2')
  t.same(
    finishDelivery(queues, two, true).map((left) => left.event),
    ['a9'],
    '3 to 8 are pending in the store',
  )
})

t.test('what the store knows to have ended is forgotten, for any number of members', async (t) => {
  const queues = emptyQueues(true)
  for (let i = 0; i < 3_000; i += 1) {
    const one = pending(`e${i}`, `m${i}`, 1)
    addDeliveries(queues, [one])
    takeDelivery(queues)
    finishDelivery(queues, one, true)
    forgetFinished(queues, one)
  }
  t.equal(queues.finished.size, 0)
})

t.test(
  'an ended delivery is not forgotten while deliveries read before it are queued, nor through an earlier one',
  async (t) => {
    const queues = emptyQueues(true)
    const [one, two, three] = [
      pending('a1', 'a', 1),
      { ...pending('a2', 'a', 2), waitsFor: 1 },
      { ...pending('a3', 'a', 3), waitsFor: 2 },
    ]
    addDeliveries(queues, [one])
    takeDelivery(queues)
    addDeliveries(queues, [two])
    finishDelivery(queues, one, true)
    forgetFinished(queues, one)
    t.same(addDeliveries(queues, [three]), [], 'the first of the queue may still be sent')
    t.equal(takeDelivery(queues)?.event, 'a2')
    t.same(finishDelivery(queues, two, true), [])
    t.equal(takeDelivery(queues)?.event, 'a3')
    forgetFinished(queues, one)
    t.equal(queues.finished.get('a'), 2)
    t.same(finishDelivery(queues, three, true), [])
    forgetFinished(queues, three)
    t.equal(queues.finished.size, 0)
  },
)
