/** One of three copies of the stream lags, and the read sessions of some partitions are served from it. */
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { KEPT } from '../faults/fault.js'
import { cli } from '../support/cli.js'
import { foldUnderLoad } from './fold-under-load.js'
import { LAG_MS, laggingReplica } from './lagging-replica.js'

t.setTimeout(300_000)

t.test('the number of partitions is doubled: every batch is folded once and in order', async (t) => {
  const { cluster, stack, meta, leader, replica } = await laggingReplica(t, { partitions: 32 })
  const at = await foldUnderLoad(t, stack, { members: 256, natsUrl: cluster.urls[leader] ?? '' })
  await Promise.all([at.startWorker(), at.startWorker()])
  const load = at.keepSending(at.members, 1_000)
  await delay(3_000)
  // It hears of changes to the stream later than of messages.
  cluster.delay(meta, replica, LAG_MS)
  const before = load.acked.length
  const changed = await cli(stack, 'partitions', '64')
  t.equal(changed.code, 0, changed.out)
  await delay(2 * LAG_MS)
  cluster.delay(meta, replica, 0)
  t.comment(`${load.acked.length - before} acknowledged meanwhile`)
  t.same(await at.verdict(), [], KEPT)
})

t.test('idle cursors advance and their owners are killed: no batch is passed over', async (t) => {
  const { cluster, stack, leader, replica } = await laggingReplica(t, { partitions: 8 })
  const at = await foldUnderLoad(t, stack, {
    members: 16,
    // By default once a minute.
    settings: { idleAdvanceMs: 500 },
  })
  await Promise.all([at.startWorker(), at.startWorker()])
  cluster.delay(leader, replica, LAG_MS)
  at.keepSending(at.members, 2_000)
  for (let i = 0; i < 3; i++) {
    await delay(4_000)
    await at.kill(at.randomWorker()[0])
    await at.startWorker()
  }
  await delay(2_000)
  cluster.delay(leader, replica, 0)
  t.same(await at.verdict(), [], KEPT)
})
