import t from 'tap'
import { connect } from '../../../db/pg/connect.js'
import { inlineExecutor } from '../../../workers/fold/pool/inline-executor.js'
import { noFoldMetrics } from '../../../workers/fold/fold-metrics.js'
import { foldStack, spawnWorker } from '../../support/fold/fold-stack.js'
import type { FoldStack } from '../../support/fold/fold-stack.js'
import { startWorker } from '../../support/fold/fold-worker.js'
import { orders, tally } from '../../support/fold/fold-reader.js'
import { proxy } from '../../support/proxy.js'
import { silentLog } from '../../support/silent-log.js'
import { smallRules, type SmallBody } from '../../support/fold/small-rules.js'
import { until } from '../../support/until.js'

/** A separate process starts slowly on a busy machine. */
const START_MS = 60_000
/** Messages that may wait: a busy machine sends faster than it folds, and what is left at the end takes too long. */
const MAX_WAITING = 160

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i)

t.test('two workers share the partitions and hand them over', async (t) => {
  const stack = await foldStack(t)
  const members = await stack.addMembers(16)
  let sent = 0
  const sending = new AbortController()
  const load = (async () => {
    while (!sending.signal.aborted) {
      await stack.send(members[sent % 16] ?? '', { n: Math.floor(sent / 16) })
      sent += 1
      if (sent % 16 === 0) await untilFewWait(stack, sent)
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
        await untilFewWait(stack, sent)
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
        worker.status().partitions.filter(({ lag }) => lag !== null).length +
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
    "update partition_owner set owner = 'killed', is_released = false, suspect_epoch = 0, suspect_seq = case when partition = 3 then 7 end",
  )
  t.same(await takeOver('w3'), {
    'previous owner crashed; entering poison recovery': [
      ...range(8),
      { partition: 3, suspect: 7, crashes: 0 },
    ],
  })
  await stack.pool.query('update partition_position set cursor = 9')
  const halted =
    (await takeOver('w4'))[
      'partitions halted: stream and cursors do not match; an operator has to repair them'
    ] ?? []
  t.match(
    halted,
    range(8).map((partition) => ({ partition, cursor: 9, why: 'HALTED_SEQ_REGRESSED' })),
  )
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

/** Until most of the `sent` messages are folded. */
async function untilFewWait({ pool }: FoldStack, sent: number): Promise<void> {
  await until('few messages wait', async () => sent - (await tally(pool)).raw < MAX_WAITING, START_MS)
}
