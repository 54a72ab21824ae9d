import t from 'tap'
import type { Id } from '../../../../schemas/base/ids.js'
import { orders, tally } from '../../../support/fold/fold-reader.js'
import { foldStack, nextBatch } from '../../../support/fold/fold-stack.js'
import { startWorker } from '../../../support/fold/fold-worker.js'
import { until } from '../../../support/until.js'

t.test('the store is asked only for batches that are not newer than all of their member', async (t) => {
  const stack = await foldStack(t, { partitions: 1 })
  const [ann = ''] = await stack.addMembers(1)
  const asked: Id[] = []
  let folded = 0
  const start = async (name: string) =>
    await startWorker(t, stack, {
      name,
      members: (real) => ({
        ...real,
        appliedBatches: async (batches) => {
          asked.push(...batches.map((one) => one.batch))
          return await real.appliedBatches(batches)
        },
      }),
    })
  const isFolded = async (): Promise<boolean> =>
    (await stack.pool.query('select from partition_state where cursor = $1', [folded])).rowCount === 1
  const send = async (n: number, batch: string, id = batch): Promise<void> => {
    folded = (await stack.send(ann, { n }, { batch, id })).seq
    await until('it is folded', isFolded)
  }

  const first = nextBatch()
  const before = await start('w1')
  await send(0, first)
  t.same(asked, [], 'the first batch of a member that is loaded')
  await before.stop()
  await start('w2')
  await send(1, nextBatch())
  t.same(asked, [], 'a new batch of a member that is loaded')
  await send(0, first, 'again')
  t.same(asked, [first], 'an older batch of a member in memory')
  t.same((await orders(stack.pool)).get(ann), [0, 1], 'the repeated batch is not folded again')
  t.equal((await tally(stack.pool)).raw, 2)
})
