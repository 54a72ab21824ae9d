import { randomBytes } from 'node:crypto'
import t from 'tap'
import { addPartitions, listPartitions } from '../../../db/operator/partition-admin.js'
import { partitionOf } from '../../../schemas/stream/subjects.js'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import type { NatsConnection } from '../../../workers/stream/connection/connect.js'
import { changePartitionCount } from '../../../workers/stream/repartition.js'
import { ensureStreams, streamManager, streamState } from '../../../workers/stream/setup.js'
import { isNearlyFull } from '../../../workers/stream/trim.js'
import { foldStackWithBroker } from '../../support/fold/fold-stack.js'
import { startWorker } from '../../support/fold/fold-worker.js'
import { orders, tally } from '../../support/fold/fold-reader.js'
import { natsFolder, ownNats } from '../../support/servers.js'
import { until } from '../../support/until.js'

const settings = { continuityCheckMs: 100, idleAdvanceMs: 100 }

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
      const { streamId } = await streamState(nc)
      await first.stop()
      const second = await ownNats(t, { dir, port })
      const again = await open(second.url)
      if (named) await (await streamManager(again)).streams.update('SEGMENTS', { max_bytes: 128 * 2 ** 20 })
      else await changePartitionCount(again, 4, 2)
      await second.stop()
      const third = await ownNats(t, { dir, port })
      t.equal((await streamState(await open(third.url))).streamId, streamId)
    }
  },
)
