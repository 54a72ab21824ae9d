import t, { type Test } from 'tap'
import { erasureStore, openErasure, readReceipt, reopenErasures } from '../../../db/person/erasures.js'
import type { Database } from '../../../db/pg/connect.js'
import { takeSamplesAgain } from '../../../db/person/planner-samples.js'
import { openDatabase } from '../../support/open-database.js'

const MEMBER = '4711'

/** A database with one member who can sign in. */
async function databaseWithMember(t: Test): Promise<Database> {
  const database = await openDatabase(t)
  await addMember(database)
  return database
}

async function addMember({ pool }: Database): Promise<void> {
  await pool.query("insert into member (id, doc) values ($1, '{}')", [MEMBER])
  await pool.query(
    `insert into member_login (member_id, email, email_key, first_name, last_name, password_hash)
     values ($1, 'ada@mail.example', 'ada@mail.example', 'Ada', 'Byron', 'x')`,
    [MEMBER],
  )
}

/** Runs both passes over the rows of the member. */
async function erase({ pool }: Database): Promise<void> {
  const store = erasureStore(pool)
  for (const isSecondPass of [false, true]) {
    const [erasure] = await store.due()
    t.match(erasure, { member: MEMBER, isSecondPass })
    await store.recordPass(erasure!, await store.eraseRows(erasure!))
    await pool.query("update erasure set erased_at = now() - interval '20 minutes'")
  }
}

t.test('a receipt that is done has the id of the member and no address', async (t) => {
  const database = await databaseWithMember(t)
  const receipt = await openErasure(database.knex, MEMBER, 'Ada')
  await erase(database)
  t.match(await readReceipt(database.pool, receipt), { member: MEMBER, doneAt: Date, counts: { member: 1 } })
  t.same((await database.pool.query('select email from erasure')).rows, [{ email: null }])
})

t.test('a member that a backup brought back is erased again under the same receipt', async (t) => {
  const database = await databaseWithMember(t)
  const receipt = await openErasure(database.knex, MEMBER, 'Ada')
  await erase(database)
  await addMember(database)
  t.equal(await openErasure(database.knex, MEMBER, 'Ada'), receipt)
  t.match(await erasureStore(database.pool).due(), [{ id: receipt, email: 'ada@mail.example' }])
  await erase(database)
  t.equal((await database.pool.query('select from member')).rowCount, 0)
  t.match(await readReceipt(database.pool, receipt), { counts: { member: 2 } })
})

t.test('what waits for a loyalty number is erased with the member who has proven it', async (t) => {
  const database = await databaseWithMember(t)
  for (const [id, ownership] of [
    [1, 'Unconfirmed'],
    [2, 'Confirmed'],
    [3, 'Vouched'],
  ]) {
    await database.pool.query(
      `insert into account (member_id, id, status, source, account_id, classification, ownership, version, updated, doc, state)
       values ($1, $2::bigint, 'Active', 'airline_dl', $2::text, 'airline', $3, 1, now(), '{}', '{}')`,
      [MEMBER, id, ownership],
    )
    await database.pool.query(
      `insert into held_line (source, number_key, client_id, needs_proof, envelope, body)
       values ('airline_dl', $1::text, 'gds', true, '{}', '{}')`,
      [id],
    )
  }
  await openErasure(database.knex, MEMBER, 'Ada')
  await erase(database)
  const { rows } = await database.pool.query('select number_key from held_line')
  t.same(rows, [{ number_key: '1' }], 'a number that anybody may register: it is not theirs')
})

t.test('a restored database opens the erasures of which it has no receipt', async (t) => {
  const database = await databaseWithMember(t)
  await openErasure(database.knex, '4712', 'Ada')
  t.same(await reopenErasures(database, []), [])
  t.same(await reopenErasures(database, ['4712', MEMBER]), [MEMBER])
  t.equal((await database.pool.query('select from member_login')).rowCount, 0, 'the account is closed')
  t.match(await erasureStore(database.pool).due(), [{ member: '4712' }, { member: MEMBER }])
  t.same(await reopenErasures(database, ['4712', MEMBER]), [], 'once')
})

t.test('one process runs an erasure at a time, and none a pass that has ended meanwhile', async (t) => {
  const { pool, knex } = await databaseWithMember(t)
  const receipt = await openErasure(knex, MEMBER, 'Ada')
  const [one, other] = [erasureStore(pool), erasureStore(pool)]
  const inside = await one.exclusively(receipt, async (erasure) => {
    t.match(erasure, { member: MEMBER, isSecondPass: false })
    const meanwhile = await other.exclusively(receipt, async () => await Promise.resolve('run'))
    await one.recordPass(erasure, { segment: 1 })
    return meanwhile
  })
  t.equal(inside, null, 'while it runs')
  t.equal(await other.exclusively(receipt, async () => await Promise.resolve('run')), null, 'after it')
})

t.test('a statement over large tables may take longer than the pool waits for others', async (t) => {
  const database = await databaseWithMember(t)
  await openErasure(database.knex, MEMBER, 'Ada')
  await database.pool.query(`
    create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(1.8); return old; end';
    create trigger slow before delete on member for each row execute function slow()`)
  const url = database.pool.options.connectionString ?? ''
  const impatient = await openDatabase(t, { url, queryTimeoutMs: 1_500 })
  const store = erasureStore(impatient.pool)
  t.match(await store.eraseRows((await store.due())[0]!), { member: 1 })
})

t.test('applications are sent member.deleted once, however often the erasure is asked for', async (t) => {
  const { pool, knex } = await databaseWithMember(t)
  await pool.query("insert into app (client_id, name) values ('app', 'A')")
  await pool.query("insert into oauth_grant (client_id, member_id) values ('app', $1)", [MEMBER])
  for (let i = 0; i < 2; i++) await openErasure(knex, MEMBER, 'Ada')
  const { rows } = await pool.query("select client_id from event where type = 'member.deleted'")
  t.same(rows, [{ client_id: 'app' }])
})

t.test('tables that were sampled before an erasure are sampled again, once', async (t) => {
  const database = await databaseWithMember(t)
  const { pool, knex } = database
  const address = 'ada@mail.example'
  const samples = async (): Promise<string> =>
    (await pool.query<{ text: string }>("select string_agg(s::text, '') as text from pg_stats s")).rows[0]!
      .text
  // For a unique column the planner keeps bounds, which takes two values.
  await pool.query(
    `insert into member_login (member_id, email, email_key, first_name, last_name, password_hash)
     values (4712, 'bob@mail.example', 'bob@mail.example', 'Bob', 'Byron', 'x')`,
  )
  await pool.query('analyze')
  t.match(await samples(), address)
  t.same(await takeSamplesAgain(knex), [], 'nobody was erased')
  await openErasure(knex, MEMBER, 'Ada')
  await erase(database)
  t.match(await samples(), address, 'an erasure leaves them')
  t.same(await takeSamplesAgain(knex), [], 'within a day')
  await pool.query("select pg_stat_reset_single_table_counters('member_login'::regclass)")
  t.same(await takeSamplesAgain(knex), ['member_login'])
  t.notMatch(await samples(), address)
  t.same(await takeSamplesAgain(knex), [], 'once')
})
