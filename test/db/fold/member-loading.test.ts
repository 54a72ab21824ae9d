import pg from 'pg'
import t from 'tap'
import { memberStore } from '../../../db/fold/member-store.js'
import { applyOne, AT, commit, folded, memberStoreSetup, message, segmentWrite } from './commits.js'

t.test('members are found by index in a table without statistics', async (t) => {
  const { url } = await memberStoreSetup(t)
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  t.teardown(async () => {
    await pool.end()
  })
  await pool.query('alter table segment set (autovacuum_enabled = false)')
  await pool.query("insert into member (id, doc) select n, '{}' from generate_series(1001, 2200) n")
  await pool.query(`insert into segment (member_id, id, type, status, confirmation_nos, raw_ids, version,
    updated, doc, provenance, state)
    select 1001 + n % 1200, n, 'Air', 'Active', '{}', '{}', 1, now(), repeat('x', 4000), '', '{}'
      from generate_series(1, 6000) n`)
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
  t.equal(await scans(), before, 'no sequential scan')
})

t.test(
  'the latest segments are loaded in full, others without documents until they are requested',
  async (t) => {
    const { members } = await memberStoreSetup(t)
    const write = (id: string, updated: number) =>
      segmentWrite(id, {
        updated: AT + updated,
        doc: `{"id":"${id}","é":1}`,
        state: `{"s":${id}}\n[{"raw":${id}}]`,
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
    const partial = (id: string) => ({ id, version: 1, doc: null, state: `{"s":${id}}` })
    const whole = (id: string) => ({
      id,
      version: 1,
      doc: `{"id":"${id}","é":1}`,
      state: `{"s":${id}}\n[{"raw":${id}}]`,
    })
    t.same(await segments(), [[whole('71'), whole('72'), whole('73')], [whole('74')]])
    t.same(await segments(2), [[whole('71'), partial('72'), whole('73')], [whole('74')]])
    t.same(await segments(0), [[partial('71'), partial('72'), partial('73')], [partial('74')]])
    t.same(
      [
        ...(await members.segments([
          { member: '1', segments: ['72', '74', '4711', 'odd'] },
          { member: '3', segments: ['71'] },
        ])),
      ],
      [['1', [whole('72')]]],
      'only those of their own member',
    )
  },
)
