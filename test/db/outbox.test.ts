import t from 'tap'
import { connect } from '../../db/connect.js'
import { leaseIdSlot } from '../../db/id-slots.js'
import { keepHouse } from '../../db/housekeeping.js'
import { memberStore } from '../../db/members.js'
import { outboxStore } from '../../db/outbox.js'
import { readNotices } from '../../schemas/notice.js'
import { testDatabase } from '../support/servers.js'
import { until } from '../support/until.js'
import { applyOne, commit, eventWrite, folded } from './commits.js'
import { silentLog } from './silent-log.js'

t.test('notices of events leave the outbox in the order they were saved, partition by partition', async t => {
  const { pool, close } = connect({ url: await testDatabase(t), name: 'test', log: silentLog })
  t.teardown(close)
  await pool.query('insert into part (p, epoch) values (0, 1), (1, 1)')
  const members = memberStore(pool)
  const outbox = outboxStore(pool)
  for (let n = 1; n <= 5; n++) {
    for (const p of [0, 1]) {
      await applyOne(members, commit(p, 1, n - 1, n, {
        folded: [folded(String(p + 1), n, { events: [eventWrite(p * 100 + n * 2 - 1)] }), folded(String(p + 3), n, { events: [eventWrite(p * 100 + n * 2)] })]
      }))
    }
  }
  const named = (body: string): number[] => (readNotices(body) ?? []).map(event => Number(event.id.slice(-12)))
  const first = await outbox.pending(0, 0, 2)
  t.same(first.map(one => named(one.body)), [[1, 2], [3, 4]], 'one message a commit, with all its members')
  t.match(first[0], { eventId: '00000000-0000-5000-8000-000000000001' })
  await outbox.published(0, first[1]?.id ?? 0)
  t.same((await outbox.pending(0, 0, 100)).map(one => named(one.body)), [[5, 6], [7, 8], [9, 10]])
  t.equal((await outbox.pending(1, 0, 100)).length, 5, 'the other partition is untouched')
})

t.test('a slot for ids has one holder', async t => {
  const { pool, close } = connect({ url: await testDatabase(t), name: 'test', log: silentLog })
  t.teardown(close)
  const lease = async (owner: string, lost = (): void => { t.fail('lost') }, ttl = 60) => await leaseIdSlot(pool, { owner, log: silentLog, lost, ttl })
  const slots = await Promise.all(Array.from({ length: 64 }, async (_, n) => await lease(`w${n}`)))
  t.equal(new Set(slots.map(one => one.slot)).size, 64)
  await t.rejects(lease('one too many'))
  await slots[9]?.release()
  await t.rejects(lease('too soon'), 'a slot rests before it is used again')
  await pool.query("update id_slot set last_used = now() - interval '6 seconds' where owner is null")
  t.equal((await lease('next')).slot, slots[9]?.slot)
  for (const one of slots) await one.release()

  let gone = false
  await pool.query("update id_slot set last_used = '-infinity'")
  const mine = await lease('mine', () => { gone = true }, 0.3)
  await pool.query("update id_slot set owner = 'thief' where slot = $1", [mine.slot])
  await until('the holder hears that it lost its slot', () => gone)

  const ends = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  const heard: unknown[] = []
  process.on('unhandledRejection', error => { heard.push(error) })
  t.teardown(() => { process.removeAllListeners('unhandledRejection'); for (const end of ends) process.on('unhandledRejection', end) })
  const thread = await lease('thread', () => { throw new Error('no slot, no thread') }, 0.3)
  await pool.query("update id_slot set owner = 'thief' where slot = $1", [thread.slot])
  await until('a holder that throws is not held back', () => heard.length > 0)
  t.match(heard, [{ message: 'no slot, no thread' }])
})

t.test('old things go, young ones stay', async t => {
  const { pool, knex, close } = connect({ url: await testDatabase(t), name: 'test', log: silentLog })
  t.teardown(close)
  await pool.query(`
    insert into idempotency (client_id, key_hash, body_hash, created)
    values ('a', 'old', '', now() - interval '25 hours'), ('a', 'new', '', now() - interval '23 hours')`)
  await pool.query(`
    insert into trip (member_id, id, status, privacy, personal, business, version, updated, doc, segments, state)
    select 1, n, case n when 3 then 'Active' else 'Deleted' end, 'Private', false, false, 1, now() - (case n when 2 then 399 else 401 end) * interval '1 day', '', '', ''
    from generate_series(1, 3) n`)
  await pool.query("insert into event (id, sequence, type, created, body) values (gen_random_uuid(), 1, 'x', now() - interval '31 days', ''), (gen_random_uuid(), 2, 'x', now(), '')")
  await pool.query(`
    insert into held_line (source, number_key, envelope, body, created)
    values ('airline_dl', '1', '{}', '{}', now() - interval '31 days'), ('airline_dl', '1', '{}', '{}', now() - interval '29 days')`)
  t.same(await keepHouse(knex), { 'idempotency keys older than 24 hours': 1, 'lines of feeds that waited 30 days for their account': 1, 'trips gone for 400 days': 1 })
  t.same((await pool.query('select id from trip order by id')).rows, [{ id: 2 }, { id: 3 }])
  t.same((await pool.query('select sequence from event')).rows, [{ sequence: 2 }])
})

t.test('attempts and deliveries go with the events they were for, and a line goes on behind what has gone', async t => {
  const { pool, knex, close } = connect({ url: await testDatabase(t), name: 'test', log: silentLog })
  t.teardown(close)
  const day = async (days: number): Promise<string> => (await pool.query<{ name: string }>(`select 'attempt_' || to_char((now() at time zone 'utc')::date + ${days}, 'YYYYMMDD') as name`)).rows[0]?.name ?? ''
  const [coming, old] = [await day(7), await day(-31)]
  await pool.query(`
    drop table ${coming};
    create table ${old} partition of attempt for values from ('${old.slice(8)}') to (('${old.slice(8)}'::date + 1)::timestamptz);
    insert into attempt (callback_id, event_id, event_at, no, at, state, ms, type, signed)
      select 1, gen_random_uuid(), at, 1, at, 'delivered', 1, 'x', '' from (values (now() - interval '40 days'), (now() - interval '5 days')) as a(at);
    insert into app (client_id, name) values ('a', 'A');
    insert into callback (id, client_id, url, status, events, ordered, max_in_flight, timeout_ms, secret) values (1, 'a', 'https://a.example', 'Active', '{*}', 'member', 1, 5000, '');
    insert into callback_due (callback_id) values (1);
    insert into delivery (callback_id, event_id, event_at, member_id, sequence, due_at, ordered)
      select 1, gen_random_uuid(), now() - days * interval '1 day', 7, n, due::timestamptz, true from (values (32, 1, 'now'), (2, 2, 'infinity'), (1, 3, 'infinity')) as d(days, n, due)`)
  t.match(await keepHouse(knex), { 'deliveries of events older than 30 days': 1 })
  t.same((await pool.query('select sequence, due_at < now() as due from delivery order by sequence')).rows, [{ sequence: 2, due: true }, { sequence: 3, due: false }])
  t.same((await pool.query('select ready_at <= now() as ready from callback_due')).rows, [{ ready: true }])
  t.equal((await pool.query('select from attempt')).rowCount, 1)
  t.same((await pool.query('select to_regclass($1) is not null as coming, to_regclass($2) is not null as old', [coming, old])).rows, [{ coming: true, old: false }])
})
