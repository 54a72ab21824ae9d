import t from 'tap'
import { findParkedMember, listParkedMembers } from '../../../../db/operator/dead-letter-admin.js'
import { streamManager } from '../../../../workers/stream/setup.js'
import { foldStack } from '../../../support/fold/fold-stack.js'
import { startWorker } from '../../../support/fold/fold-worker.js'
import { orders } from '../../../support/fold/fold-reader.js'
import { runDeadLetterCommand, untilParked } from '../../../support/fold/parked.js'
import { until } from '../../../support/until.js'

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i)

t.test('a dead letter is published for a parked member, and for nobody else', async (t) => {
  const stack = await foldStack(t, { partitions: 1 })
  const [ann = '', bob = ''] = await stack.addMembers(2)
  await startWorker(t, stack, { name: 'w1' })
  await stack.send(bob, { n: 0 })
  const { seq } = await stack.send(ann, { n: 0, fail: true })
  const jsm = await streamManager(stack.nc)
  const letter = await until('the dead letter is published', async () => {
    const info = await jsm.streams.info('DLQ')
    return info.state.messages === 1
      ? await jsm.streams.getMessage('DLQ', { last_by_subj: `dlq.seg.0.${ann}` })
      : null
  })
  t.match(
    {
      reason: letter.header.get('Dlq-Reason'),
      class: letter.header.get('Dlq-Class'),
      seq: letter.header.get('Dlq-Seq'),
      version: letter.header.get('Dlq-Version'),
    },
    { reason: 'Error: message 0 was made to fail', class: 'fold', seq: String(seq), version: 'test' },
  )
  t.match(await listParkedMembers(stack.pool), [{ member: ann, partition: 0, since: seq, waiting: 1 }])
})

t.test(
  'replay that skips the culprit folds the waiting messages in order and unparks the member',
  async (t) => {
    const stack = await foldStack(t, { partitions: 1 })
    const [ann = ''] = await stack.addMembers(1)
    await startWorker(t, stack, { name: 'w1' })
    const sent = []
    for (const n of range(120)) sent.push(await stack.send(ann, { n, fail: n === 3 }))
    await untilParked(stack.pool, 117)
    const culprit = sent[3]?.seq ?? 0
    t.match(
      await runDeadLetterCommand(stack.pool, ann, 'try', [culprit]),
      /^all 116 messages would be folded, 1 skipped/,
    )
    t.same((await orders(stack.pool)).get(ann), [0, 1, 2], 'a dry run saves nothing')
    t.match(await runDeadLetterCommand(stack.pool, ann, 'replay', [culprit]), /^116 folded, 1 skipped/)
    await stack.send(ann, { n: 120 })
    await until('the next one is folded too', async () => (await orders(stack.pool)).get(ann)?.includes(120))
    t.same((await orders(stack.pool)).get(ann), [0, 1, 2, ...range(117).map((n) => n + 4)])
    t.equal(await findParkedMember(stack.pool, ann), null)
  },
)

t.test('replay that does not skip the culprit folds up to it and parks the member again', async (t) => {
  const stack = await foldStack(t, { partitions: 1 })
  const [ann = ''] = await stack.addMembers(1)
  await startWorker(t, stack, { name: 'w1' })
  const sent = []
  for (const n of range(6)) sent.push(await stack.send(ann, { n, fail: n === 1 || n === 4 }))
  await untilParked(stack.pool, 5)
  t.match(
    await runDeadLetterCommand(stack.pool, ann, 'replay', [sent[1]?.seq ?? 0]),
    new RegExp(`^${sent[4]?.seq} failed again`),
  )
  t.same((await orders(stack.pool)).get(ann), [0, 2, 3])
  const dead = await findParkedMember(stack.pool, ann)
  t.match(dead?.member, { since: sent[4]?.seq, attempts: 2 })
  t.same(
    dead?.messages.map((one) => one.seq),
    [sent[4]?.seq, sent[5]?.seq],
  )
})

t.test('a dry run of many messages finds the one that fails', async (t) => {
  const stack = await foldStack(t, { partitions: 1 })
  const [ann = ''] = await stack.addMembers(1)
  await startWorker(t, stack, { name: 'w1' })
  const sent = []
  for (const n of range(130))
    sent.push(await stack.send(ann, { n, fail: n === 1 || n === 120, ...(n === 112 ? { needs: 5 } : {}) }))
  await untilParked(stack.pool, 129)
  const skip = sent[1]?.seq ?? 0
  t.match(
    await runDeadLetterCommand(stack.pool, ann, 'try', [skip]),
    new RegExp(`^${sent[120]?.seq} failed again .* 118 folded before it, 1 skipped`),
  )
  t.match(
    await runDeadLetterCommand(stack.pool, ann, 'try', [skip, sent[5]?.seq ?? 0]),
    new RegExp(`^${sent[112]?.seq} failed again .*needs 5.* 109 folded before it, 2 skipped`),
  )
  t.same((await orders(stack.pool)).get(ann), [0], 'nothing was saved')
  t.match(
    await runDeadLetterCommand(stack.pool, ann, 'replay', [skip]),
    new RegExp(`^${sent[120]?.seq} failed again .* 118 folded before it, 1 skipped`),
  )
  t.same(
    (await orders(stack.pool)).get(ann),
    range(120).filter((n) => n !== 1),
  )
})

t.test('drop removes the waiting messages and reports how many', async (t) => {
  const stack = await foldStack(t, { partitions: 1 })
  const [ann = ''] = await stack.addMembers(1)
  await startWorker(t, stack, { name: 'w1' })
  for (const n of range(4)) await stack.send(ann, { n, fail: n === 1 })
  await untilParked(stack.pool, 3)
  t.match(await runDeadLetterCommand(stack.pool, ann, 'drop'), /^3 messages dropped/)
  await stack.send(ann, { n: 9 })
  await until('the member continues', async () => (await orders(stack.pool)).get(ann)?.includes(9))
  t.same((await orders(stack.pool)).get(ann), [0, 9])
  const { rows } = await stack.pool.query('select command, reason, requested_by from operator_command')
  t.same(rows, [{ command: 'drop', reason: 'a test', requested_by: 'test' }], 'the command is kept')
})
