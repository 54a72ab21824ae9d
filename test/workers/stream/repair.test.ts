import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import t, { type Test } from 'tap'
import {
  addPartitions,
  highestCursor,
  listPartitions,
  resumeHalted,
  skipGap,
} from '../../../db/operator/partition-admin.js'
import { memberStore } from '../../../db/fold/member-store.js'
import { decodeMessage, encodeMessage } from '../../../schemas/stream/message.js'
import type { Envelope } from '../../../schemas/stream/message.js'
import { partitionOf } from '../../../schemas/stream/subjects.js'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import type { NatsConnection } from '../../../workers/stream/connection/connect.js'
import { raiseSequence } from '../../../workers/stream/repair.js'
import { publisher } from '../../../workers/stream/publish.js'
import { changePartitionCount } from '../../../workers/stream/repartition.js'
import { ensureStreams, streamManager, streamState } from '../../../workers/stream/setup.js'
import { isNearlyFull } from '../../../workers/stream/trim.js'
import { foldStackWithBroker, type FoldStack } from '../../support/fold/fold-stack.js'
import { startWorker } from '../../support/fold/fold-worker.js'
import { orders, tally } from '../../support/fold/fold-reader.js'
import { natsFolder, ownNats, testNats } from '../../support/servers.js'
import { until } from '../../support/until.js'

const settings = { continuityCheckMs: 100, idleAdvanceMs: 100 }

/** Keeps owners and modes: the server may run under its own account. */
function copy(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to])
}

async function halted(stack: FoldStack, status: string): Promise<void> {
  await until(
    `the partitions are ${status}`,
    async () => (await listPartitions(stack.pool)).some((part) => part.status === status),
    60_000,
  )
}

t.test(
  'a stream that comes back older than the cursors halts the fold; after a repair nothing that still exists is lost',
  async (t) => {
    const stack = await foldStackWithBroker(t, { partitions: 2 })
    const members = await stack.addMembers(10)
    const worker = await startWorker(t, stack, { name: 'w1', settings })
    for (const member of members) await stack.send(member, { n: 0 })
    await until('the first ten are folded', async () => (await tally(stack.pool)).raw === 10)
    await stack.stopNats()
    copy(stack.natsDir, `${stack.natsDir}-older`)
    t.teardown(() => {
      rmSync(`${stack.natsDir}-older`, { recursive: true, force: true })
    })
    const second = await ownNats(t, { dir: stack.natsDir, port: stack.natsPort })
    await until('the publisher is connected', () => stack.publisher.connected())
    for (const member of members) await stack.send(member, { n: 1 })
    await until('twenty are folded', async () => (await tally(stack.pool)).raw === 20)
    await second.stop()
    rmSync(stack.natsDir, { recursive: true })
    copy(`${stack.natsDir}-older`, stack.natsDir)
    await ownNats(t, { dir: stack.natsDir, port: stack.natsPort })
    await until('the publisher is connected', () => stack.publisher.connected())
    await halted(stack, 'HALTED_SEQ_REGRESSED')
    await until('no partition is worked', () => worker.status().partitions.length === 0)
    for (const member of members.slice(0, 3))
      t.ok((await stack.send(member, { n: 2 })).seq <= 20, 'accepted below the cursor')

    const cursor = await highestCursor(stack.pool)
    const healed = await raiseSequence(stack.nc, cursor, memberStore(stack.pool).known)
    t.same(healed, { nextSeq: 21, salvaged: 3, unreadable: 0 })
    const { created } = await streamState(stack.nc)
    t.equal(
      await resumeHalted(
        stack.pool,
        { name: 'SEGMENTS', created, upTo: healed.nextSeq - 1 },
        'test',
        'healed',
      ),
      2,
    )
    await stack.send(members[0] ?? '', { n: 3 })
    await until('all is folded', async () => (await tally(stack.pool)).raw === 24)
    t.same((await orders(stack.pool)).get(members[0] ?? ''), [0, 1, 2, 3])
  },
)

/** A broker with this many batches of one member and no fold worker; batch ids in stream order. */
async function heldBatches(
  t: Test,
  count: number,
): Promise<{ nc: NatsConnection; batches: string[]; stored: () => Promise<string[]> }> {
  const nats = await testNats(t)
  const nc = await connectStream({ url: nats.url, name: 'test' })
  t.teardown(async () => {
    await nc.close()
  })
  await ensureStreams(nc, { partitions: 1, maxBytes: 64 * 2 ** 20, replicas: 1 })
  const sender = publisher(nc)
  t.teardown(() => {
    sender.close()
  })
  const batches = Array.from({ length: count }, (_, n) => String(1_000 + n))
  for (const batch of batches) {
    const envelope: Envelope = { v: 1, kind: 'segments', batch, received: 0 }
    await sender.publish(encodeMessage(envelope, new TextEncoder().encode('{}')), 'seg.7', batch)
  }
  const stored = async (): Promise<string[]> => {
    const { state } = await (await streamManager(nc)).streams.info('SEGMENTS')
    const found: string[] = []
    for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
      const message = await (await streamManager(nc)).streams.getMessage('SEGMENTS', { seq })
      if (message !== null) found.push(decodeMessage(message.data).envelope.batch)
    }
    return found
  }
  return { nc, batches, stored }
}

