import t from 'tap'
import { readMemberHistory } from '../../../db/fold/member-history.js'
import { unpackContent } from '../../../db/fold/raw-batch/raw-batch-content.js'
import { batchReads } from '../../../db/reads/batches.js'
import {
  applyOne,
  AT,
  commit,
  eventWrite,
  folded,
  memberStoreSetup,
  message,
  segmentWrite,
  tripWrite,
} from './commits.js'

const ODD_TEXT = 'a\u0001\0b"c\\d,{e}'

const FULL_COMMIT = commit(1, 1, 100, 107, {
  messages: [message('2', 107, '52', { first: '60', count: 3 }), message('1', 103, '51')],
  folded: [
    folded('2', 107, {
      profile: '{"id":"2","first_name":"Zoë"}',
      head: '{"held":[]}',
      sequence: 2,
      segments: [
        segmentWrite('71', { tripId: '81', confirmationNos: [ODD_TEXT, ''], startAt: null, rawIds: [] }),
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
          holder: ['DOE/Z', ODD_TEXT],
          client: ODD_TEXT,
          ownership: 'Unconfirmed',
          conflict: false,
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
})

t.test('a commit is loaded again', async (t) => {
  const { members } = await memberStoreSetup(t)
  const result = await applyOne(members, FULL_COMMIT)
  t.match(
    result,
    { notices: [{ eventId: '00000000-0000-5000-8000-000000000001' }] },
    'the outbox has one notice',
  )

  const found = await members.load(['2', '1', '4711', 'not an id'])
  t.same(found.map((one) => one.id).sort(), ['1', '2'], 'members that do not exist are absent')
  const two = found.find((one) => one.id === '2')
  t.match(two, {
    profile: '{"id":"2","first_name":"Zoë"}',
    head: '{"held":[]}',
    sequence: 2,
    appliedSeq: 107,
    newestBatch: 52,
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
})

t.test('a commit writes every column', async (t) => {
  const { pool, members } = await memberStoreSetup(t)
  await applyOne(members, FULL_COMMIT)
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
    failed: false,
    refused: false,
    withdrawn: null,
  })
  t.match(unpackContent(raw.content, { id: 52, kind: raw.kind, client: 'app', received: AT }), {
    body: '{"segments":[]}',
    results: [{ _id: 60, segment_id: '71', trip_id: '81', action: 'created' }],
  })
  const {
    rows: [partition],
  } = await pool.query('select cursor, applied from partition_state where partition = 1')
  t.same(partition, { cursor: 107, applied: 2 })
})

t.test('events are logged complete, whether their document is in the commit or not', async (t) => {
  const { pool, members } = await memberStoreSetup(t)
  const doc = JSON.stringify({
    id: '71',
    hotel_name: 'Zürich \u0003 "Größe" \\1 $& 宿',
    note: 'x'.repeat(3_000),
  })
  const eventAbout = (
    n: number,
    resourceId: string,
    object: string,
    more = '',
  ): ReturnType<typeof eventWrite> =>
    eventWrite(n, {
      resourceId,
      body: [`{"id":"e${n}","data":{"object":`, object, `,"previous_attributes":{}${more}}}`],
    })
  const first = [
    eventAbout(1, '71', doc),
    eventAbout(2, '81', '{"id":"81"}', ',"material":true'),
    eventAbout(3, '71', '{"id":"71","older":true}'),
    eventAbout(4, '99', '{"id":"99"}'),
    eventWrite(5, { resourceId: '71' }),
  ]
  const second = [eventAbout(6, '72', '{"id":"72"}')]
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
  const { rows } = await pool.query<{ body: string }>('select body from logged_event order by id')
  t.same(
    rows.map((row) => row.body),
    [...first, ...second].map((event) => event.body.join('')),
  )
})

t.test('existing rows are replaced, existing batches are kept', async (t) => {
  const { pool, members } = await memberStoreSetup(t)
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
    await members.appliedBatches([
      { member: '1', batch: '51' },
      { member: '2', batch: '51' },
      { member: '1', batch: 'x' },
    ]),
    new Set(['51']),
  )
  await step(101, 2, '"second"')
  const [one] = await members.load(['1'])
  t.match(one, { segments: [{ version: 2, doc: '"second"' }], trips: [{ version: 2, doc: '"second"' }] })
  const history = await readMemberHistory(pool, '1')
  t.same(
    history?.messages.map(({ body }) => body),
    ['"first"'],
  )
})

t.test('messages of unknown members are stored as refused', async (t) => {
  const { pool, members } = await memberStoreSetup(t)
  t.not(
    await applyOne(
      members,
      commit(0, 1, 100, 102, { refused: [message('999', 101, '51'), message('no', 102, '52')] }),
    ),
    'fenced',
  )
  const { rows } = await pool.query('select member_id from raw_batch')
  t.same(rows, [{ member_id: 999 }])
  t.match(await batchReads(pool).byId('999', '51'), { status: 'failed', refusal: { error: 'not_found' } })
})

t.test('nothing of what a message of an unknown member said is stored', async (t) => {
  const { pool, members } = await memberStoreSetup(t)
  const expects = { id: '999', version: 1, doc: '{"first_name":"Ada"}' }
  const refused = [message('999', 101, '51', { first: '60', count: 2, account: '7004', expects })]
  await applyOne(members, commit(0, 1, 100, 101, { refused }))
  const {
    rows: [raw],
  } = await pool.query('select kind, client_id, first_id, n, content from raw_batch')
  t.match(raw, { kind: 'segments', client_id: 'app', first_id: 60, n: 2 })
  const stored = unpackContent(raw.content, { id: 51, kind: 'segments', client: 'app', received: AT })
  t.same(stored, {
    envelope: { v: 1, kind: 'segments', batch: '51', received: AT, client: 'app', first: '60', count: 2 },
    body: '',
    results: [],
    resource: null,
    refusal: { error: 'not_found', error_description: 'The member does not exist.' },
  })
})

t.test('a deleted member does not exist', async (t) => {
  const { pool, members } = await memberStoreSetup(t)
  await pool.query("update member set status = 'Deleted' where id = 1")
  t.same(await members.load(['1']), [])
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
