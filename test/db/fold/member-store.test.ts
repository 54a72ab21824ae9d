import pg from 'pg'
import t, { type Test } from 'tap'
import { connect } from '../../../db/pg/connect.js'
import { memberStore } from '../../../db/fold/member-store.js'
import type { Commit } from '../../../schemas/stream/member-store.js'
import { testDatabase } from '../../support/servers.js'
import { applyOne, AT, commit, eventWrite, folded, message, segmentWrite, tripWrite } from './commits.js'
import { silentLog } from '../silent-log.js'

async function setup(t: Test) {
  const url = await testDatabase(t)
  const db = connect({ url, name: 'test', log: silentLog })
  t.teardown(async () => {
    await db.close()
  })
  const { pool } = db
  await pool.query(
    'insert into partition_state (partition, epoch, cursor) select partition, 1, 100 from generate_series(0, 3) partition',
  )
  await pool.query(
    'insert into member (id, doc) select id, \'{"id":"\' || id || \'"}\' from generate_series(1, 20) id',
  )
  return { url, pool, members: memberStore(pool) }
}

t.test('what is saved is loaded again', async (t) => {
  const { pool, members } = await setup(t)
  const odd = 'a\u0001\0b"c\\d,{e}'
  const saved = await applyOne(
    members,
    commit(1, 1, 100, 107, {
      messages: [message('2', 107, '52', { first: '60', count: 3 }), message('1', 103, '51')],
      folded: [
        folded('2', 107, {
          profile: '{"id":"2","first_name":"Zoë"}',
          head: '{"held":[]}',
          sequence: 2,
          segments: [
            segmentWrite('71', { tripId: '81', confirmationNos: [odd, ''], startAt: null, rawIds: [] }),
            segmentWrite('72'),
          ],
          trips: [tripWrite('81', { doc: JSON.stringify({ text: 'two\nlines\u0001' }) })],
          accounts: [
            {
              id: '91',
              status: 'Active',
              source: 'airline_dl',
              accountId: '0012',
              classification: 'airline',
              version: 1,
              updated: AT,
              doc: '{}',
              state: '{}',
            },
          ],
          events: [eventWrite(1), eventWrite(2)],
          batches: [
            {
              id: '52',
              seq: 107,
              status: 'processed',
              refusal: null,
              resource: null,
              results: [{ _id: 60, segment_id: '71', trip_id: '81', action: 'created' }],
            },
          ],
        }),
        folded('1', 103, { sequence: 0 }),
      ],
    }),
  )
  t.match(
    saved,
    { notices: [{ eventId: '00000000-0000-5000-8000-000000000001' }] },
    'the outbox has one notice of it',
  )

  const found = await members.load(['2', '1', '4711', 'not an id'])
  t.same(found.map((one) => one.id).sort(), ['1', '2'], 'members that do not exist are absent')
  const two = found.find((one) => one.id === '2')
  t.match(two, {
    profile: '{"id":"2","first_name":"Zoë"}',
    head: '{"held":[]}',
    sequence: 2,
    lastSeq: 107,
    newest: 52,
  })
  t.same(
    two?.segments.map((one) => one.id),
    ['71', '72'],
  )
  t.same(two?.trips, [
    { id: '81', version: 1, doc: JSON.stringify({ text: 'two\nlines\u0001' }), state: '{}' },
  ])
  t.equal(two?.accounts.length, 1)
  t.equal(found.find((one) => one.id === '1')?.profile, '{"id":"1"}', 'a profile that did not change stays')

  const {
    rows: [segment],
  } = await pool.query('select * from segment where id = 71')
  t.same(segment.confirmation_nos, ['a\u0001\ufffdb"c\\d,{e}', ''])
  t.equal(segment.start_at, null)
  t.equal(segment.end_at.getTime(), AT + 3_600_000)
  t.same(segment.raw_ids, [])
  const {
    rows: [raw],
  } = await pool.query('select * from raw_batch where id = 52')
  t.match(raw, {
    member_id: 2,
    partition: 1,
    seq: 107,
    client_id: 'app',
    first_id: 60,
    n: 3,
    status: 'processed',
    refusal: null,
    body: '{"segments":[]}',
  })
  t.same(JSON.parse(raw.results), [{ _id: 60, segment_id: '71', trip_id: '81', action: 'created' }])
  const {
    rows: [part],
  } = await pool.query('select cursor, applied from partition_state where partition = 1')
  t.same(part, { cursor: 107, applied: 2 })
})

