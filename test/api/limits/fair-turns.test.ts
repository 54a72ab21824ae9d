import t from 'tap'
import { fairTurns } from '../../../api/limits/fair-turns.js'

t.test('a client that sends one batch does not wait for the hundreds of another', async (t) => {
  const turns = fairTurns(4)
  const order: string[] = []
  const send = async (client: string, member = '1'): Promise<void> => {
    await turns.next({ client, member }, 100)
    order.push(client)
  }
  const flood = Array.from({ length: 300 }, async () => {
    await send('flood')
  })
  await send('other')
  t.ok(order.indexOf('other') < 10, `after ${order.indexOf('other')} of the flood`)
  let isReached = false
  setImmediate(() => {
    isReached = true
  })
  await new Promise(setImmediate)
  t.ok(isReached && order.length < 30, 'other work runs between the turns')
  await Promise.all(flood)
  t.equal(order.length, 301)
})

t.test('few batches are handled immediately', async (t) => {
  const turns = fairTurns(4)
  let turned = false
  setImmediate(() => {
    turned = true
  })
  for (let n = 0; n < 3; n += 1) await turns.next({ client: 'one', member: '1' }, 100)
  t.equal(turned, false, 'without a turn of the event loop')
  await new Promise(setImmediate)
  await turns.next({ client: 'one', member: '1' }, 100)
})

t.test('a turn of the event loop has one large batch', async (t) => {
  const turns = fairTurns(4)
  let begun = 0
  const sent = ['one', 'one', 'two', 'three'].map(async (client) => {
    await turns.next({ client, member: '1' }, 1_000_000)
    begun += 1
  })
  const perTurn: number[] = []
  while (begun < sent.length) {
    await new Promise(setImmediate)
    perTurn.push(begun)
  }
  t.same(perTurn, [2, 3, 4], 'the first begins immediately')
  await Promise.all(sent)
})

t.test('a member does not wait for the hundreds of another member of the same application', async (t) => {
  const turns = fairTurns(4)
  let begun = 0
  const flood = Array.from({ length: 300 }, async () => {
    await turns.next({ client: 'app', member: 'busy' }, 100)
    begun += 1
  })
  await turns.next({ client: 'app', member: 'other' }, 100)
  t.ok(begun < 10, `after ${begun} of the other`)
  await Promise.all(flood)
})

t.test('eight large batches of a member wait, a further one is refused', async (t) => {
  const turns = fairTurns(4)
  const ask = async (member: string): Promise<void> => {
    await turns.next({ client: 'app', member }, 1_000_000)
  }
  const outcomes = await Promise.allSettled([...Array(10).fill('busy'), 'other'].map(ask))
  t.same(
    outcomes.map(({ status }) => status === 'fulfilled'),
    [...Array(9).fill(true), false, true],
  )
  t.match((outcomes[9] as PromiseRejectedResult).reason, { code: 'rate_limited', retryAfter: 1 })
})

t.test('held turns begin nothing, but not for ever', async (t) => {
  const turns = fairTurns(4)
  const begun: number[] = []
  let turn = 0
  const all = Array.from({ length: 12 }, async () => {
    await turns.next({ client: 'app', member: 'one' }, 100)
    begun.push(turn)
  })
  for (; begun.length < 12; turn += 1) {
    turns.hold()
    await new Promise(setImmediate)
  }
  await Promise.all(all)
  const [first, second] = [...new Set(begun.slice(4))]
  t.ok(first! >= 60 && second! - first! >= 60, `in turns ${[...new Set(begun)].join()}`)
  turns.hold()
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  let turned = false
  setImmediate(() => {
    turned = true
  })
  await turns.next({ client: 'app', member: 'one' }, 100)
  t.equal(turned, false, 'and is over when nobody holds')
})
