import t from 'tap'
import { connect } from '../../../db/pg/connect.js'
import { partitionOf } from '../../../schemas/stream/subjects.js'
import { inlineExecutor } from '../../../workers/fold/pool/inline-executor.js'
import { noFoldMetrics } from '../../../workers/fold/fold-metrics.js'
import { foldStack, nextBatch, spawnWorker } from '../../support/fold/fold-stack.js'
import { startWorker } from '../../support/fold/fold-worker.js'
import { memberIn, orders, tally } from '../../support/fold/fold-reader.js'
import { proxy } from '../../support/proxy.js'
import { silentLog } from '../../support/silent-log.js'
import { smallRules, type SmallBody } from '../../support/fold/small-rules.js'
import { until } from '../../support/until.js'

/** A separate process starts slowly on a busy machine. */
const START_MS = 60_000

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

t.test('a batch that was accepted twice takes effect once and does not block the partition', async (t) => {
  const stack = await foldStack(t)
  const [member = ''] = await stack.addMembers(1)
  await startWorker(t, stack, { name: 'w1' })
  const batch = nextBatch()
  await stack.send(member, { n: 1 }, { batch, id: 'first' })
  const again = await stack.send(member, { n: 1 }, { batch, id: 'long after' })
  t.notOk(again.duplicate, 'the stream stored it as a new message')
  await stack.send(member, { n: 2 })
  await until('the third is folded', async () => (await orders(stack.pool)).get(member)?.includes(2))
  t.same((await orders(stack.pool)).get(member), [1, 2])
  t.same(await tally(stack.pool).then(({ raw, events }) => ({ raw, events })), { raw: 2, events: 2 })
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
  const { rows } = await stack.pool.query('select member_id, status, refusal from raw_batch order by seq')
  t.same(
    rows.map((row) => row.status),
    ['failed', 'processed'],
  )
  t.match(rows[0].refusal, /not_found/)
})

t.test('two workers share the partitions and hand them over', async (t) => {
  const stack = await foldStack(t)
  const members = await stack.addMembers(16)
  let sent = 0
  const sending = new AbortController()
  const load = (async () => {
    while (!sending.signal.aborted) {
      await stack.send(members[sent % 16] ?? '', { n: Math.floor(sent / 16) })
      sent += 1
    }
  })()
  const first = await startWorker(t, stack, { name: 'w1' })
  await until('the first worker has all partitions', () => first.status().partitions.length === 8)
  const second = await startWorker(t, stack, { name: 'w2' })
  await until(
    'each has half',
    () => first.status().partitions.length === 4 && second.status().partitions.length === 4,
  )
  const third = await startWorker(t, stack, { name: 'w3' })
  await until(
    'a third worker takes its share',
    () =>
      [first, second, third]
        .map((one) => one.status().partitions.length)
        .sort()
        .join() === '2,3,3',
  )
  await first.stop()
  await until(
    'the other workers take over',
    () => second.status().partitions.length === 4 && third.status().partitions.length === 4,
  )
  sending.abort()
  await load
  await until('all is folded', async () => (await tally(stack.pool)).raw === sent)
  for (const [member, order] of await orders(stack.pool))
    t.same(order, range(order.length), `the order of ${member}`)
  t.equal((await tally(stack.pool)).segments, sent)
})

t.test(
  'a worker killed while folding: another takes over within a second, nothing is lost or doubled',
  async (t) => {
    const stack = await foldStack(t)
    const members = await stack.addMembers(16)
    const first = spawnWorker(t, stack, 'w1')
    let sent = 0
    const sending = new AbortController()
    const load = (async () => {
      while (!sending.signal.aborted) {
        await Promise.all(
          members.map(async (member) => await stack.send(member, { n: sent / 16 }, { count: 2 })),
        )
        sent += 16
      }
    })()
    await until('it works', async () => (await tally(stack.pool)).raw > 200, START_MS)
    const second = await startWorker(t, stack, { name: 'w2' })
    await until('each has half', () => second.status().partitions.length === 4)
    first.child.kill('SIGKILL')
    await first.ended
    const from = performance.now()
    await until('the other worker has all partitions', () => second.status().partitions.length === 8)
    t.comment(`taken over after ${Math.round(performance.now() - from)} ms`)
    t.ok(performance.now() - from < 2_500, 'before its lease would have expired')
    sending.abort()
    await load
    await until('all is folded', async () => (await tally(stack.pool)).raw === sent)
    t.equal((await tally(stack.pool)).segments, 2 * sent)
    for (const [member, order] of await orders(stack.pool))
      t.same(order, range(sent / 16), `the order of ${member}`)
  },
)

t.test('a frozen worker that wakes up is fenced', async (t) => {
  const stack = await foldStack(t)
  const members = await stack.addMembers(8)
  const zombie = spawnWorker(t, stack, 'zombie')
  await stack.send(members[0] ?? '', { n: 0 })
  await until('it works', async () => (await tally(stack.pool)).raw === 1, START_MS)
  zombie.child.kill('SIGSTOP')
  await startWorker(t, stack, { name: 'w2' })
  for (const n of range(20)) for (const member of members) await stack.send(member, { n })
  await until('the other worker folds in its place', async () => (await tally(stack.pool)).raw === 161)
  zombie.child.kill('SIGCONT')
  for (const n of range(20)) for (const member of members) await stack.send(member, { n: n + 20 })
  await until('all is folded', async () => (await tally(stack.pool)).raw === 321)
  t.equal((await tally(stack.pool)).segments, 321)
  t.same((await orders(stack.pool)).get(members[1] ?? ''), range(40))
})

