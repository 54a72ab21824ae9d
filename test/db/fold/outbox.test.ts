import t from 'tap'
import { connect } from '../../../db/pg/connect.js'
import { leaseIdSlot } from '../../../db/ingress/id-slots.js'
import { memberStore } from '../../../db/fold/member-store.js'
import { outboxStore } from '../../../db/fold/outbox.js'
import { parseEventNotices } from '../../../schemas/stream/event-notice.js'
import { testDatabase } from '../../support/servers.js'
import { until } from '../../support/until.js'
import { applyOne, commit, eventWrite, folded } from './commits.js'
import { silentLog } from '../silent-log.js'

t.test(
  'notices of events leave the outbox in the order they were saved, partition by partition',
  async (t) => {
    const { pool, close } = connect({ url: await testDatabase(t), name: 'test', log: silentLog })
    t.teardown(close)
    await pool.query('insert into partition_state (partition, epoch) values (0, 1), (1, 1)')
    const members = memberStore(pool)
    const outbox = outboxStore(pool)
    for (let n = 1; n <= 5; n++) {
      for (const p of [0, 1]) {
        await applyOne(
          members,
          commit(p, 1, n - 1, n, {
            folded: [
              folded(String(p + 1), n, { events: [eventWrite(p * 100 + n * 2 - 1)] }),
              folded(String(p + 3), n, { events: [eventWrite(p * 100 + n * 2)] }),
            ],
          }),
        )
      }
    }
    const named = (body: string): number[] =>
      (parseEventNotices(body) ?? []).map((event) => Number(event.id.slice(-12)))
    const first = await outbox.pending(0, 0, 2)
    t.same(
      first.map((one) => named(one.body)),
      [
        [1, 2],
        [3, 4],
      ],
      'one message a commit, with all its members',
    )
    t.match(first[0], { eventId: '00000000-0000-5000-8000-000000000001' })
    await outbox.published(0, first[1]?.id ?? 0)
    t.same(
      (await outbox.pending(0, 0, 100)).map((one) => named(one.body)),
      [
        [5, 6],
        [7, 8],
        [9, 10],
      ],
    )
    t.equal((await outbox.pending(1, 0, 100)).length, 5, 'the other partition is untouched')
  },
)

t.test('a slot for ids has one holder', async (t) => {
  const { pool, close } = connect({ url: await testDatabase(t), name: 'test', log: silentLog })
  t.teardown(close)
  const lease = async (
    owner: string,
    lost = (): void => {
      t.fail('lost')
    },
    ttl = 60,
  ) => await leaseIdSlot(pool, { owner, log: silentLog, lost, ttl })
  const slots = await Promise.all(Array.from({ length: 64 }, async (_, n) => await lease(`w${n}`)))
  t.equal(new Set(slots.map((one) => one.slot)).size, 64)
  await t.rejects(lease('one too many'))
  await slots[9]?.release()
  await t.rejects(lease('too soon'), 'a slot rests before it is used again')
  await pool.query("update id_slot set last_used = now() - interval '6 seconds' where owner is null")
  t.equal((await lease('next')).slot, slots[9]?.slot)
  for (const one of slots) await one.release()

  let gone = false
  await pool.query("update id_slot set last_used = '-infinity'")
  const mine = await lease(
    'mine',
    () => {
      gone = true
    },
    0.3,
  )
  await pool.query("update id_slot set owner = 'thief' where slot = $1", [mine.slot])
  await until('the holder hears that it lost its slot', () => gone)

  const ends = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  const heard: unknown[] = []
  process.on('unhandledRejection', (error) => {
    heard.push(error)
  })
  t.teardown(() => {
    process.removeAllListeners('unhandledRejection')
    for (const end of ends) process.on('unhandledRejection', end)
  })
  const thread = await lease(
    'thread',
    () => {
      throw new Error('no slot, no thread')
    },
    0.3,
  )
  await pool.query("update id_slot set owner = 'thief' where slot = $1", [thread.slot])
  await until('a holder that throws is not held back', () => heard.length > 0)
  t.match(heard, [{ message: 'no slot, no thread' }])
})