t.test('events are logged whole, whether their document is in the commit or not', async (t) => {
  const { pool, members } = await setup(t)
  const doc = JSON.stringify({
    id: '71',
    hotel_name: 'Zürich \u0003 "Größe" \\1 $& 宿',
    note: 'x'.repeat(3_000),
  })
  const told = (n: number, resourceId: string, object: string, more = ''): ReturnType<typeof eventWrite> =>
    eventWrite(n, {
      resourceId,
      body: [`{"id":"e${n}","data":{"object":`, object, `,"previous_attributes":{}${more}}}`],
    })
  const first = [
    told(1, '71', doc),
    told(2, '81', '{"id":"81"}', ',"material":true'),
    told(3, '71', '{"id":"71","older":true}'),
    told(4, '99', '{"id":"99"}'),
    eventWrite(5, { resourceId: '71' }),
  ]
  const second = [told(6, '72', '{"id":"72"}')]
  t.not(
    await applyOne(
      members,
      commit(1, 1, 100, 110, {
        folded: [
          folded('1', 109, {
            segments: [segmentWrite('71', { doc })],
            trips: [tripWrite('81')],
            events: first,
            sequence: 5,
          }),
          folded('2', 110, { segments: [segmentWrite('72')], events: second, sequence: 1 }),
        ],
      }),
    ),
    'fenced',
  )
  const { rows } = await pool.query<{ body: string }>('select body from event order by id')
  t.same(
    rows.map((row) => row.body),
    [...first, ...second].map((event) => event.body.join('')),
  )
})

