import t from 'tap'
import { connect } from '../../../db/pg/connect.js'
import { commitRows, noticesOfCommit } from '../../../db/fold/commit-parameters.js'
import { cutRows } from '../../../db/fold/cut-rows.js'
import { saveCommits } from '../../../db/fold/save-commits.js'
import type { Commit } from '../../../schemas/stream/member-store.js'
import { silentLog } from '../../support/silent-log.js'
import { commit, eventWrite, folded, memberStoreSetup, message, segmentWrite, tripWrite } from './commits.js'

const SEGMENTS = 300
const LIMITS = { rows: 50, bytes: 40_000 }

/** One message of one member with many segments, an event for each, and a document that does not fit. */
function large(more: Partial<Commit> = {}): Commit {
  const ids = Array.from({ length: SEGMENTS }, (_, i) => String(7_000 + i))
  const docs = new Map(ids.map((id) => [id, JSON.stringify({ id, note: 'x'.repeat(200) })]))
  return commit(0, 1, 100, 101, {
    messages: [message('1', 101, '51')],
    folded: [
      folded('1', 101, {
        head: '{"h":1}',
        sequence: SEGMENTS,
        segments: ids.map((id) => segmentWrite(id, { doc: docs.get(id)! })),
        trips: [tripWrite('8001', { state: JSON.stringify('y'.repeat(100_000)) })],
        events: ids.map((id, i) =>
          eventWrite(i + 1, { resourceId: id, body: [`{"n":${i},"object":`, docs.get(id)!, '}'] }),
        ),
      }),
    ],
    ...more,
  })
}

t.test(
  'a commit larger than a statement is saved whole, in one transaction of bounded statements',
  async (t) => {
    const { pool } = await memberStoreSetup(t)
    await pool.query(`
    create table written (rows bigint);
    create function count_rows() returns trigger language plpgsql as $$
      begin insert into written select count(*) from added; return null; end $$;
    create trigger written after insert on segment referencing new table as added
      for each statement execute function count_rows()`)
    const { apply } = saveCommits(pool, LIMITS)
    const one = large()
    const answer = await apply([one])
    if (answer === 'fenced') return t.fail('it was fenced')
    const written = await pool.query<{ rows: number }>('select rows from written')
    t.ok(written.rows.length > 5, `${written.rows.length} statements`)
    t.ok(written.rows.every(({ rows }) => rows <= LIMITS.rows))
    const events = await pool.query<{ body: string }>('select body from logged_event order by sequence')
    t.same(
      events.rows.map((row) => row.body),
      one.folded[0]!.events.map(({ body }) => body.join('')),
    )
    const outbox = await pool.query<{ id: number; body: string }>('select id, body from outbox order by id')
    t.same(
      answer[0]?.notices?.map(({ id, body }) => ({ id, body })),
      outbox.rows,
      'the rows of the outbox in their order',
    )
    const { rows } = await pool.query(
      `select (select count(*) from segment) as segments, (select count(*) from trip) as trips,
      (select count(*) from raw_batch) as raw, m.last_seq, m.head, p.cursor, p.applied
    from member m, partition_state p where m.id = 1 and p.partition = 0`,
    )
    t.same(rows, [
      { segments: SEGMENTS, trips: 1, raw: 1, last_seq: 101, head: '{"h":1}', cursor: 101, applied: 1 },
    ])
  },
)

t.test('of a large commit nothing is saved when a later statement fails or it is fenced', async (t) => {
  const { pool } = await memberStoreSetup(t)
  const { apply } = saveCommits(pool, LIMITS)
  t.equal(await apply([large({ epoch: 0 })]), 'fenced')
  t.equal(await apply([large({ revision: 99 })]), 'fenced')
  await pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$;
    create trigger refuse before insert on segment for each row when (new.id = ${7_000 + SEGMENTS - 1})
      execute function refuse()`)
  await t.rejects(apply([large()]), { code: 'P0001' })
  const { rows } = await pool.query(
    `select (select count(*) from segment) as segments, (select count(*) from logged_event) as events,
      cursor, applied from partition_state where partition = 0`,
  )
  t.same(rows, [{ segments: 0, events: 0, cursor: 100, applied: 0 }])
})

t.test('a commit too long for one statement_timeout is saved when it is cut', async (t) => {
  const { pool, url } = await memberStoreSetup(t)
  await pool.query(`
    create function slowly() returns trigger language plpgsql as $$
      begin perform pg_sleep(0.005); return new; end $$;
    create trigger slowly before insert on segment for each row execute function slowly()`)
  const short = connect({
    url: `${url}?options=-c%20statement_timeout%3D1000ms`,
    name: 'test',
    log: silentLog(),
  })
  t.teardown(async () => {
    await short.close()
  })
  await t.rejects(saveCommits(short.pool).apply([large()]), { code: '57014' })
  t.not(await saveCommits(short.pool, LIMITS).apply([large()]), 'fenced')
  t.same((await pool.query('select count(*) as n from segment')).rows, [{ n: SEGMENTS }])
})

t.test('every row is in one statement, in order', (t) => {
  const one = large()
  const rows = commitRows([one], noticesOfCommit(one))
  const statements = cutRows(rows, LIMITS)
  for (const statement of statements) {
    const { partition, ...written } = statement
    t.equal(partition.length, 1)
    const count = Object.values(written).flat().length
    t.ok(count <= LIMITS.rows || count === 1, `${count} rows`)
  }
  for (const part of ['raw', 'member', 'segment', 'trip', 'account', 'event', 'outbox'] as const)
    t.same(
      statements.flatMap((statement) => statement[part] as unknown[]),
      rows[part],
      part,
    )
  t.end()
})

t.test('the probe tells whether rows can be written, and leaves none', async (t) => {
  const { pool, members } = await memberStoreSetup(t)
  const at = { partition: 0, epoch: 1, revision: 100, cursor: 100 }
  t.equal(await members.probe(at), true)
  const tables = ['raw_batch', 'segment', 'trip', 'account', 'event', 'outbox']
  for (const table of tables) t.same((await pool.query(`select from ${table}`)).rowCount, 0, table)
  t.same((await pool.query('select cursor, applied from partition_state where partition = 0')).rows, [
    { cursor: 100, applied: 0 },
  ])
  t.equal(await members.probe({ ...at, epoch: 0 }), false)
  await pool.query('alter table trip rename to trip_away')
  await t.rejects(members.probe(at), { code: '42P01' })
})
