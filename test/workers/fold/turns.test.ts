import t from 'tap'
import { Stopped } from '../../../workers/fold/failure.js'
import { turns } from '../../../workers/fold/turns.js'

const never = new AbortController().signal

t.test('a turn alone waits for the others, and the others for it', async (t) => {
  const shared = turns(2)
  const told: string[] = []
  const first = await shared.enter(never)
  const alone = shared.enter(never, { alone: true }).then((leave) => {
    told.push('alone')
    return leave
  })
  const later = shared.enter(never).then((leave) => {
    told.push('later')
    return leave
  })
  first()
  const leaveAlone = await alone
  t.same(told, ['alone'])
  leaveAlone()
  ;(await later)()
  t.same(told, ['alone', 'later'])
})

t.test('a turn that hangs holds up neither who wants to be alone nor those behind', async (t) => {
  const shared = turns(2)
  await shared.enter(never)
  const alone = shared.enter(never, { alone: true })
  const behind = shared.enter(never)
  const leave = await alone
  leave()
  const leaveBehind = await behind
  leaveBehind()
  ;(await shared.enter(never))()
  t.pass('all had their turn')
})

t.test('who is told to stop leaves the queue, and the next one goes', async (t) => {
  const shared = turns(1)
  const first = await shared.enter(never)
  const stopping = new AbortController()
  const stopped = shared.enter(stopping.signal)
  const next = shared.enter(never)
  stopping.abort()
  await t.rejects(stopped, new Stopped())
  first()
  ;(await next)()
  await t.rejects(shared.enter(stopping.signal), new Stopped())
  ;(await shared.enter(never))()
})

t.test('more than may always have a turn have one as long as little is in hand', async (t) => {
  const shared = turns(2, 10)
  const had: number[] = []
  const enter = async (weight: number): Promise<() => void> =>
    await shared.enter(never, { weigh: () => weight }).then((leave) => {
      had.push(weight)
      return leave
    })
  const [leaveFour] = await Promise.all([enter(4), enter(5), enter(3)])
  const seven = enter(7)
  const one = enter(1)
  await shared.enter(AbortSignal.abort()).catch(() => undefined)
  t.same(had, [4, 5, 3], 'nine in hand leave room for one more, twelve for none')
  leaveFour()
  const leaveSeven = await seven
  t.same(had, [4, 5, 3, 7])
  leaveSeven()
  ;(await one)()
  t.same(had, [4, 5, 3, 7, 1])
})

t.test('what is heavy alone does not keep a second one waiting', async (t) => {
  const shared = turns(2, 10)
  await shared.enter(never, { weigh: () => 200 })
  await shared.enter(never, { weigh: () => 200 })
  t.equal(
    await Promise.race([
      shared.enter(never).then(() => 'in'),
      new Promise((resolve) =>
        setTimeout(() => {
          resolve('waits')
        }, 20),
      ),
    ]),
    'waits',
  )
})
