import t from 'tap'
import type { StoredMember } from '../../../../schemas/stream/fold-result.js'
import type { FoldTask } from '../../../../workers/ports.js'
import { SandboxCrashed, sandboxExecutor } from '../../../../workers/fold/poison/sandbox.js'
import type { SmallBody } from '../../../support/fold/small-rules.js'

const RULES = new URL('../../../support/fold/small-rules-module.ts', import.meta.url).href
const stored = (id: string): StoredMember => ({
  id,
  profile: '{}',
  head: '[]',
  sequence: 0,
  lastSeq: 0,
  segments: [],
  trips: [],
  accounts: [],
})
const task = (member: string, body: Partial<SmallBody> = {}): FoldTask => ({
  member,
  owner: '1.1',
  stored: stored(member),
  newest: 1,
  now: 5,
  messages: [
    {
      seq: 1,
      member,
      envelope: { v: 1, kind: 'segments', batch: '1', received: 0 },
      body: JSON.stringify({ n: 1, ...body }),
    },
  ],
})

t.test('a message that kills is told from one that does not, and nobody else dies of it', async (t) => {
  const trial = sandboxExecutor({ rules: RULES, input: null })
  t.teardown(async () => {
    await trial.close()
  })
  const outcomes = async (...tasks: FoldTask[]): Promise<string[]> =>
    (await trial.fold(tasks)).map((outcome) => outcome.is)
  t.same(await outcomes(task('1'), task('2', { fail: true })), ['folded', 'failed'])
  await t.rejects(
    trial.fold([task('1', { die: true })]),
    new SandboxCrashed('a process of its own ended with SIGKILL'),
  )
  t.same(await outcomes(task('1')), ['folded'], 'a new process takes its place')
  t.equal(trial.cached('1', '1.1'), null, 'it remembers nobody')
  const both = await Promise.allSettled([trial.fold([task('1', { die: true })]), trial.fold([task('2')])])
  t.same(
    both.map((one) => one.status),
    ['rejected', 'fulfilled'],
    'tasks handed in together do not share a fate',
  )
})

t.test('a message that never ends counts as one that kills', async (t) => {
  const trial = sandboxExecutor({ rules: RULES, input: null, timeoutMs: 3_000 })
  t.teardown(async () => {
    await trial.close()
  })
  await t.rejects(
    trial.fold([task('1', { hang: true })]),
    new SandboxCrashed('a process of its own did not answer for 3000 ms'),
  )
  t.match(await trial.fold([task('1')]), [{ is: 'folded' }])
})

t.test('a process that does not start says nothing of the message', async (t) => {
  const trial = sandboxExecutor({ rules: new URL('./no-such-rules.ts', import.meta.url).href, input: null })
  t.teardown(async () => {
    await trial.close()
  })
  const error = await trial.fold([task('1')]).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  t.match(error, { message: 'the process for trials did not start' })
  t.notOk(error instanceof SandboxCrashed)
})
