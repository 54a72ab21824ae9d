/** NATS comes back without its streams: commands report it, folding stops, and healing recreates them. */
import { rmSync } from 'node:fs'
import t from 'tap'
import { listPartitions } from '../../../../db/operator/partition-admin.js'
import { readConfig } from '../../../../ops/config/config.js'
import { streamCheck } from '../../../../workers/stream/connection/stream-check.js'
import { ensureStreams, streamManager, streamState } from '../../../../workers/stream/setup.js'
import { streamStats } from '../../../../workers/stream/stream-stats.js'
import { orders, tally } from '../../../support/fold/fold-reader.js'
import { foldStack, foldStackWithBroker, type FoldStack } from '../../../support/fold/fold-stack.js'
import { silentLog, startWorker } from '../../../support/fold/fold-worker.js'
import { runOperatorCommand } from '../../../support/run-cli.js'
import { natsStore, ownNats } from '../../../support/servers.js'
import { until } from '../../../support/until.js'

const settings = { continuityCheckMs: 100 }
const BYTES = 64 * 2 ** 20

/** Runs the command and returns its exit code and output. */
async function run(stack: FoldStack, ...args: string[]): Promise<{ code: number; output: string }> {
  return await runOperatorCommand(args, {
    config: readConfig({
      DATABASE_URL: stack.databaseUrl,
      NATS_URL: stack.natsUrl,
      STREAM_MAX_BYTES: String(BYTES),
    }),
    log: silentLog,
    pool: stack.pool,
    stream: async () => stack.nc,
    operator: 'test',
  })
}

const missing = async (stack: FoldStack): Promise<string[]> =>
  (await streamStats(stack.nc)).filter((one) => one.missing).map((one) => one.name)

t.test('if NATS lost its storage, the fold halts until an operator heals the stream', async (t) => {
  const stack = await foldStackWithBroker(t, { partitions: 2 })
  const members = await stack.addMembers(10)
  const worker = await startWorker(t, stack, { name: 'w1', settings })
  for (const member of members) await stack.send(member, { n: 0 })
  await until('all are folded', async () => (await tally(stack.pool)).raw === 10)
  t.equal(await streamCheck(stack.nc, ['SEGMENTS', 'EVENTS'])(), 'ok')
  t.equal((await run(stack, 'status', '--once')).code, 0)

  await stack.stopNats()
  rmSync(natsStore(stack.natsDir), { recursive: true })
  await stack.replaceNats(await ownNats(t, { dir: stack.natsDir, port: stack.natsPort }))
  t.equal(await streamCheck(stack.nc, ['SEGMENTS', 'EVENTS'])(), 'SEGMENTS and EVENTS are missing')
  await until('every partition is halted', async () =>
    (await listPartitions(stack.pool)).every((part) => part.status === 'HALTED_STREAM_RECREATED'),
  )
  await until('the worker owns no partition', () => worker.status().partitions.length === 0)
  const seen = await run(stack, 'status', '--once')
  t.equal(seen.code, 1)
  t.match(seen.output, /^MISSING  NATS has no stream SEGMENTS: `npm run cli -- stream`$/m)
  t.match(seen.output, /^HALTED   partition 0 is HALTED_STREAM_RECREATED: `npm run cli -- stream`$/m)
  const reported = await run(stack, 'stream')
  t.equal(reported.code, 1)
  t.match(
    reported.output,
    /^NATS has no stream SEGMENTS; the highest cursor is 10; 2 partitions are halted\.\nmissing: SEGMENTS, EVENTS, DLQ\n/,
  )
  t.same(await missing(stack), ['SEGMENTS', 'EVENTS', 'DLQ'], 'the report created none')

  const healed = await run(stack, 'stream', 'heal', '--because', 'the volume was lost')
  t.match(healed, {
    code: 0,
    output: /^The stream continues at 11\.\nKept 0 unfolded messages; .*\nResumed 2 partitions\.$/,
  })
  t.same(await missing(stack), [])
  t.match(await streamState(stack.nc), { slices: 1_024, partitions: 2 }, 'it is divided as before')
  t.equal((await stack.send(members[0] ?? '', { n: 1 })).seq, 11)
  await until('the next is folded', async () => (await tally(stack.pool)).raw === 11)
  t.equal((await run(stack, 'status', '--once')).code, 0)
  await worker.stop()
  t.match(await run(stack, 'status', '--once'), { code: 1, output: /^STOPPED /m }, 'nothing folds')
})

