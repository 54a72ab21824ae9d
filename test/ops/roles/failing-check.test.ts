import { Registry } from 'prom-client'
import t from 'tap'
import { partitionMetrics } from '../../../ops/metrics/fold.js'
import { failingCheck } from '../../../ops/roles/failing-check.js'
import { ongoingFailures, type OngoingFailure } from '../../../workers/lib/ongoing-failures.js'
import { retriedLoops } from '../../../workers/lib/retried-loops.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'

const commitCheck = (failing: OngoingFailure<number>[]): string =>
  failingCheck(failing, (partition) => `the commit of partition ${partition} has been failing`)

t.test('a commit that has been failing for a minute shows in readiness and metrics', async (t) => {
  let now = 0
  const health = ongoingFailures<number>(() => now)
  const registry = new Registry()
  partitionMetrics(registry, () => ({
    worker: 'w1',
    joined: true,
    workers: ['w1'],
    assigned: 2,
    halted: 0,
    partitions: [],
    failing: health.failing(),
  }))
  const metric = async (): Promise<string[]> =>
    (await registry.metrics()).split('\n').filter((line) => /^tripfold_fold_commit_failing/.test(line))

  t.equal(commitCheck(health.failing()), 'ok')
  t.same(await metric(), [])
  health.failed(3, new Error('canceling statement due to statement timeout'))
  now = 30_000
  health.failed(1, new Error('no row at all'))
  now = 59_999
  t.equal(commitCheck(health.failing()), 'ok')
  now = 61_000
  health.failed(3, new Error('still too slow'))
  t.equal(
    commitCheck(health.failing()),
    'the commit of partition 3 has been failing for 61 s: still too slow',
  )
  t.same(await metric(), [
    'tripfold_fold_commit_failing_seconds{partition="3"} 61',
    'tripfold_fold_commit_failing_seconds{partition="1"} 31',
  ])
  health.cleared(3)
  t.equal(commitCheck(health.failing()), 'ok')
  health.cleared(1)
  t.same(await metric(), [])
})

t.test('a worker that has failed to claim for a minute says so and why, until it succeeds', async (t) => {
  let now = 0
  let error: Error | null = new Error('permission denied for table callback_due')
  const warnings: string[] = []
  const log = { ...silentLog(), warn: (_fields: unknown, message: string) => warnings.push(message) }
  const stopping = new AbortController()
  const loops = retriedLoops(log, stopping.signal, () => now)
  // Done once a minute: it is not failing while it waits for the next time.
  const step = async (): Promise<number> => {
    await new Promise(setImmediate)
    if (error !== null) throw error
    return 60_000
  }
  const ended = Promise.all([
    loops.repeat('callbacks not claimed', step),
    loops.repeat('claims not renewed', async () => {
      await new Promise(setImmediate)
      return 0
    }),
  ])
  await until('it has failed twice', () => warnings.length > 1)
  t.equal(warnings[0], 'callbacks not claimed; will retry')
  now = 59_999
  t.equal(
    failingCheck(loops.failing(), (failure) => failure),
    'ok',
  )
  now = 75_000
  t.equal(
    failingCheck(loops.failing(), (failure) => failure),
    'callbacks not claimed for 75 s: permission denied for table callback_due',
    'since the first failure',
  )
  error = null
  await until('it has succeeded', () => failingCheck(loops.failing(), (failure) => failure) === 'ok')
  stopping.abort()
  await ended
})