const nothingKnown = async (): Promise<Set<string>> => new Set()

t.test('a repair interrupted after the purge continues where it stopped', async (t) => {
  const { nc, batches, stored } = await heldBatches(t, 3)
  const jsm = await streamManager(nc)
  await t.rejects(
    raiseSequence(nc, 100, async () => {
      await jsm.streams.update('SEGMENTS', { max_msgs_per_subject: 1, discard_new_per_subject: true })
      return new Set()
    }),
    'the stream accepts only the first one',
  )
  await jsm.streams.update('SEGMENTS', { max_msgs_per_subject: -1, discard_new_per_subject: false })
  t.same(await raiseSequence(nc, 100, nothingKnown), { nextSeq: 101, salvaged: 3, unreadable: 0 })
  t.same(await stored(), batches)
  t.same((await jsm.streams.names().next()).sort(), ['DLQ', 'EVENTS', 'SEGMENTS'])
})

t.test('a repair finishes although messages age out while it reads', async (t) => {
  const { nc } = await heldBatches(t, 600)
  const jsm = await streamManager(nc)
  const healed = await raiseSequence(nc, 1_000, async (batches) => {
    if (batches.length > 0) await jsm.streams.purge('SEGMENTS')
    return new Set()
  })
  t.equal(healed.salvaged, 500)
})

t.test('messages that left the stream unfolded halt the fold until an operator skips the gap', async (t) => {
  const stack = await foldStackWithBroker(t, { partitions: 1 })
  const [member = ''] = await stack.addMembers(1)
  for (let n = 0; n < 5; n++) await stack.send(member, { n })
  await (await streamManager(stack.nc)).streams.purge('SEGMENTS', { seq: 3 })
  await startWorker(t, stack, { name: 'w1', settings })
  await halted(stack, 'HALTED_GAP')
  t.equal(await skipGap(stack.pool, (await streamState(stack.nc)).firstSeq, 'test', 'test'), 1)
  await until('the rest is folded', async () => (await tally(stack.pool)).raw === 3)
  t.same((await orders(stack.pool)).get(member), [2, 3, 4])
})

t.test('messages trimmed while the answer to their commit is on its way are no gap', async (t) => {
  const stack = await foldStackWithBroker(t, { partitions: 1 })
  const [member = ''] = await stack.addMembers(1)
  let release = (): void => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  await startWorker(t, stack, {
    name: 'w1',
    settings,
    members: (real) => ({
      ...real,
      apply: async (commits) => {
        const saved = await real.apply(commits)
        await gate
        return saved
      },
    }),
  })
  for (let n = 0; n < 3; n++) await stack.send(member, { n })
  await until('the first commit is in Postgres', async () => (await tally(stack.pool)).raw > 0)
  await (
    await streamManager(stack.nc)
  ).streams.purge('SEGMENTS', { seq: (await highestCursor(stack.pool)) + 1 })
  const looks = stack.nc.subscribe('$JS.API.STREAM.INFO.SEGMENTS', { max: 3 })
  for await (const look of looks) t.ok(look, 'the continuity check runs')
  release()
  await until('all is folded', async () => (await tally(stack.pool)).raw === 3)
  t.match(await listPartitions(stack.pool), [{ status: 'ok' }])
})

t.test('an idle partition advances its cursor, so that aged-out messages of others are no gap', async (t) => {
  const stack = await foldStackWithBroker(t, { partitions: 2 })
  const members = await stack.addMembers(10)
  await startWorker(t, stack, { name: 'w1', settings })
  const busy = members.filter((member) => partitionOf(member, 2) === 0)
  for (const member of busy) await stack.send(member, { n: 0 })
  await until('both cursors are at the end', async () =>
    (await listPartitions(stack.pool)).every((part) => part.cursor === busy.length),
  )
  await (await streamManager(stack.nc)).streams.purge('SEGMENTS', { seq: busy.length + 1 })
  const quiet = members.find((member) => partitionOf(member, 2) === 1) ?? ''
  await stack.send(quiet, { n: 0 })
  await until(
    'the idle partition folds again',
    async () => (await orders(stack.pool)).get(quiet)?.length === 1,
  )
  t.ok((await listPartitions(stack.pool)).every((part) => part.status === 'ok'))
})

