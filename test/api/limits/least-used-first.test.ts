import t from 'tap'
import { budget, holder } from '../../../api/limits/budget.js'
import { leastUsedFirst } from '../../../api/limits/least-used-first.js'

const setUp = (atOnce: number, waiting: number) => {
  const had = budget({ perSecond: 0.001, burst: 1, now: () => 0 })
  const run = leastUsedFirst({ atOnce, waiting, had })
  const done: string[] = []
  const ask = async (who: string, headStart = 0): Promise<void> => {
    await run({ holders: [holder(who)], headStart }, async () => {
      await new Promise(setImmediate)
      done.push(who)
    })
  }
  return { ask, done }
}

t.test('who has had least is next, in any order of arrival', async (t) => {
  const { ask, done } = setUp(1, 100)
  const guesses = Array.from({ length: 30 }, async (_, n) => {
    await ask(`guesser ${n % 3}`)
  })
  await ask('owner')
  t.same(done, ['guesser 0', 'guesser 1', 'guesser 2', 'owner'])
  await Promise.all(guesses)
  t.equal(done.length, 31)
})

t.test('a known device goes before strangers, unless it has had many', async (t) => {
  const { ask, done } = setUp(1, 100)
  const works = [ask('running'), ask('stranger'), ask('device', 2), ask('device', 2), ask('device', 2)]
  await Promise.all(works)
  t.same(done, ['running', 'device', 'device', 'stranger', 'device'])
})

t.test('beyond what may wait, who has had most is refused', async (t) => {
  const { ask, done } = setUp(1, 2)
  await ask('greedy')
  const works = ['running', 'greedy', 'one', 'two', 'three'].map(async (who) => {
    await ask(who)
  })
  const outcomes = await Promise.allSettled(works)
  t.same(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'rejected'],
  )
  t.match((outcomes[1] as PromiseRejectedResult).reason, { code: 'rate_limited', retryAfter: 5 })
  t.same(done, ['greedy', 'running', 'one', 'two'])
})

t.test('a failure frees its place', async (t) => {
  const had = budget({ perSecond: 1, burst: 1, now: () => 0 })
  const run = leastUsedFirst({ atOnce: 1, waiting: 1, had })
  const asking = { holders: [holder('one')], headStart: 0 }
  await t.rejects(
    run(asking, async () => {
      throw new Error('no hash')
    }),
    { message: 'no hash' },
  )
  t.equal(await run(asking, async () => 5), 5)
})
