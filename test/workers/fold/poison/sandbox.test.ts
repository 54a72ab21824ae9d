import t from 'tap'
import type { FoldTask } from '../../../../workers/ports.js'
import { SandboxCrashed, sandboxExecutor } from '../../../../workers/fold/poison/sandbox.js'
import { smallRulesModule, threadProgram } from '../../../support/thread-modules.js'
import { message, stored, task as taskOf } from '../../../support/fold/fold-tasks.js'
import type { SmallBody } from '../../../support/fold/small-rules.js'

const program = threadProgram('sandbox-process')
const rules = smallRulesModule()
const task = (member: string, body: Partial<SmallBody> = {}): FoldTask =>
  taskOf(member, stored(member), [message(1, body)])

t.test('only the message that crashes the sandbox is reported, and other tasks survive', async (t) => {
  const sandbox = sandboxExecutor({ program, rules, input: null })
  t.teardown(async () => {
    await sandbox.close()
  })
  const outcomes = async (...tasks: FoldTask[]): Promise<string[]> =>
    (await sandbox.fold(tasks)).map((outcome) => outcome.is)
  t.same(await outcomes(task('1'), task('2', { fail: true })), ['folded', 'failed'])
  await t.rejects(
    sandbox.fold([task('1', { die: true })]),
    new SandboxCrashed('the sandbox exited with SIGKILL'),
  )
  t.same(await outcomes(task('1')), ['folded'], 'a new process takes its place')
  t.equal(sandbox.cached('1', '1.1'), null, 'it caches no members')
  const both = await Promise.allSettled([sandbox.fold([task('1', { die: true })]), sandbox.fold([task('2')])])
  t.same(
    both.map((one) => one.status),
    ['rejected', 'fulfilled'],
    'requests made together do not share a fate',
  )
})

t.test('a message that never ends counts as a crash', async (t) => {
  const sandbox = sandboxExecutor({ program, rules, input: null, timeoutMs: 3_000 })
  t.teardown(async () => {
    await sandbox.close()
  })
  await t.rejects(
    sandbox.fold([task('1', { hang: true })]),
    new SandboxCrashed('the sandbox did not answer within 3000 ms'),
  )
  t.match(await sandbox.fold([task('1')]), [{ is: 'folded' }])
})

t.test('a sandbox that does not start does not blame the message', async (t) => {
  const sandbox = sandboxExecutor({
    program,
    rules: new URL('./no-such-rules.ts', import.meta.url).href,
    input: null,
  })
  t.teardown(async () => {
    await sandbox.close()
  })
  const error = await sandbox.fold([task('1')]).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  t.match(error, { message: 'the sandbox did not start' })
  t.notOk(error instanceof SandboxCrashed)
})
