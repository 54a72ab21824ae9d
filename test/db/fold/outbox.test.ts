import t from 'tap'
import { connect } from '../../../db/pg/connect.js'
import { memberStore } from '../../../db/fold/member-store.js'
import { outboxStore } from '../../../db/fold/outbox.js'
import { parseEventNotices } from '../../../schemas/stream/event-notice.js'
import { addPartitions } from '../../support/fold/partition-rows.js'
import { testDatabase } from '../../support/servers.js'
import { applyOne, commit, eventWrite, folded } from './commits.js'
import { silentLog } from '../../support/silent-log.js'

t.test('event notices leave the outbox in the order of their commits, per partition', async (t) => {
  const { pool, close } = connect({ url: await testDatabase(t), name: 'test', log: silentLog() })
  t.teardown(close)
  await addPartitions(pool, 2)
  const members = memberStore(pool)
  const outbox = outboxStore(pool)
  for (let n = 1; n <= 5; n++) {
    for (const partition of [0, 1]) {
      await applyOne(
        members,
        commit(partition, 1, n - 1, n, {
          folded: [
            folded(String(partition + 1), n, { events: [eventWrite(partition * 100 + n * 2 - 1)] }),
            folded(String(partition + 3), n, { events: [eventWrite(partition * 100 + n * 2)] }),
          ],
        }),
      )
    }
  }
  const numbersOf = (body: string): number[] =>
    (parseEventNotices(body) ?? []).map((event) => Number(event.id.slice(-12)))
  const first = await outbox.pending(0, 0, 2)
  t.same(
    first.map((one) => numbersOf(one.body)),
    [
      [1, 2],
      [3, 4],
    ],
    'one notice per commit, for all its members',
  )
  t.match(first[0], { eventId: '00000000-0000-5000-8000-000000000001' })
  await outbox.recordPublished(0, first[1]?.id ?? 0)
  t.same(
    (await outbox.pending(0, 0, 100)).map((one) => numbersOf(one.body)),
    [
      [5, 6],
      [7, 8],
      [9, 10],
    ],
  )
  t.equal((await outbox.pending(1, 0, 100)).length, 5, 'the other partition is untouched')
})
