import t from 'tap'
import { assignPartitions } from '../../../workers/fold/ownership/assign-partitions.js'
import { memberIn, orders } from '../../support/fold/fold-reader.js'
import { foldStack } from '../../support/fold/fold-stack.js'
import { startWorker } from '../../support/fold/fold-worker.js'
import { until } from '../../support/until.js'

const PARTITIONS = 2
const IDLE_MS = 50

t.test(
  'an idle cursor advanced during a hand-over does not pass messages that the last owner read and dropped',
  async (t) => {
    const stack = await foldStack(t, { partitions: PARTITIONS })
    const members = await stack.addMembers(8)
    const moves =
      [...assignPartitions(PARTITIONS, ['w1', 'w2'])].find(([, owner]) => owner === 'w2')?.[0] ?? 0
    const ann = memberIn(members, moves, PARTITIONS)
    await stack.send(ann, { n: 0 })
    await stack.send(ann, { n: 1 })
    const asked = stack.nc.subscribe('$JS.API.CONSUMER.INFO.SEGMENTS.*')
    let release = (): void => {}
    let held = false
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const first = await startWorker(t, stack, {
      name: 'w1',
      settings: { idleAdvanceMs: IDLE_MS, limits: { messages: 1 } },
      members: (real) => ({
        ...real,
        apply: async (commits) => {
          if (commits.some(({ messages }) => messages.length > 0)) {
            held = true
            await gate
          }
          return await real.apply(commits)
        },
      }),
    })
    await until(
      'the first message is being committed and the next one is read',
      () => held && first.status().partitions.find((one) => one.partition === moves)?.lag === 2,
    )
    // The session's progress is queried just before waiting for the commit under way.
    for await (const { subject } of asked) if (subject.includes(`.f-p${moves}-`)) break
    await stack.nc.flush()
    await startWorker(t, stack, { name: 'w2' })
    await until('the partition is being handed over', () =>
      first.status().partitions.every((one) => one.partition !== moves),
    )
    release()
    await until('both are folded', async () => (await orders(stack.pool)).get(ann)?.length === 2)
    t.same((await orders(stack.pool)).get(ann), [0, 1])
  },
)
