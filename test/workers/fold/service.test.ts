import t from 'tap'
import { IdsUnavailableError } from '../../../schemas/base/ids.js'
import { partitionOf } from '../../../schemas/stream/subjects.js'
import { noFoldMetrics } from '../../../workers/fold/fold-metrics.js'
import { inlineExecutor } from '../../../workers/fold/pool/inline-executor.js'
import { foldStack, nextBatch } from '../../support/fold/fold-stack.js'
import { startWorker } from '../../support/fold/fold-worker.js'
import { memberIn, orders, tally } from '../../support/fold/fold-reader.js'
import { smallRules } from '../../support/fold/small-rules.js'
import { untilParked } from '../../support/fold/parked.js'
import { until } from '../../support/until.js'

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i)

t.test("messages are folded once, in each member's order, many per transaction", async (t) => {
  const stack = await foldStack(t)
  const members = await stack.addMembers(20)
  const sizes: number[] = []
  let read = 0
  await Promise.all(
    members.map(async (member) => {
      for (const n of range(10)) await stack.send(member, { n }, { count: 3 })
    }),
  )
  await startWorker(t, stack, {
    name: 'w1',
    metrics: {
      ...noFoldMetrics,
      committed: ({ messages }) => {
        sizes.push(messages)
      },
      membersLoaded: (count) => {
        read += count
      },
    },
  })
  await until('all is folded', async () => (await tally(stack.pool)).raw === 200)
  t.same(
    [...(await orders(stack.pool)).values()],
    members.map(() => range(10)),
  )
  t.ok(Math.max(...sizes) > 10, `the largest transaction held ${Math.max(...sizes)} messages`)
  const live = members[0] ?? ''
  await stack.send(live, { n: 10 })
  await until(
    'a message published while the worker runs is folded',
    async () => (await tally(stack.pool)).raw === 201,
  )
  t.equal(read, 20, 'each member is loaded once and cached from then on')
  await until('the outbox is empty', async () => (await tally(stack.pool)).outbox === 0)
  const { segments, events } = await tally(stack.pool)
  t.same({ segments, events }, { segments: 601, events: 201 })
})

t.test('repeated batches are recognised by their id, whatever the order', async (t) => {
  const stack = await foldStack(t, { partitions: 1 })
  const [member = ''] = await stack.addMembers(1)
  const worker = await startWorker(t, stack, { name: 'w1' })
  const [older, newer, newest] = [nextBatch(), nextBatch(), nextBatch()]
  await stack.send(member, { n: 1 }, { batch: newer })
  await until('the newer one is folded', async () => (await orders(stack.pool)).get(member)?.includes(1))
  await stack.send(member, { n: 2 }, { batch: older })
  await stack.send(member, { n: 1 }, { batch: newer, id: 'again' })
  await stack.send(member, { n: 2 }, { batch: older, id: 'and again' })
  await stack.send(member, { n: 3 }, { batch: newest })
  await until('the newest one is folded', async () => (await orders(stack.pool)).get(member)?.includes(3))
  await worker.stop()
  for (const [n, batch] of [
    [3, newest],
    [2, older],
    [1, newer],
  ] as const)
    await stack.send(member, { n }, { batch, id: `${n} once more` })
  await stack.send(member, { n: 4 })
  await startWorker(t, stack, { name: 'w2' })
  await until('the last one is folded by the next worker', async () =>
    (await orders(stack.pool)).get(member)?.includes(4),
  )
  t.same((await orders(stack.pool)).get(member), [1, 2, 3, 4])
})

t.test('messages of a member that does not exist are kept as refused', async (t) => {
  const stack = await foldStack(t, { partitions: 1 })
  const [member = ''] = await stack.addMembers(1)
  await startWorker(t, stack, { name: 'w1' })
  await stack.send('777', { n: 1 })
  await stack.send(member, { n: 2 })
  await until('both are processed', async () => (await tally(stack.pool)).raw === 2)
  const { rows } = await stack.pool.query('select failed, refused from raw_batch order by seq')
  t.same(rows, [
    { failed: true, refused: true },
    { failed: false, refused: false },
  ])
})

