import t from 'tap'
import { Stopped } from '../../../workers/fold/failure.js'
import { turns } from '../../../workers/fold/turns.js'

const never = new AbortController().signal

t.test('a turn alone waits for the others, and the others for it', async t => {
  const shared = turns(2)
  const told: string[] = []
  const first = await shared.enter(never)
  const alone = shared.enter(never, true).then(leave => { told.push('alone'); return leave })
  const later = shared.enter(never).then(leave => { told.push('later'); return leave })
  first()
  const leaveAlone = await alone
  t.same(told, ['alone'])
  leaveAlone()
  ;(await later)()
  t.same(told, ['alone', 'later'])
})

t.test('a turn that hangs holds up neither who wants to be alone nor those behind', async t => {
  const shared = turns(2)
  await shared.enter(never)
  const alone = shared.enter(never, true)
  const behind = shared.enter(never)
  const leave = await alone
  leave()
  const leaveBehind = await behind
  leaveBehind()
  ;(await shared.enter(never))()
  t.pass('all had their turn')
})

t.test('who is told to stop leaves the queue, and the next one goes', async t => {
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