t.test('a missing EVENTS stream is recreated without a halt', async (t) => {
  const stack = await foldStackWithBroker(t, { partitions: 2 })
  await startWorker(t, stack, { name: 'w1', settings })
  await (await streamManager(stack.nc)).streams.delete('EVENTS')
  t.match(await run(stack, 'stream'), { code: 1, output: /\nmissing: EVENTS\n/ })
  t.match(await run(stack, 'stream', 'heal', '--because', 'it was deleted'), {
    code: 0,
    output: 'Recreated EVENTS.',
  })
  t.match(await run(stack, 'stream'), { code: 0 })
})

t.test('a stream that lost messages and was then deleted can be healed', async (t) => {
  const stack = await foldStackWithBroker(t, { partitions: 1 })
  const [member = ''] = await stack.addMembers(1)
  for (const n of [0, 1, 2]) await stack.send(member, { n })
  const { streams } = await streamManager(stack.nc)
  await streams.purge('SEGMENTS', { seq: 3 })
  const worker = await startWorker(t, stack, { name: 'w1', settings })
  await until('it is halted', async () =>
    (await listPartitions(stack.pool)).every((part) => part.status === 'HALTED_GAP'),
  )
  await until('the worker owns no partition', () => worker.status().partitions.length === 0)
  t.match(await run(stack, 'stream', 'heal', '--because', 'x'), { code: 64, output: /see `stream skip`/ })
  await streams.delete('SEGMENTS')
  t.match(await run(stack, 'stream', 'heal', '--because', 'nothing is left'), {
    code: 0,
    output: /\nResumed 1 partitions\.$/,
  })
  const { seq } = await stack.send(member, { n: 3 })
  await until('the next is folded', async () => (await listPartitions(stack.pool))[0]?.cursor === seq)
})

t.test(
  'a recreated stream that was written beyond the highest cursor keeps each member in order',
  async (t) => {
    const stack = await foldStack(t, { partitions: 2 })
    const [ann = ''] = await stack.addMembers(1)
    const first = await startWorker(t, stack, { name: 'w1', settings })
    for (const n of [0, 1, 2]) await stack.send(ann, { n })
    await until('they are folded', async () => (await tally(stack.pool)).raw === 3)
    await first.stop()
    await (await streamManager(stack.nc)).streams.delete('SEGMENTS')
    await ensureStreams(stack.nc, { partitions: 2, maxBytes: BYTES, replicas: 1 })
    for (const n of [3, 4, 5, 6, 7, 8, 9]) await stack.send(ann, { n })
    await startWorker(t, stack, { name: 'w2', settings })
    await until('every partition is halted', async () =>
      (await listPartitions(stack.pool)).every((part) => part.status === 'HALTED_STREAM_RECREATED'),
    )
    const seen = await run(stack, 'stream')
    t.match(seen.output, /^The stream holds 1 to 7; the highest cursor is \d; 2 partitions are halted\.$/m)
    t.match(seen.output, /^HALTED_STREAM_RECREATED: .*`stream heal`/m, 'it says what happened and what to do')
    t.match(await run(stack, 'stream', 'heal', '--because', 'it was recreated'), {
      code: 0,
      output:
        /^The stream continues at 9\.\nKept 7 unfolded messages; 0 could not be read\.\nResumed 2 partitions\.$/,
    })
    await stack.send(ann, { n: 10 })
    await until('all are folded', async () => (await tally(stack.pool)).raw === 11)
    t.same((await orders(stack.pool)).get(ann), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  },
)

t.test('before the first role has started, all streams are missing', async (t) => {
  const stack = await foldStackWithBroker(t)
  const jsm = await streamManager(stack.nc)
  for (const name of ['SEGMENTS', 'EVENTS', 'DLQ']) await jsm.streams.delete(name)
  t.match(await run(stack, 'stream'), {
    code: 1,
    output: 'There are no streams yet. `npm run cli -- migrate` creates them.',
  })
  t.match(await run(stack, 'status', '--once'), {
    code: 1,
    output: /^MISSING  NATS has no stream SEGMENTS/m,
  })
  t.match(await run(stack, 'stream', 'heal', '--because', 'x'), {
    code: 1,
    output: 'No partition is halted.',
  })
  t.equal((await missing(stack)).length, 3)
})
