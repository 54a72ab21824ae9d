/** The broker comes back with an older stream: some cursors are beyond its end, the others fit. */
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { streamState } from '../../workers/stream/setup.js'
import { padded } from '../faults/journal.js'
import { KEPT } from '../faults/fault.js'
import { backlog, stored } from '../faults/oracle.js'
import { cli } from '../support/cli.js'
import { membersIn } from '../support/fold/fold-reader.js'
import { foldStackWithBroker, type FoldStackWithBroker } from '../support/fold/fold-stack.js'
import { ownNats } from '../support/servers.js'
import { until } from '../support/until.js'
import { fallBack } from './fall-back.js'
import { foldUnderLoad, type FoldUnderLoad } from './fold-under-load.js'

t.setTimeout(300_000)

/** A mismatch is confirmed for 25 s; the rest is for a busy machine. */
const HALT_MS = 45_000
/** Messages of partitions that fit are folded at once. */
const FOLD_MS = 10_000
const BECAUSE = 'the broker came back with an older store'

t.test('the partitions that it does not fit are halted; the others fold meanwhile', async (t) => {
  const stack = await foldStackWithBroker(t, { partitions: 8 })
  const at = await foldUnderLoad(t, stack, { members: 64 })
  const hurt = membersIn(at.members, [0, 3], 8)
  const healthy = membersIn(at.members, [1, 2, 4, 5, 6, 7], 8)
  await fallBackOne(t, stack, at, { beyond: hurt, count: 20 })

  await Promise.all([at.startWorker(), at.startWorker()])
  await at.send(hurt, 2)
  const load = at.keepSending(healthy, 1_000)
  await until(
    'partitions are halted',
    async () => {
      await delay(500)
      if ((await at.owners()).size < 2) throw new Error('a worker gave up all of its partitions')
      const due = load.acked.filter(({ received }) => received < Date.now() - FOLD_MS)
      const { messages } = await backlog(stack.databaseUrl, due)
      if (messages > 0)
        throw new Error(`${messages} of ${due.length} messages of healthy partitions are not folded`)
      return (await at.halted()).length === 2
    },
    HALT_MS,
  )
  t.same(await at.halted(), [0, 3])
  const seen = await cli(stack, 'stream')
  t.equal(seen.code, 1)
  t.match(seen.out, /partition 0 at \d+: HALTED_SEQ_REGRESSED\npartition 3 at \d+: HALTED_SEQ_REGRESSED\n/)

  await load.stop()
  const healed = await cli(stack, 'stream', 'heal', '--because', BECAUSE)
  t.equal(healed.code, 0, healed.out)
  t.match(healed.out, 'Resumed 2 partitions.')
  await at.send(at.members, 1)
  t.same(await at.verdict({ healed: true }), [], KEPT)
})

t.test('while it is nearly full nothing unfolded is trimmed, and healing keeps all of it', async (t) => {
  const stack = await foldStackWithBroker(t, { partitions: 2, maxBytes: 8 * 2 ** 20 })
  const at = await foldUnderLoad(t, stack, { members: 20 })
  const [member = ''] = at.members
  // All cursors are beyond what is accepted below.
  await fallBackOne(t, stack, at, { beyond: at.members, count: 10 })

  await at.send([member], 95, padded(72 * 1024))
  const { bytes, maxBytes, messages } = await streamState(stack.nc)
  t.ok(bytes > 0.8 * maxBytes, `${messages} messages, ${bytes} bytes`)
  const accepted = await stored(stack.nc)
  await at.startWorker()
  await until('the partitions are halted', async () => (await at.halted()).length === 2, HALT_MS)
  // The workers look at a stream that is nearly full every ten seconds.
  await delay(11_000)
  const left = await stored(stack.nc)
  t.equal([...accepted].filter((batch) => !left.has(batch)).length, 0, 'messages that were trimmed')

  const healed = await cli(stack, 'stream', 'heal', '--because', BECAUSE)
  t.equal(healed.code, 0, healed.out)
  t.same(await at.verdict({ healed: true }), [], KEPT)
})

async function fallBackOne(
  t: Test,
  stack: FoldStackWithBroker,
  at: FoldUnderLoad,
  cursors: { beyond: string[]; count: number },
): Promise<void> {
  const { natsDir: dir, natsPort: port } = stack
  await fallBack(t, stack, at, {
    ...cursors,
    dirs: [dir],
    stop: stack.stopNats,
    start: async () => {
      await stack.replaceNats(await ownNats(t, { dir, port }))
    },
  })
}
