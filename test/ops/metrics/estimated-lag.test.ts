/** The backlog of partitions without an owner is reported. */
import t from 'tap'
import { serviceStatus } from '../../../db/operator/service-status.js'
import { sharesOfStream, withEstimatedLag } from '../../../ops/metrics/estimated-lag.js'
import { streamManager } from '../../../workers/stream/setup.js'
import { partitionBacklog } from '../../../workers/stream/partition-backlog.js'
import { foldStack } from '../../support/fold/fold-stack.js'
import { startWorker } from '../../support/fold/fold-worker.js'
import { orders } from '../../support/fold/fold-reader.js'
import { until } from '../../support/until.js'

t.test('the lag of a partition without an owner is counted in the stream after its cursor', async (t) => {
  const stack = await foldStack(t, { partitions: 4 })
  const [ann = '', bob = ''] = await stack.addMembers(2)
  const lag = async (): Promise<number> => {
    const view = await withEstimatedLag(
      await serviceStatus(stack.pool),
      async (stale, partitions) => await partitionBacklog(stack.nc, stale, partitions),
    )
    return view.partitions.reduce((sum, one) => sum + (one.lag ?? 0), 0)
  }
  const first = await startWorker(t, stack, { name: 'w1' })
  await stack.send(ann, { n: 0 })
  await until('it is folded', async () => (await orders(stack.pool)).get(ann)?.length === 1)
  await first.stop()
  t.equal(await lag(), 0)
  for (const n of [1, 2, 3]) await stack.send(ann, { n })
  await stack.send(bob, { n: 0 })
  t.equal(await lag(), 4)
  t.equal(
    (await (await streamManager(stack.nc)).consumers.list('SEGMENTS').next()).length,
    0,
    'counting leaves no consumer',
  )
  await startWorker(t, stack, { name: 'w2' })
  await until('everything is folded', async () => (await lag()) === 0)
})

t.test('without reading, what may wait is the share of the stream, and never less than was reported', (t) => {
  const one = (partition: number, cursor: number, lag: number | null) => ({
    ...{ partition, cursor, lag, owner: null, status: 'ok', lagAge: 60, lastHalt: null, haltAge: null },
  })
  const stale = [one(0, 1_000, null), one(1, 999, 0), one(2, 600, 7), one(3, 600, 150), one(4, 1_100, 0)]
  t.same(
    [...sharesOfStream(stale, 4, 1_000)],
    [
      [0, 0],
      [1, 1],
      [2, 100],
      [3, 150],
      [4, 0],
    ],
  )
  t.end()
})

t.test('if counting fails, the reported lags remain', async (t) => {
  const view = {
    partitions: [
      {
        partition: 0,
        owner: null,
        status: 'ok',
        cursor: 5,
        lag: 7,
        lagAge: 60,
        lastHalt: null,
        haltAge: null,
      },
    ],
    workers: 0,
    processes: [],
    lostMessages: 0,
    auditAge: 1,
    parkedMembers: 0,
    parkedMessages: 0,
    oldestParked: null,
    outbox: 0,
    quarantined: [],
    fanOutWaiting: 0,
    fanOutAge: null,
    jobWaiting: null,
  }
  t.same(
    await withEstimatedLag(view, async () => {
      throw new Error('NATS is unreachable')
    }),
    view,
  )
})
