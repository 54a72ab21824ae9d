import t from 'tap'
import type { Commit } from '../../../schemas/stream/member-store.js'
import {
  applyOne,
  commit,
  eventWrite,
  folded,
  memberStoreSetup,
  message,
  segmentWrite,
  tripWrite,
} from './commits.js'

t.test('a commit under an old epoch or from another cursor saves nothing', async (t) => {
  const { pool, members } = await memberStoreSetup(t)
  const effects: Partial<Commit> = {
    messages: [message('1', 101, '51')],
    folded: [
      folded('1', 101, {
        segments: [segmentWrite('71')],
        trips: [tripWrite('81')],
        events: [eventWrite(1)],
        sequence: 1,
      }),
    ],
    parking: [{ member: '3', since: 101, reason: 'fold', error: 'no', attempts: 1, version: '1' }],
  }
  t.equal(await applyOne(members, commit(1, 0, 100, 101, effects)), 'fenced', 'old epoch')
  t.equal(await applyOne(members, commit(1, 1, 99, 101, effects)), 'fenced', 'old revision')
  for (const table of ['raw_batch', 'segment', 'trip', 'event', 'outbox', 'parked_member']) {
    const {
      rows: [{ count }],
    } = await pool.query(`select count(*) from ${table}`)
    t.equal(count, 0, `${table} is empty`)
  }
  const {
    rows: [member],
  } = await pool.query('select last_seq from member where id = 1')
  t.equal(member.last_seq, 0)
})

t.test(
  'commits of several partitions are one transaction, each with its own cursor, outbox and messages',
  async (t) => {
    const { pool, members } = await memberStoreSetup(t)
    await applyOne(
      members,
      commit(2, 1, 100, 101, { folded: [folded('2', 101, { events: [eventWrite(1)] })] }),
    )
    const {
      rows: [{ id: published }],
    } = await pool.query('select id from outbox')
    const result = await members.apply([
      commit(2, 1, 101, 105, {
        published,
        messages: [message('2', 105, '52')],
        folded: [folded('2', 105, { segments: [segmentWrite('72')], events: [eventWrite(3)], sequence: 3 })],
      }),
      commit(0, 1, 100, 103, {
        messages: [message('3', 102, '53'), message('1', 103, '51')],
        folded: [
          folded('3', 102),
          folded('1', 103, { trips: [tripWrite('81')], events: [eventWrite(2)], sequence: 2 }),
        ],
      }),
      commit(3, 1, 100, 100),
    ])
    t.match(result, [
      { notices: [{ eventId: '00000000-0000-5000-8000-000000000003' }] },
      { notices: [{ eventId: '00000000-0000-5000-8000-000000000002' }] },
      { notices: [] },
    ])
    const { rows: partitions } = await pool.query(
      'select partition, cursor, applied from partition_state order by partition',
    )
    t.same(partitions, [
      { partition: 0, cursor: 103, applied: 2 },
      { partition: 1, cursor: 100, applied: 0 },
      { partition: 2, cursor: 105, applied: 1 },
      { partition: 3, cursor: 100, applied: 0 },
    ])
    const { rows: raw } = await pool.query('select partition, id from raw_batch order by id')
    t.same(raw, [
      { partition: 0, id: 51 },
      { partition: 2, id: 52 },
      { partition: 0, id: 53 },
    ])
    const { rows: outbox } = await pool.query(
      'select partition, event_id from unpublished_notice order by partition',
    )
    t.same(
      outbox,
      [
        { partition: 0, event_id: '00000000-0000-5000-8000-000000000002' },
        { partition: 2, event_id: '00000000-0000-5000-8000-000000000003' },
      ],
      'a published row is recorded for its own partition only',
    )
  },
)