t.test('a commit under an old epoch or from another position saves nothing', async (t) => {
  const { pool, members } = await setup(t)
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
  t.equal(await applyOne(members, commit(1, 1, 99, 101, effects)), 'fenced', 'old position')
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

t.test('of two owners who save from one position, one is fenced', async (t) => {
  const { pool, members } = await setup(t)
  for (let round = 0; round < 20; round++) {
    const from = 100 + round
    const tries = await Promise.all(
      [1, 2, 3].map(
        async (n) =>
          await applyOne(
            members,
            commit(2, 1, from, from + 1, {
              messages: [message('1', from + 1, String(1000 + round * 3 + n))],
              folded: [folded('1', from + 1)],
            }),
          ),
      ),
    )
    t.equal(tries.filter((one) => one !== 'fenced').length, 1)
  }
  const {
    rows: [raw],
  } = await pool.query('select count(*) from raw_batch')
  t.equal(raw.count, 20)
})

t.test(
  'commits of several partitions are one transaction, each with its own position, outbox and messages',
  async (t) => {
    const { pool, members } = await setup(t)
    await applyOne(
      members,
      commit(2, 1, 100, 101, { folded: [folded('2', 101, { events: [eventWrite(1)] })] }),
    )
    const {
      rows: [{ id: relayed }],
    } = await pool.query('select id from outbox')
    const answer = await members.apply([
      commit(2, 1, 101, 105, {
        relayed,
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
    t.match(answer, [
      { notices: [{ eventId: '00000000-0000-5000-8000-000000000003' }] },
      { notices: [{ eventId: '00000000-0000-5000-8000-000000000002' }] },
      { notices: [] },
    ])
    const { rows: parts } = await pool.query(
      'select partition, cursor, applied from partition_state order by partition',
    )
    t.same(parts, [
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
    const { rows: outbox } = await pool.query('select partition, event_id from outbox order by partition')
    t.same(
      outbox,
      [
        { partition: 0, event_id: '00000000-0000-5000-8000-000000000002' },
        { partition: 2, event_id: '00000000-0000-5000-8000-000000000003' },
      ],
      'what was relayed left its own partition alone',
    )
  },
)

t.test('one fenced commit keeps those beside it from being saved', async (t) => {
  const { pool, members } = await setup(t)
  const good = commit(0, 1, 100, 101, {
    messages: [message('1', 101, '51')],
    folded: [folded('1', 101, { segments: [segmentWrite('71')] })],
  })
  for (const bad of [commit(1, 0, 100, 101), commit(1, 1, 99, 101), commit(9, 1, 100, 101)]) {
    t.equal(await members.apply([good, { ...bad, messages: [message('2', 101, '52')] }]), 'fenced')
  }
  t.same(
    (await pool.query('select cursor from partition_state')).rows.map((row) => row.cursor),
    [100, 100, 100, 100],
  )
  t.equal((await pool.query('select count(*) as n from raw_batch')).rows[0].n, 0)
  t.match(await members.apply([good]), [{ notices: [] }])
})

t.test('rows that are there are replaced, batches that are there are kept', async (t) => {
  const { pool, members } = await setup(t)
  const step = async (cursor: number, version: number, doc: string): Promise<void> => {
    t.not(
      await applyOne(
        members,
        commit(0, 1, cursor, cursor + 1, {
          messages: [{ ...message('1', cursor + 1, '51'), body: doc }],
          folded: [
            folded('1', cursor + 1, {
              segments: [segmentWrite('71', { version, doc })],
              trips: [tripWrite('81', { version, doc })],
            }),
          ],
        }),
      ),
      'fenced',
    )
  }
  await step(100, 1, '"first"')
  t.same(
    await members.known([
      { member: '1', batch: '51' },
      { member: '2', batch: '51' },
      { member: '1', batch: 'x' },
    ]),
    new Set(['51']),
  )
  await step(101, 2, '"second"')
  const [one] = await members.load(['1'])
  t.match(one, { segments: [{ version: 2, doc: '"second"' }], trips: [{ version: 2, doc: '"second"' }] })
  const { rows } = await pool.query('select body from raw_batch')
  t.same(rows, [{ body: '"first"' }])
})

t.test('messages of unknown members are kept as refused', async (t) => {
  const { pool, members } = await setup(t)
  t.not(
    await applyOne(
      members,
      commit(0, 1, 100, 102, { refused: [message('999', 101, '51'), message('no', 102, '52')] }),
    ),
    'fenced',
  )
  const { rows } = await pool.query('select member_id, status, refusal from raw_batch')
  t.equal(rows.length, 1)
  t.match(rows[0], { member_id: 999, status: 'failed' })
  t.equal(JSON.parse(rows[0].refusal).error, 'not_found')
})

t.test('a deleted member is not there', async (t) => {
  const { pool, members } = await setup(t)
  await pool.query("update member set status = 'Deleted' where id = 1")
  t.same(await members.load(['1']), [])
})

t.test('data that Postgres refuses changes nothing and says its class', async (t) => {
  const { members } = await setup(t)
  await t.rejects(
    applyOne(
      members,
      commit(0, 1, 100, 101, {
        folded: [folded('1', 101, { segments: [segmentWrite('71'), segmentWrite('no number')] })],
      }),
    ),
    { code: '22P02' },
  )
  t.equal((await members.load(['1']))[0]?.segments.length, 0)
  t.not(await applyOne(members, commit(0, 1, 100, 101)), 'fenced', 'the partition stands where it stood')
})

t.test('a fold of two hundred members is one commit', async (t) => {
  const { pool, members } = await setup(t)
  await pool.query("insert into member (id, doc) select id, '{}' from generate_series(21, 220) id")
  const ids = Array.from({ length: 200 }, (_, i) => String(220 - i))
  t.not(
    await applyOne(
      members,
      commit(0, 1, 100, 300, {
        messages: ids.map((id, i) => message(id, 101 + i, String(5000 + i))),
        folded: ids.map((id, i) =>
          folded(id, 101 + i, {
            segments: [segmentWrite(String(7000 + i))],
            trips: [tripWrite(String(8000 + i))],
            sequence: 1,
            events: [eventWrite(i + 1)],
          }),
        ),
      }),
    ),
    'fenced',
  )
  const {
    rows: [{ n }],
  } = await pool.query(
    'select count(*) as n from segment s join trip t using (member_id) join member m on m.id = s.member_id',
  )
  t.equal(n, 200)
})

t.test('members are found by index in a table that Postgres knows nothing about yet', async (t) => {
  const { url } = await setup(t)
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  t.teardown(async () => {
    await pool.end()
  })
  await pool.query('alter table segment set (autovacuum_enabled = false)')
  await pool.query("insert into member (id, doc) select n, '{}' from generate_series(1001, 2200) n")
  await pool.query(`insert into segment (member_id, id, type, status, confirmation_nos, raw_ids, version, updated, doc, provenance, state)
    select 1001 + n % 1200, n, 'Air', 'Active', '{}', '{}', 1, now(), repeat('x', 4000), '', '{}' from generate_series(1, 6000) n`)
  const scans = async (): Promise<number> => {
    await pool.query('select pg_stat_force_next_flush()')
    return (
      (
        await pool.query<{ n: number }>(
          "select seq_scan::int as n from pg_stat_user_tables where relname = 'segment'",
        )
      ).rows[0]?.n ?? NaN
    )
  }
  const before = await scans()
  const found = await memberStore(pool).load(Array.from({ length: 300 }, (_, i) => String(1_001 + i * 4)))
  t.equal(found.length, 300)
  t.ok(found.every((one) => one.segments.length === 5))
  t.equal(await scans(), before, 'the table was not read from end to end')
})

t.test(
  'of many segments the latest come in full, the others without what is said of them, until they are asked for',
  async (t) => {
    const { members } = await setup(t)
    const write = (id: string, updated: number) =>
      segmentWrite(id, {
        updated: AT + updated,
        doc: `{"id":"${id}","é":1}`,
        state: `{"s":${id}}\n[{"said":${id}}]`,
      })
    await applyOne(
      members,
      commit(1, 1, 100, 101, {
        messages: [message('1', 101, '51'), message('2', 101, '52')],
        folded: [
          folded('1', 101, { segments: [write('71', 3), write('72', 1), write('73', 2)] }),
          folded('2', 101, { segments: [write('74', 0)] }),
        ],
      }),
    )
    const segments = async (full?: number) =>
      (await members.load(['1', '2'], full))
        .sort((a, b) => Number(a.id) - Number(b.id))
        .map((one) => one.segments)
    const part = (id: string) => ({ id, version: 1, doc: null, state: `{"s":${id}}` })
    const whole = (id: string) => ({
      id,
      version: 1,
      doc: `{"id":"${id}","é":1}`,
      state: `{"s":${id}}\n[{"said":${id}}]`,
    })
    t.same(await segments(), [[whole('71'), whole('72'), whole('73')], [whole('74')]])
    t.same(await segments(2), [[whole('71'), part('72'), whole('73')], [whole('74')]])
    t.same(await segments(0), [[part('71'), part('72'), part('73')], [part('74')]])
    t.same(
      [
        ...(await members.segments([
          { member: '1', segments: ['72', '74', '4711', 'odd'] },
          { member: '3', segments: ['71'] },
        ])),
      ],
      [['1', [whole('72')]]],
      'of their own member alone',
    )
  },
)
