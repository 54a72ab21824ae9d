import t from 'tap'
import { StoppedError } from '../../../../workers/lib/errors.js'
import { fairSemaphore } from '../../../../workers/fold/step/fair-semaphore.js'

const never = new AbortController().signal

t.test('an exclusive holder waits for the others, and the others for it', async (t) => {
  const shared = fairSemaphore(2)
  const order: string[] = []
  const first = await shared.acquire(never)
  const alone = shared.acquire(never, { exclusive: true }).then((leave) => {
    order.push('alone')
    return leave
  })
  const later = shared.acquire(never).then((leave) => {
    order.push('later')
    return leave
  })
  first()
  const leaveAlone = await alone
  t.same(order, ['alone'])
  leaveAlone()
  ;(await later)()
  t.same(order, ['alone', 'later'])
})

t.test('a hung holder blocks neither an exclusive request nor the requests behind it', async (t) => {
  const shared = fairSemaphore(2)
  await shared.acquire(never)
  const alone = shared.acquire(never, { exclusive: true })
  const behind = shared.acquire(never)
  const leave = await alone
  leave()
  const leaveBehind = await behind
  leaveBehind()
  ;(await shared.acquire(never))()
  t.pass('every request was admitted')
})

t.test('an aborted request leaves the queue, and the next one is admitted', async (t) => {
  const shared = fairSemaphore(1)
  const first = await shared.acquire(never)
  const stopping = new AbortController()
  const stopped = shared.acquire(stopping.signal)
  const next = shared.acquire(never)
  stopping.abort()
  await t.rejects(stopped, new StoppedError())
  first()
  ;(await next)()
  await t.rejects(shared.acquire(stopping.signal), new StoppedError())
  ;(await shared.acquire(never))()
})

t.test('more holders are admitted while the total weight is low', async (t) => {
  const shared = fairSemaphore(2, 10)
  const had: number[] = []
  const enter = async (weight: number): Promise<() => void> =>
    await shared.acquire(never, { weight: () => weight }).then((leave) => {
      had.push(weight)
      return leave
    })
  const [leaveFour] = await Promise.all([enter(4), enter(5), enter(3)])
  const seven = enter(7)
  const one = enter(1)
  await shared.acquire(AbortSignal.abort()).catch(() => undefined)
  t.same(had, [4, 5, 3], 'a weight of nine leaves room for one more holder, twelve for none')
  leaveFour()
  const leaveSeven = await seven
  t.same(had, [4, 5, 3, 7])
  leaveSeven()
  ;(await one)()
  t.same(had, [4, 5, 3, 7, 1])
})

t.test('one heavy holder does not block a second one', async (t) => {
  const shared = fairSemaphore(2, 10)
  await shared.acquire(never, { weight: () => 200 })
  await shared.acquire(never, { weight: () => 200 })
  t.equal(
    await Promise.race([
      shared.acquire(never).then(() => 'in'),
      new Promise((resolve) =>
        setTimeout(() => {
          resolve('waits')
        }, 20),
      ),
    ]),
    'waits',
  )
})
