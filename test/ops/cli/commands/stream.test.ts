/** A broker that comes back without its streams: it is said, nothing goes on by itself, and healing makes them anew. */
import { rmSync } from 'node:fs'
import t from 'tap'
import { listPartitions } from '../../../../db/operator/partition-admin.js'
import type { CliContext, Command } from '../../../../ops/cli/command.js'
import { status } from '../../../../ops/cli/commands/status.js'
import { stream } from '../../../../ops/cli/commands/stream.js'
import { readConfig } from '../../../../ops/config/config.js'
import { streamCheck } from '../../../../workers/stream/connection/stream-check.js'
import { streamManager } from '../../../../workers/stream/setup.js'
import { streamStats } from '../../../../workers/stream/stream-stats.js'
import { tally } from '../../../support/fold/fold-reader.js'
import { foldStack, type FoldStack } from '../../../support/fold/fold-stack.js'
import { silentLog, startWorker } from '../../../support/fold/fold-worker.js'
import { natsStore, ownNats } from '../../../support/servers.js'
import { until } from '../../../support/until.js'

const settings = { continuityCheckMs: 100 }
const BYTES = 64 * 2 ** 20

/** Answers the exit code and what was said. */
async function run(
  stack: FoldStack,
  command: Command,
  ...args: string[]
): Promise<{ code: number; said: string }> {
  const said: string[] = []
  const context: CliContext = {
    config: readConfig({
      DATABASE_URL: stack.databaseUrl,
      NATS_URL: stack.natsUrl,
      STREAM_MAX_BYTES: String(BYTES),
    }),
    log: silentLog,
    pool: stack.pool,
    stream: async () => stack.nc,
    print: (line) => {
      said.push(line)
    },
    operator: 'test',
  }
  const code = await command.run(args, context)
  return { code, said: said.join('\n') }
}

const missing = async (stack: FoldStack): Promise<string[]> =>
  (await streamStats(stack.nc)).filter((one) => one.missing).map((one) => one.name)

t.test('a broker that lost its store halts the fold until an operator heals it', async (t) => {
  const stack = await foldStack(t, { partitions: 2 })
  const members = await stack.addMembers(10)
  const worker = await startWorker(t, stack, { name: 'w1', settings })
  for (const member of members) await stack.send(member, { n: 0 })
  await until('all are folded', async () => (await tally(stack.pool)).raw === 10)
  t.equal(await streamCheck(stack.nc, ['SEGMENTS', 'EVENTS'])(), 'ok')
  t.equal((await run(stack, status, '--once')).code, 0)

  await stack.stopNats()
  rmSync(natsStore(stack.natsDir), { recursive: true })
  await stack.replaceNats(await ownNats(t, { dir: stack.natsDir, port: stack.natsPort }))
  t.equal(await streamCheck(stack.nc, ['SEGMENTS', 'EVENTS'])(), 'SEGMENTS and EVENTS are missing')
  await until('every partition is halted', async () =>
    (await listPartitions(stack.pool)).every((part) => part.status === 'HALTED_STREAM_RECREATED'),
  )
  await until('nothing is worked', () => worker.status().partitions.length === 0)
  const seen = await run(stack, status, '--once')
  t.equal(seen.code, 1)
  t.match(seen.said, /^MISSING  the broker has no stream SEGMENTS: `npm run cli -- stream`$/m)
  t.match(seen.said, /^HALTED   partition 0 is HALTED_STREAM_RECREATED: `npm run cli -- stream`$/m)
  const looked = await run(stack, stream)
  t.equal(looked.code, 1)
  t.match(
    looked.said,
    /^the broker has no stream SEGMENTS; the highest position is 10; 2 partitions are halted\nmissing: SEGMENTS, EVENTS, DLQ\. /,
  )
  t.same(await missing(stack), ['SEGMENTS', 'EVENTS', 'DLQ'], 'looking made none')

  const healed = await run(stack, stream, 'heal', '--because', 'the volume was lost')
  t.match(healed, { code: 0, said: /^the stream goes on at 11; 0 messages .*; 2 partitions resumed$/ })
  t.same(await missing(stack), [])
  t.match(
    (await (await streamManager(stack.nc)).streams.info('SEGMENTS')).config.subject_transform?.dest,
    'partition(2,1)',
    'it has the partitions it had',
  )
  t.equal((await stack.send(members[0] ?? '', { n: 1 })).seq, 11)
  await until('the next is folded', async () => (await tally(stack.pool)).raw === 11)
  t.equal((await run(stack, status, '--once')).code, 0)
})

t.test('a stream of events that is missing is made anew without a halt', async (t) => {
  const stack = await foldStack(t, { partitions: 2 })
  await startWorker(t, stack, { name: 'w1', settings })
  await (await streamManager(stack.nc)).streams.delete('EVENTS')
  t.match(await run(stack, stream), { code: 1, said: /\nmissing: EVENTS\. / })
  t.match(await run(stack, stream, 'heal', '--because', 'it was deleted'), {
    code: 0,
    said: 'made anew: EVENTS',
  })
  t.match(await run(stack, stream), { code: 0 })
})

t.test('a stream that lost messages and then is gone itself can be healed', async (t) => {
  const stack = await foldStack(t, { partitions: 1 })
  const [member = ''] = await stack.addMembers(1)
  for (const n of [0, 1, 2]) await stack.send(member, { n })
  const { streams } = await streamManager(stack.nc)
  await streams.purge('SEGMENTS', { seq: 3 })
  const worker = await startWorker(t, stack, { name: 'w1', settings })
  await until('it is halted', async () =>
    (await listPartitions(stack.pool)).every((part) => part.status === 'HALTED_GAP'),
  )
  await until('nothing is worked', () => worker.status().partitions.length === 0)
  await t.rejects(run(stack, stream, 'heal', '--because', 'x'), /see `stream skip`/)
  await streams.delete('SEGMENTS')
  t.match(await run(stack, stream, 'heal', '--because', 'nothing is left'), {
    code: 0,
    said: /; 1 partitions resumed$/,
  })
  const { seq } = await stack.send(member, { n: 3 })
  await until('the next is folded', async () => (await listPartitions(stack.pool))[0]?.cursor === seq)
})

t.test('before the first role has started nothing is missing but everything', async (t) => {
  const stack = await foldStack(t)
  const jsm = await streamManager(stack.nc)
  for (const name of ['SEGMENTS', 'EVENTS', 'DLQ']) await jsm.streams.delete(name)
  t.match(await run(stack, stream), {
    code: 1,
    said: 'there are no streams yet: the first role that starts makes them',
  })
  t.match(await run(stack, status, '--once'), {
    code: 1,
    said: /^MISSING  the broker has no stream SEGMENTS/m,
  })
  t.match(await run(stack, stream, 'heal', '--because', 'x'), { code: 1, said: 'no partition is halted' })
  t.equal((await missing(stack)).length, 3)
})