t.test(
  'a single worker that folds for longer than its lease keeps its partitions and commits the result',
  async (t) => {
    const stack = await foldStack(t)
    const [slow = '', other = ''] = await stack.addMembers(2)
    const log = silentLog()
    const rules: typeof smallRules = {
      ...smallRules,
      decide: (state, messages, now) => {
        for (const { body } of messages)
          if ((body as SmallBody).n % 2 === 1)
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_500)
        return smallRules.decide(state, messages, now)
      },
    }
    await startWorker(t, stack, { name: 'w1', executor: inlineExecutor(rules), log })
    for (const n of range(4)) await stack.send(slow, { n })
    await until('the slow messages are folded', async () => (await tally(stack.pool)).raw === 4, 20_000)
    await stack.send(other, { n: 0 })
    await until('a quick message is folded too', async () => (await tally(stack.pool)).raw === 5)
    t.same((await orders(stack.pool)).get(slow), range(4))
    t.notOk(log.lines.some((line) => line.message === 'giving up all partitions'))
  },
)

t.test('a commit whose answer is lost is recognised by the partition position', async (t) => {
  const stack = await foldStack(t, { partitions: 1 })
  const [member = ''] = await stack.addMembers(1)
  let lost = 0
  await startWorker(t, stack, {
    name: 'w1',
    members: (real) => ({
      ...real,
      apply: async (commits) => {
        const answer = await real.apply(commits)
        if (lost < 3) {
          lost += 1
          throw new Error('the connection broke before the answer came')
        }
        return answer
      },
    }),
  })
  for (const n of range(10)) {
    await stack.send(member, { n })
    await until('it is folded', async () => (await orders(stack.pool)).get(member)?.includes(n))
  }
  t.equal(lost, 3)
  t.same((await orders(stack.pool)).get(member), range(10))
  t.equal((await tally(stack.pool)).events, 10)
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
  await until(
    'ann waits',
    async () => (await stack.pool.query('select 1 from parked_message')).rowCount === 5,
  )
  t.same((await orders(stack.pool)).get(ann), [0, 1])
  const { rows } = await stack.pool.query('select member_id, reason, error from parked_member')
  t.same(rows, [{ member_id: Number(ann), reason: 'fold', error: 'Error: message 2 was made to fail' }])
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
  t.ok(rows.every(({ member_id: member, partition }) => partition === partitionOf(String(member), 8)))
  t.equal(typeof memberIn(members, 3, 8), 'string')
})

t.test('acquiring many partitions logs one line, whether they are worked or halted', async (t) => {
  const stack = await foldStack(t, { partitions: 8 })
  await startWorker(t, stack, { name: 'w1' }).then(async (first) => {
    await first.stop()
  })
  const takeOver = async (name: string): Promise<Record<string, unknown[]>> => {
    const log = silentLog()
    const worker = await startWorker(t, stack, { name, log })
    await until(
      'all partitions are worked or halted',
      async () =>
        worker.status().partitions.length +
          ((await stack.pool.query("select 1 from partition_state where status <> 'ok'")).rowCount ?? 0) ===
        8,
    )
    await worker.stop()
    const lines = log.lines.filter((line) => ['warn', 'error'].includes(line.level))
    t.equal(
      new Set(lines.map((line) => line.message)).size,
      lines.length,
      lines.map((line) => line.message).join(),
    )
    return Object.fromEntries(
      lines.map((line) => [
        line.message,
        [
          ...(line.fields.partitions as unknown[]),
          ...((line.fields.suspects as unknown[] | undefined) ?? []),
        ],
      ]),
    )
  }
  t.same(await takeOver('w2'), {}, 'released partitions log nothing')
  await stack.pool.query(
    "update partition_state set owner = 'killed', cursor_at_acquire = cursor, suspect_epoch = 0, suspect_seq = case when partition = 3 then 7 end",
  )
  t.same(await takeOver('w3'), {
    'previous owner crashed; entering poison recovery': [
      ...range(8),
      { partition: 3, suspect: 7, crashes: 0 },
    ],
  })
  await stack.pool.query('update partition_state set cursor = 9')
  const halted =
    (await takeOver('w4'))[
      'partitions halted: stream and cursors do not match; an operator has to repair them'
    ] ?? []
  t.match(
    halted,
    range(8).map((partition) => ({ partition, cursor: 9, why: 'HALTED_SEQ_REGRESSED' })),
  )
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

t.test('a worker whose database connections go silent opens new ones', async (t) => {
  const stack = await foldStack(t)
  const members = await stack.addMembers(20)
  const url = new URL(stack.databaseUrl)
  const between = await proxy({ host: url.hostname, port: Number(url.port) })
  url.port = String(between.port)
  const data = connect({ url: url.href, name: 'data', log: silentLog(), queryTimeoutMs: 1_500 })
  t.teardown(async () => {
    await data.close()
    await between.close()
  })
  const lost: number[] = []
  await startWorker(t, stack, {
    name: 'w1',
    pool: () => data.pool,
    metrics: {
      ...noFoldMetrics,
      fenced: () => {
        lost.push(1)
      },
    },
  })
  const all = async (n: number): Promise<void> => {
    await Promise.all(
      members.map(async (member) => {
        await stack.send(member, { n })
      }),
    )
  }
  await all(0)
  await until('all is folded', async () => (await tally(stack.pool)).raw === 20)
  between.lose()
  for (const n of range(5)) await all(n + 1)
  await until('all later messages are folded', async () => (await tally(stack.pool)).raw === 120)
  t.same(
    [...(await orders(stack.pool)).values()],
    members.map(() => range(6)),
  )
  t.equal(lost.length, 0, 'no partition was fenced')
})
