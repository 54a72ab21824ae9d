import t from 'tap'
import type { Test } from 'tap'
import type { FoldTask, FoldExecutor } from '../../../../workers/ports.js'
import { inlineExecutor } from '../../../../workers/fold/pool/inline-executor.js'
import { threadPoolExecutor } from '../../../../workers/fold/pool/thread-pool.js'
import { smallRulesModule, threadProgram } from '../../../support/thread-modules.js'
import { silentLog } from '../../../support/silent-log.js'
import { message, stored, task } from '../../../support/fold/fold-tasks.js'
import { smallRules } from '../../../support/fold/small-rules.js'

const pool = (threads: number, log = silentLog(), taskTimeoutMs = 45_000): FoldExecutor =>
  threadPoolExecutor({
    threads,
    taskTimeoutMs,
    program: threadProgram('pool-thread'),
    rules: smallRulesModule(),
    input: null,
    log,
  })

const makers: Array<[string, () => FoldExecutor]> = [
  ['inline', () => inlineExecutor(smallRules)],
  ['in two threads', () => pool(2)],
]

for (const [name, make] of makers) {
  t.test(`the executor ${name}`, async (t) => {
    const executor = make()
    t.teardown(async () => {
      await executor.close()
    })
    const heads = async (...tasks: FoldTask[]) =>
      (await executor.fold(tasks)).map((outcome) =>
        outcome.is === 'folded' ? outcome.folded.head : outcome.is,
      )

    await t.test('continues from the cached state', async (t: Test) => {
      t.equal(executor.cached('1', '1.1'), null)
      t.same(await heads(task('1', stored('1', [9]), [message(2)]), task('2', stored('2'), [message(3)])), [
        '[9,2]',
        '[3]',
      ])
      t.same(executor.cached('1', '1.1'), { appliedSeq: 2, newestBatch: 2 })
      t.same(await heads(task('2', null, [message(4)]), task('1', null, [message(5), message(6)])), [
        '[3,4]',
        '[9,2,5,6]',
      ])
    })

    await t.test('never uses state cached for another owner', async (t) => {
      t.equal(executor.cached('1', '1.2'), null)
      t.same(await heads(task('1', null, [message(7)], '1.2')), ['needsState'])
      t.same(await heads(task('1', stored('1', [1]), [message(7)], '1.2')), ['[1,7]'])
    })

    await t.test('a member that fails leaves the cache, its neighbours are folded', async (t) => {
      t.same(
        await heads(task('2', null, [message(8, { fail: true })]), task('1', null, [message(8)], '1.2')),
        ['failed', '[1,7,8]'],
      )
      t.equal(executor.cached('2', '1.1'), null)
    })

    await t.test('invalidated members leave the cache', async (t) => {
      executor.invalidate({ ownerTag: '1.2' })
      t.equal(executor.cached('1', '1.2'), null)
      t.same(await heads(task('1', null, [message(9)], '1.2')), ['needsState'])
    })
  })
}

t.test(
  'a crashed thread: the task that caused it fails, the others are folded, and the log has the cause',
  async (t) => {
    const log = silentLog()
    const executor = pool(1, log)
    t.teardown(async () => {
      await executor.close()
    })
    const outcomes = await executor.fold([
      task('1', stored('1'), [message(1)]),
      task('2', stored('2'), [message(1, { leave: true })]),
      task('3', stored('3'), [message(1)]),
    ])
    t.same(
      outcomes.map((outcome) => outcome.is),
      ['folded', 'failed', 'folded'],
    )
    t.match(log.lines, [
      {
        level: 'warn',
        fields: { error: { message: /exited with code: 7/ }, members: 3 },
        message: /fold thread crashed/,
      },
    ])
  },
)

t.test('a task that hangs fails, and tasks that wait behind it are folded', async (t) => {
  const executor = pool(1, silentLog(), 1_500)
  t.teardown(async () => {
    await executor.close()
  })
  const answers = await Promise.all([
    executor.fold([
      task('1', stored('1'), [message(1)]),
      task('2', stored('2'), [message(1, { hang: true })]),
    ]),
    executor.fold([task('3', stored('3'), [message(1)])]),
  ])
  t.match(answers, [
    [{ is: 'folded' }, { is: 'failed', error: 'fold thread crashed: a task took more than 1500 ms' }],
    [{ is: 'folded' }],
  ])
})

t.test(
  'a member that takes long in the main thread holds up neither timers nor other partitions',
  async (t) => {
    const busyFor = (ms: number): void => {
      const end = performance.now() + ms
      while (performance.now() < end);
    }
    const executor = inlineExecutor({
      ...smallRules,
      *decide(state, messages, now) {
        for (let i = 0; state.id === '1' && i < 100; i++) {
          busyFor(2)
          yield
        }
        return yield* smallRules.decide(state, messages, now)
      },
    })
    const done: string[] = []
    const large = executor.fold([task('1', stored('1'), [message(2)])]).then(() => done.push('large'))
    const timer = new Promise<void>((resolve) => setTimeout(resolve, 1)).then(() => done.push('timer'))
    const small = executor.fold([task('2', stored('2'), [message(3)])]).then(() => done.push('small'))
    await Promise.all([large, timer, small])
    t.equal(done.at(-1), 'large', done.join(', '))
  },
)
