import t from 'tap'
import { inlineExecutor } from '../../../workers/fold/pool/inline-executor.js'
import { noFoldMetrics } from '../../../workers/fold/fold-metrics.js'
import { foldStack } from '../../support/fold/fold-stack.js'
import { startWorker } from '../../support/fold/fold-worker.js'
import { orders, tally } from '../../support/fold/fold-reader.js'
import { openDatabase } from '../../support/open-database.js'
import { proxyTo, through } from '../../support/proxy.js'
import { silentLog } from '../../support/silent-log.js'
import { smallRules, type SmallBody } from '../../support/fold/small-rules.js'
import { until } from '../../support/until.js'

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i)

t.test(
  'a single worker that folds for longer than its lease keeps its partitions and commits the result',
  async (t) => {
    const stack = await foldStack(t)
    const [slow = '', other = ''] = await stack.addMembers(2)
    const log = silentLog()
    const rules: typeof smallRules = {
      ...smallRules,
      *decide(state, messages, now) {
        for (const { body } of messages)
          if ((body as SmallBody).n % 2 === 1)
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_500)
        return yield* smallRules.decide(state, messages, now)
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
  const between = await proxyTo(t, stack.databaseUrl)
  const data = await openDatabase(t, { url: through(stack.databaseUrl, between), queryTimeoutMs: 1_500 })
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
