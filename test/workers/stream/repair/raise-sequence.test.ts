import t, { type Test } from 'tap'
import {
  highestCursor,
  listPartitions,
  resumeHalted,
  skipGap,
} from '../../../../db/operator/partition-admin.js'
import { memberStore } from '../../../../db/fold/member-store.js'
import { savedMessages } from '../../../../db/operator/saved-messages.js'
import { decodeMessage, encodeMessage } from '../../../../schemas/stream/message.js'
import type { SavedMessages } from '../../../../schemas/stream/saved-messages.js'
import type { Envelope } from '../../../../schemas/stream/message.js'
import { memberSubject } from '../../../../schemas/stream/subjects.js'
import type { NatsConnection } from '../../../../workers/stream/connection/connect.js'
import { raiseSequence } from '../../../../workers/stream/repair/raise-sequence.js'
import { repairableStream } from '../../../../workers/stream/repair/repairable-stream.js'
import { publisher } from '../../../../workers/stream/publish.js'
import { ensureStreams, streamManager, streamState } from '../../../../workers/stream/setup.js'
import { foldStackWithBroker, nextBatch, type FoldStack } from '../../../support/fold/fold-stack.js'
import { startWorker } from '../../../support/fold/fold-worker.js'
import { memberIn, orders, tally } from '../../../support/fold/fold-reader.js'
import { keepStores } from '../../../support/kept-store.js'
import { ownNats } from '../../../support/servers.js'
import { until } from '../../../support/until.js'
import { openDatabase } from '../../../support/open-database.js'
import { openStream } from '../../../support/open-stream.js'

const settings = { continuityCheckMs: 100, idleAdvanceMs: 100 }

/** Stops the broker and keeps a copy of its store; the result puts the copy in the place of the store. */
async function keepStore(
  t: Test,
  stack: Awaited<ReturnType<typeof foldStackWithBroker>>,
): Promise<() => void> {
  await stack.stopNats()
  return keepStores(t, stack.natsDir)
}

async function halted(stack: FoldStack, status: string): Promise<void> {
  await until(
    `the partitions are ${status}`,
    async () => (await listPartitions(stack.pool)).some((part) => part.status === status),
    60_000,
  )
}

for (const [when, workerRuns] of [
  ['while no worker runs', false],
  ['before its worker reconnects', true],
] as const) {
  t.test(
    `a stream that lost its end and is written past the cursors ${when} halts; a repair folds the rest in order`,
    async (t) => {
      const stack = await foldStackWithBroker(t, { partitions: 2 })
      const members = await stack.addMembers(10)
      const [busy, idle] = [memberIn(members, 0, 2), memberIn(members, 1, 2)]
      const worker = await startWorker(t, stack, { name: 'w1', settings })
      await stack.send(busy, { n: 0 })
      const putBackStore = await keepStore(t, stack)
      const second = await ownNats(t, { dir: stack.natsDir, port: stack.natsPort })
      await until('the publisher is connected', () => stack.publisher.connected())
      for (const n of [1, 2, 3]) await stack.send(busy, { n })
      await until('all is folded', async () => (await tally(stack.pool)).raw === 4)
      await until('both cursors are at their markers', async () =>
        (await listPartitions(stack.pool)).every((part) => part.cursor > 4),
      )
      const cursor = await highestCursor(stack.pool)
      if (!workerRuns) await worker.stop()
      await second.stop()
      putBackStore()
      const elsewhere = await ownNats(t, { dir: stack.natsDir })
      const sender = await stack.openPublisher(elsewhere.url)
      // A slow machine has more markers before the cursors, so there are enough messages to pass them.
      const late = Array.from({ length: cursor }, (_, i) => 4 + i)
      for (const n of late)
        for (const member of [busy, idle])
          await sender.publish(smallMessage(n), memberSubject(member), `late-${member}-${n}`)
      await elsewhere.stop()
      await ownNats(t, { dir: stack.natsDir, port: stack.natsPort })
      await until('the publisher is connected', () => stack.publisher.connected())
      const { lastSeq } = await streamState(stack.nc)
      t.ok(lastSeq > cursor, 'it ends after the cursors')
      if (!workerRuns) await startWorker(t, stack, { name: 'w2', settings })
      await until('both partitions are halted', async () =>
        (await listPartitions(stack.pool)).every((part) => part.status === 'HALTED_SEQ_REGRESSED'),
      )

      const healed = await raiseSequence(repairableStream(stack.nc), cursor, saved(stack.pool))
      t.same(healed, { nextSeq: lastSeq + 2, salvaged: 2 * late.length, unreadable: 0 })
      const { streamId: created } = await streamState(stack.nc)
      const upTo = healed.nextSeq - 1
      t.equal(await resumeHalted(stack.pool, { name: 'SEGMENTS', created, upTo }, 'test', 'healed'), 2)
      const last = 4 + late.length
      await stack.send(busy, { n: last })
      await until('all is folded', async () => (await tally(stack.pool)).raw === 5 + 2 * late.length)
      const folded = await orders(stack.pool)
      t.same(folded.get(busy), [0, 1, 2, 3, ...late, last])
      t.same(folded.get(idle), late)
    },
  )
}

/** A message of one batch for the small rules. */
function smallMessage(n: number): Uint8Array {
  const batch = nextBatch()
  const first = String(Number(batch) + 1)
  const envelope: Envelope = { v: 1, kind: 'segments', batch, first, count: 1, received: Date.now() }
  return encodeMessage(envelope, new TextEncoder().encode(JSON.stringify({ n })))
}

/** A broker with this many batches of one member and no fold worker; batch ids in stream order. */
async function heldBatches(
  t: Test,
  count: number,
): Promise<{ nc: NatsConnection; batches: string[]; stored: () => Promise<string[]> }> {
  const nc = await openStream(t)
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

const saved = (pool: FoldStack['pool']): SavedMessages =>
  savedMessages(pool, memberStore(pool).appliedBatches)

async function database(t: Test): Promise<FoldStack['pool']> {
  const db = await openDatabase(t)
  return db.pool
}

const nothingKnown = async (): Promise<Set<string>> => new Set()

t.test('a repair interrupted after the purge continues where it stopped', async (t) => {
  const pool = await database(t)
  const { nc, batches, stored } = await heldBatches(t, 3)
  const jsm = await streamManager(nc)
  await t.rejects(
    raiseSequence(
      repairableStream(nc),
      100,
      savedMessages(pool, async () => {
        await jsm.streams.update('SEGMENTS', { max_msgs_per_subject: 1, discard_new_per_subject: true })
        return new Set()
      }),
    ),
    'the stream accepts only the first one',
  )
  await jsm.streams.update('SEGMENTS', { max_msgs_per_subject: -1, discard_new_per_subject: false })
  t.same(
    await raiseSequence(repairableStream(nc), 100, savedMessages(pool, nothingKnown)),
    { nextSeq: 103, salvaged: 3, unreadable: 0 },
    'after the one that the first run published',
  )
  t.same(await stored(), batches)
  t.same((await jsm.streams.names().next()).sort(), ['DLQ', 'ERASED', 'EVENTS', 'SEGMENTS'])
})

t.test('a repair finishes although messages age out while it reads', async (t) => {
  const pool = await database(t)
  const { nc } = await heldBatches(t, 600)
  const jsm = await streamManager(nc)
  let isAged = false
  const known = async (): Promise<Set<string>> => {
    if (!isAged) await jsm.streams.purge('SEGMENTS', { seq: 601 })
    isAged = true
    return new Set()
  }
  const healed = await raiseSequence(repairableStream(nc), 1_000, savedMessages(pool, known))
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
