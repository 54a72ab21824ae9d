/** `stream heal` on three servers while one partition is halted, the others fold, and publishers know of nothing. */
import t from 'tap'
import { KEPT } from '../faults/fault.js'
import { cli } from '../support/cli.js'
import { membersIn } from '../support/fold/fold-reader.js'
import { until } from '../support/until.js'
import { fallBack } from './fall-back.js'
import { foldUnderLoad } from './fold-under-load.js'
import { LAG_MS, laggingReplica, ledBy } from './lagging-replica.js'

t.setTimeout(300_000)

const PARTITIONS = 8
/** Messages of each member that the stream loses: more than the load sends until it is healed. */
const LOST = 500
/** A mismatch is confirmed for 25 s; the rest is for a busy machine. */
const HALT_MS = 45_000

t.test('nothing is lost, and each member keeps its order', async (t) => {
  const { cluster, stack, leader, replica } = await laggingReplica(t, { partitions: PARTITIONS })
  const at = await foldUnderLoad(t, stack, { members: 32 })
  await fallBack(t, stack, at, {
    beyond: membersIn(at.members, [0], PARTITIONS),
    count: LOST,
    dirs: cluster.dirs,
    stop: async () => {
      await Promise.all(cluster.dirs.map(async (_, server) => await cluster.stop(server)))
    },
    start: async () => {
      await Promise.all(cluster.dirs.map(async (_, server) => await cluster.start(server)))
    },
  })
  await ledBy(cluster, leader)

  cluster.delay(leader, replica, LAG_MS)
  const load = at.keepSending(at.members.slice(0, 16), 1_000)
  await at.startWorker()
  await until('the partition is halted', async () => (await at.halted()).length > 0, HALT_MS)
  t.same(await at.halted(), [0])
  const busy = at.keepSending(at.members.slice(16), 100)
  const healed = await cli(stack, 'stream', 'heal', '--because', 'the servers came back with older stores')
  t.equal(healed.code, 0, healed.out)
  t.comment(`${healed.out}${busy.acked.length} acknowledged meanwhile`)
  const before = load.acked.length
  await until('publishers are acknowledged again', () => load.acked.length > before + 16, 30_000)
  t.same(await at.verdict({ healed: true }), [], KEPT)
})