t.test('raising the partition count of a stream in use keeps the order of every member', async (t) => {
  const stack = await foldStackWithBroker(t, { partitions: 2 })
  const members = await stack.addMembers(20)
  const worker = await startWorker(t, stack, { name: 'w1', settings })
  let n = 0
  const sending = new AbortController()
  const load = (async () => {
    for (; !sending.signal.aborted; n++)
      await Promise.all(members.map(async (member) => await stack.send(member, { n })))
  })()
  await until('messages are folded', async () => (await tally(stack.pool)).raw > 100)
  await t.rejects(changePartitionCount(stack.nc, 5, 2), { name: 'RangeError' })
  await changePartitionCount(stack.nc, 8, 2)
  const { old, from, upTo } = await changePartitionCount(stack.nc, 8, 2)
  t.equal(old, 2, 'an interrupted change is continued')
  await until(
    'the old partitions have passed',
    async () => (await addPartitions(stack.pool, 'SEGMENTS', { old, partitions: 8, from, upTo })) === 0,
  )
  await until('all eight partitions are worked', () => worker.status().partitions.length === 8)
  const before = n
  await until('messages are still folded', () => n > before + 10)
  sending.abort()
  await load
  await until('all is folded', async () => (await tally(stack.pool)).raw === 20 * n)
  for (const [member, order] of await orders(stack.pool))
    t.same(
      order,
      Array.from({ length: n }, (_, i) => i),
      `the order of ${member}`,
    )
  const { rows } = await stack.pool.query<{ partition: number }>(
    'select distinct partition from raw_batch order by partition',
  )
  t.ok(rows.length > 2, `messages were folded by ${rows.length} partitions`)
})

t.test('a change of the partition count must be finished before the next one', async (t) => {
  const stack = await foldStackWithBroker(t, { partitions: 2 })
  await changePartitionCount(stack.nc, 4, 2)
  await t.rejects(
    changePartitionCount(stack.nc, 8, 2),
    { name: 'RangeError', message: /^finish the earlier change to 4 partitions first/ },
    'messages numbered 2 and 3 would never be read',
  )
  t.match(await changePartitionCount(stack.nc, 4, 2), { old: 2 })
  t.match(await changePartitionCount(stack.nc, 8, 4), { old: 4 })
})

t.test('a full stream loses no messages of partitions that do not exist yet', async (t) => {
  const stack = await foldStackWithBroker(t, { partitions: 1, maxBytes: 4 * 2 ** 20 })
  const members = await stack.addMembers(20)
  await startWorker(t, stack, { name: 'w1', settings })
  const all = async (n: number): Promise<void> => {
    for (const member of members) await stack.send(member, { n, pad: randomBytes(22_000).toString('base64') })
  }
  await all(0)
  await until('the first of each are folded', async () => (await tally(stack.pool)).raw === 20)
  const { old, from, upTo } = await changePartitionCount(stack.nc, 2, 1)
  for (let n = 1; n <= 5; n++) await all(n)
  t.ok(isNearlyFull(await streamState(stack.nc)))
  const stays = members.filter((member) => partitionOf(member, 2) === 0)
  await until(
    'the old partition has folded all of its own',
    async () => (await orders(stack.pool)).get(stays.at(-1) ?? '')?.length === 6,
  )
  const looks = stack.nc.subscribe('$JS.API.STREAM.INFO.SEGMENTS', { max: 4 })
  for await (const look of looks) t.ok(look, 'the continuity check runs')
  t.equal(await addPartitions(stack.pool, 'SEGMENTS', { old, partitions: 2, from, upTo }), 0)
  await until('all is folded', async () => (await tally(stack.pool)).raw === 6 * 20)
  for (const [member, order] of await orders(stack.pool))
    t.same(order, [0, 1, 2, 3, 4, 5], `the order of ${member}`)
  await until('the stream is trimmed', async () => !isNearlyFull(await streamState(stack.nc)))
})

t.test(
  'a stream changed between two broker restarts keeps its identity, also one created without an id',
  async (t) => {
    for (const named of [true, false]) {
      const dir = natsFolder()
      const first = await ownNats(t, { dir })
      const { port } = first
      const open = async (url: string): Promise<NatsConnection> => {
        const nc = await connectStream({ url, name: 'test' })
        t.teardown(async () => {
          await nc.close()
        })
        return nc
      }
      const settings = { partitions: 2, maxBytes: 64 * 2 ** 20, replicas: 1 }
      const nc = await open(first.url)
      const made = await Promise.all([
        ensureStreams(nc, settings),
        ensureStreams(await open(first.url), settings),
      ])
      t.same(made[0], made[1], 'two concurrent creations yield one stream')
      const { streams } = await streamManager(nc)
      if (!named) {
        const { config } = await streams.info('SEGMENTS')
        await streams.delete('SEGMENTS')
        await streams.add({ ...config, metadata: {} })
      }
      const { created } = await streamState(nc)
      await first.stop()
      const second = await ownNats(t, { dir, port })
      const again = await open(second.url)
      if (named) await (await streamManager(again)).streams.update('SEGMENTS', { max_bytes: 128 * 2 ** 20 })
      else await changePartitionCount(again, 4, 2)
      await second.stop()
      const third = await ownNats(t, { dir, port })
      t.equal((await streamState(await open(third.url))).created, created)
    }
  },
)
