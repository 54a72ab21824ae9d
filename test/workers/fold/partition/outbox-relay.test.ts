import { jetstreamManager } from '@nats-io/jetstream'
import t from 'tap'
import type { Test } from 'tap'
import { memberStore } from '../../../../db/fold/member-store.js'
import { outboxStore } from '../../../../db/fold/outbox.js'
import { parseEventNotices } from '../../../../schemas/stream/event-notice.js'
import { EVENTS_STREAM } from '../../../../schemas/stream/subjects.js'
import { outboxRelay } from '../../../../workers/fold/partition/outbox-relay.js'
import { ensureStreams } from '../../../../workers/stream/setup.js'
import { applyOne, AT, commit, eventWrite, folded } from '../../../db/fold/commits.js'
import { tally } from '../../../support/fold/fold-reader.js'
import { addPartitions } from '../../../support/fold/partition-rows.js'
import { foldStack } from '../../../support/fold/fold-stack.js'
import { silentLog } from '../../../support/fold/fold-worker.js'
import { until } from '../../../support/until.js'

const PARTITION = 3
const SETTINGS = { partitions: 8, maxBytes: 128 * 2 ** 20, replicas: 1 }

/** A partition, commits of one event each, and relays of it; `seen.reads` counts reads of the outbox. */
async function setup(t: Test) {
  const { pool, nc, publisher } = await foldStack(t)
  await addPartitions(pool, PARTITION + 1)
  await pool.query("insert into member (id, doc) values (1, '{}')")
  const members = memberStore(pool)
  const jsm = await jetstreamManager(nc)
  const outbox = outboxStore(pool)
  const seen = { reads: 0 }
  let cursor = 0
  let events = 0
  let foldedAt = AT
  return {
    seen,
    waiting: async () => (await tally(pool)).outbox,
    jsm,
    recreateStreams: async () => {
      await ensureStreams(nc, SETTINGS)
    },
    open: (t: Test) => {
      let failures = 0
      const relay = outboxRelay(PARTITION, {
        outbox: {
          ...outbox,
          pending: async (...asked) => {
            seen.reads += 1
            return await outbox.pending(...asked)
          },
        },
        publish: async (bytes, subject, id) => await publisher.publish(bytes, subject, id, 500),
        log: {
          ...silentLog,
          warn: () => {
            failures += 1
          },
        },
        onPublished: () => {},
      })
      t.teardown(async () => {
        await relay.stop()
      })
      return Object.assign(relay, { failures: () => failures })
    },
    /** Forgets the events made so far, as a restored database does: the next ones get their ids again. */
    startAgain: () => {
      events = 0
      foldedAt += 60_000
    },
    save: async ({ count = 1, published }: { count?: number; published?: number } = {}) => {
      const made = Array.from({ length: count }, () => eventWrite(++events, { created: foldedAt }))
      const saved = await applyOne(
        members,
        commit(PARTITION, 1, cursor, cursor + 1, {
          folded: [folded('1', cursor + 1, { events: made })],
          ...(published === undefined ? {} : { published }),
        }),
      )
      cursor += 1
      if (saved === 'fenced') throw new Error('the partition has no other owner')
      return saved.notices
    },
    /** Numbers of the events in the stream, in its order. */
    events: async (): Promise<number[]> => {
      const { state } = await jsm.streams.info(EVENTS_STREAM)
      const found: number[] = []
      for (let seq = 1; seq <= state.last_seq; seq++) {
        const message = await jsm.streams.getMessage(EVENTS_STREAM, { seq })
        for (const { id } of parseEventNotices(message?.string() ?? '') ?? [])
          found.push(Number(id.slice(-12)))
      }
      return found
    },
  }
}

t.test(
  'rows of the last owner are published first, new rows without a read, and a commit removes them',
  async (t) => {
    const { save, open, events, seen, waiting } = await setup(t)
    await save()
    await save()
    const relay = open(t)
    relay.enqueue(null)
    await until('the leftover rows are published', async () => (await events()).length === 2)
    await until('and known to be published', () => relay.unrecorded() !== null)
    relay.enqueue(await save())
    relay.enqueue(await save())
    await until('the enqueued rows are published', async () => (await events()).length === 4)
    t.same(await events(), [1, 2, 3, 4])
    t.equal(seen.reads, 1)
    await until('all four are removed', async () => {
      const published = relay.unrecorded()
      if (published === null) return false
      relay.enqueue(await save({ published }))
      relay.markRecorded(published)
      return (await waiting()) <= 1
    })
    t.equal(seen.reads, 1)
  },
)

t.test('without another commit the outbox is emptied soon after', async (t) => {
  const { save, open, events, waiting } = await setup(t)
  const relay = open(t)
  relay.enqueue(await save())
  await until('the row is removed', async () => (await waiting()) === 0)
  t.same(await events(), [1])
  t.equal(relay.unrecorded(), null)
})

t.test('rows enqueued before a read are published once, in order', async (t) => {
  const { save, open, events, waiting } = await setup(t)
  await save()
  const lost = await save()
  const relay = open(t)
  relay.enqueue(null)
  relay.enqueue(lost)
  relay.enqueue(await save())
  relay.enqueue(null)
  await until('the outbox is empty', async () => (await waiting()) === 0)
  t.same(await events(), [1, 2, 3])
})

t.test('while the stream refuses events, they stay in the outbox', async (t) => {
  const { save, open, events, waiting, jsm, recreateStreams, seen } = await setup(t)
  await jsm.streams.delete(EVENTS_STREAM)
  const relay = open(t)
  for (let i = 0; i < 250; i++) relay.enqueue(await save())
  t.equal(await waiting(), 250)
  t.equal(relay.unrecorded(), null)
  await recreateStreams()
  await until('the outbox is empty', async () => (await waiting()) === 0)
  t.same(
    await events(),
    Array.from({ length: 250 }, (_, i) => i + 1),
  )
  t.ok(seen.reads > 0)
})

t.test('a stream that is nearly full takes no small notice before an earlier large one', async (t) => {
  const { save, open, events, waiting, jsm } = await setup(t)
  await jsm.streams.update(EVENTS_STREAM, { max_bytes: 4_096 })
  const [large, small] = [await save({ count: 200 }), await save()]
  const relay = open(t)
  relay.enqueue([...(large ?? []), ...(small ?? [])])
  await until('the large notice was refused', () => relay.failures() > 0)
  t.same(await events(), [])
  await jsm.streams.update(EVENTS_STREAM, { max_bytes: SETTINGS.maxBytes })
  await until('the outbox is empty', async () => (await waiting()) === 0)
  t.same(
    await events(),
    Array.from({ length: 201 }, (_, i) => i + 1),
  )
})

t.test('a relay that stops removes published rows from the outbox', async (t) => {
  const { save, open, events, waiting } = await setup(t)
  const relay = open(t)
  relay.enqueue(await save())
  await until('the row is published', async () => (await events()).length === 1)
  await relay.stop()
  t.equal(await waiting(), 0)
  relay.enqueue(await save())
  t.same(await events(), [1], 'nothing more is published')
})

t.test('events folded again under ids that the stream knows are announced again', async (t) => {
  const { save, open, events, startAgain } = await setup(t)
  const before = open(t)
  for (let i = 0; i < 3; i++) before.enqueue(await save())
  await until('the first ones are published', async () => (await events()).length === 3)
  await before.stop()
  startAgain()
  const after = open(t)
  for (let i = 0; i < 3; i++) after.enqueue(await save())
  await until('and those folded again', async () => (await events()).length === 6)
  t.same(await events(), [1, 2, 3, 1, 2, 3])
})