t.test('a poison message parks its member; its neighbours go on', async (t) => {
  const stack = await foldStack(t, { partitions: 1 })
  const [ann = '', bob = ''] = await stack.addMembers(2)
  for (const n of range(6)) {
    await stack.send(ann, { n, fail: n === 2 })
    await stack.send(bob, { n })
  }
  await startWorker(t, stack, { name: 'w1' })
  await until('bob is folded', async () => (await orders(stack.pool)).get(bob)?.length === 6)
  await stack.send(ann, { n: 6 })
  await untilParked(stack.pool, 5)
  t.same((await orders(stack.pool)).get(ann), [0, 1])
  const { rows } = await stack.pool.query('select member_id, reason, error from parked_member')
  t.same(rows, [{ member_id: Number(ann), reason: 'fold', error: 'Error: message 2 was made to fail' }])
})

t.test('while no ids can be created, messages wait and no member is parked', async (t) => {
  const stack = await foldStack(t, { partitions: 1 })
  const [member = ''] = await stack.addMembers(1)
  let refusals = 0
  const executor = inlineExecutor({
    ...smallRules,
    *decide(...given: Parameters<typeof smallRules.decide>) {
      if (refusals++ < 3) throw new IdsUnavailableError('ids_paused')
      return yield* smallRules.decide(...given)
    },
  })
  await startWorker(t, stack, { name: 'w1', executor })
  for (const n of [1, 2]) await stack.send(member, { n })
  await until('both are folded', async () => (await orders(stack.pool)).get(member)?.includes(2))
  t.same((await orders(stack.pool)).get(member), [1, 2])
  t.ok(refusals > 3)
  t.same((await stack.pool.query('select * from parked_member')).rows, [])
})

t.test('a worker reports how many of its partitions are halted', async (t) => {
  const stack = await foldStack(t, { partitions: 2 })
  const worker = await startWorker(t, stack, { name: 'w1' })
  await until('it owns both', () => worker.status().partitions.length === 2)
  t.match(worker.status(), { assigned: 2, halted: 0 })
  await stack.pool.query("update partition_owner set status = 'HALTED_GAP' where partition = 1")
  await until('one is halted', () => worker.status().halted === 1)
  t.equal(worker.status().assigned, 2)
})

t.test('the server partitions members as partitionOf does', async (t) => {
  const stack = await foldStack(t, { partitions: 8 })
  const members = await stack.addMembers(64)
  await startWorker(t, stack, { name: 'w1' })
  for (const member of members) await stack.send(member, { n: 0 })
  await until('all is folded', async () => (await tally(stack.pool)).raw === 64)
  const { rows } = await stack.pool.query<{ member_id: number; partition: number }>(
    'select member_id, partition from raw_batch',
  )
  t.ok(
    rows.every(
      ({ member_id: member, partition }) =>
        partition === partitionOf(String(member), { slices: 1_024, partitions: 8 }),
    ),
  )
  t.equal(typeof memberIn(members, 3, 8), 'string')
})

t.test('how far a partition is folded is reported, and never too early', async (t) => {
  const stack = await foldStack(t, { partitions: 1 })
  const [ann = ''] = await stack.addMembers(1)
  const reported = async () =>
    (
      await stack.pool.query<{ lag: number | null; to: Date | null }>(
        'select lag, folded_to as to from partition_state',
      )
    ).rows[0]!
  const before = Date.now()
  for (const n of [0, 1, 2]) await stack.send(ann, { n })
  let release = (): void => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  await startWorker(t, stack, {
    name: 'w1',
    members: (real) => ({
      ...real,
      load: async (...asked) => {
        await gate
        return await real.load(...asked)
      },
    }),
  })
  await until('messages in hand are reported as lag', async () => (await reported()).lag === 3)
  t.equal((await reported()).to, null)
  release()
  await until('no lag is left', async () => (await reported()).lag === 0)
  t.ok((await reported()).to!.getTime() >= before)
})
