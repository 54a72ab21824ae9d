import { jetstreamManager } from '@nats-io/jetstream'
import t from 'tap'
import type { Test } from 'tap'
import { memberStore } from '../../../../db/fold/member-store.js'
import { outboxStore } from '../../../../db/fold/outbox.js'
import { parseEventNotices } from '../../../../schemas/stream/event-notice.js'
import { EVENTS_STREAM } from '../../../../schemas/stream/subjects.js'
import { outboxRelay } from '../../../../workers/fold/partition/outbox-relay.js'
import { ensureStreams } from '../../../../workers/stream/setup.js'
import { applyOne, commit, eventWrite, folded } from '../../../db/fold/commits.js'
import { tally } from '../../../support/fold/fold-reader.js'
import { foldStack } from '../../../support/fold/fold-stack.js'
import { silentLog } from '../../../support/fold/fold-worker.js'
import { until } from '../../../support/until.js'

const PARTITION = 3
const SETTINGS = { partitions: 8, maxBytes: 128 * 2 ** 20, replicas: 1 }

/** A partition, commits of one event each, and relays of it; `seen.reads` counts how often the outbox is asked. */
async function setup(t: Test) {
  const { pool, nc, publisher: door } = await foldStack(t)
  await pool.query('insert into partition_state (partition, epoch) values ($1, 1)', [PARTITION])
  await pool.query("insert into member (id, doc) values (1, '{}')")
  const members = memberStore(pool)
  const jsm = await jetstreamManager(nc)
  const outbox = outboxStore(pool)
  const seen = { reads: 0 }
  let cursor = 0
  let made = 0
  return {
    seen,
    waiting: async () => (await tally(pool)).outbox,
    jsm,
    again: async () => {
      await ensureStreams(nc, SETTINGS)
    },
    open: (t: Test) => {
      let failures = 0
      const opened = outboxRelay(PARTITION, {
        outbox: {
          ...outbox,
          pending: async (...asked) => {
            seen.reads += 1
            return await outbox.pending(...asked)
          },
        },
        publish: async (bytes, subject, id) => await door.publish(bytes, subject, id, 500),
        log: {
          ...silentLog,
          warn: () => {
            failures += 1
          },
        },
        onPublished: () => {},
      })
      t.teardown(opened.stop)
      return { ...opened, failures: () => failures }
    },
    save: async ({ count = 1, relayed }: { count?: number; relayed?: number } = {}) => {
      const saved = await applyOne(
        members,
        commit(PARTITION, 1, cursor, cursor + 1, {
          folded: [
            folded('1', cursor + 1, { events: Array.from({ length: count }, () => eventWrite(++made)) }),
          ],
          ...(relayed === undefined ? {} : { relayed }),
        }),
      )
      cursor += 1
      if (saved === 'fenced') throw new Error('nobody else saves here')
      return saved.notices
    },
    /** The events that the stream names, in its order. */
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
  'what the last owner left is sent first, what is told is sent without being read, and a commit takes it out',
  async (t) => {
    const { save, open, events, seen, waiting } = await setup(t)
    await save()
    await save()
    const mine = open(t)
    mine.enqueue(null)
    await until('what was left is on the stream', async () => (await events()).length === 2)
    await until('and is known to be', () => mine.publishedUpTo() !== null)
    mine.enqueue(await save())
    mine.enqueue(await save())
    await until('what was told is on the stream', async () => (await events()).length === 4)
    t.same(await events(), [1, 2, 3, 4])
    t.equal(seen.reads, 1)
    await until('all four are known to be there', async () => {
      const relayed = mine.publishedUpTo()
      if (relayed === null) return false
      mine.enqueue(await save({ relayed }))
      mine.removedUpTo(relayed)
      return (await waiting()) <= 1
    })
    t.equal(seen.reads, 1)
  },
)

t.test('without another commit the outbox is empty soon after', async (t) => {
  const { save, open, events, waiting } = await setup(t)
  const mine = open(t)
  mine.enqueue(await save())
  await until('it is taken out', async () => (await waiting()) === 0)
  t.same(await events(), [1])
  t.equal(mine.publishedUpTo(), null)
})

t.test('what is told while nobody knows what waits is sent once, in its order', async (t) => {
  const { save, open, events, waiting } = await setup(t)
  await save()
  const lost = await save()
  const mine = open(t)
  mine.enqueue(null)
  mine.enqueue(lost)
  mine.enqueue(await save())
  mine.enqueue(null)
  await until('all is taken out', async () => (await waiting()) === 0)
  t.same(await events(), [1, 2, 3])
})

t.test('while the stream takes nothing all of it waits in the outbox', async (t) => {
  const { save, open, events, waiting, jsm, again, seen } = await setup(t)
  await jsm.streams.delete(EVENTS_STREAM)
  const mine = open(t)
  for (let i = 0; i < 250; i++) mine.enqueue(await save())
  t.equal(await waiting(), 250)
  t.equal(mine.publishedUpTo(), null)
  await again()
  await until('all is taken out', async () => (await waiting()) === 0)
  t.same(
    await events(),
    Array.from({ length: 250 }, (_, i) => i + 1),
  )
  t.ok(seen.reads > 0)
})

t.test('a stream that is nearly full takes nothing small before what is large and came first', async (t) => {
  const { save, open, events, waiting, jsm } = await setup(t)
  await jsm.streams.update(EVENTS_STREAM, { max_bytes: 4_096 })
  const [large, small] = [await save({ count: 200 }), await save()]
  const mine = open(t)
  mine.enqueue([...(large ?? []), ...(small ?? [])])
  await until('the large one was refused', () => mine.failures() > 0)
  t.same(await events(), [])
  await jsm.streams.update(EVENTS_STREAM, { max_bytes: SETTINGS.maxBytes })
  await until('all is taken out', async () => (await waiting()) === 0)
  t.same(
    await events(),
    Array.from({ length: 201 }, (_, i) => i + 1),
  )
})

t.test('a relay that stops leaves nothing in the outbox that the stream has', async (t) => {
  const { save, open, events, waiting } = await setup(t)
  const mine = open(t)
  mine.enqueue(await save())
  await until('it is on the stream', async () => (await events()).length === 1)
  await mine.stop()
  t.equal(await waiting(), 0)
  mine.enqueue(await save())
  t.same(await events(), [1], 'and sends nothing more')
})
