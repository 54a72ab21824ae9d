import { Registry } from 'prom-client'
import t from 'tap'
import { partitionMetrics } from '../../../ops/metrics/fold.js'
import { commitCheck } from '../../../ops/roles/commit-check.js'
import { commitHealth } from '../../../workers/fold/step/commit-health.js'

t.test('a commit that has been failing for a minute shows in readiness and metrics', async (t) => {
  let now = 0
  const health = commitHealth(() => now)
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
