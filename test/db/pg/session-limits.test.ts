/** Limits of statements hold for the service and for nobody else (workers/DESIGN.md 3.1, decision 45). */
import t from 'tap'
import type { Knex } from 'knex'
import pg from 'pg'
import { connect } from '../../../db/pg/connect.js'
import type { Database } from '../../../db/pg/connect.js'
import { migrate } from '../../../db/pg/migrate.js'
import { transaction } from '../../../db/pg/transaction.js'
import { testDatabase } from '../../support/servers.js'
import { silentLog } from '../../support/silent-log.js'
import { startPooler } from '../../support/transaction-pooler.js'
import { openDatabase } from '../../support/open-database.js'

interface Limits {
  statement: string
  lock: string
  idle: string
}

const READ = `
  select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle`
const LIMITED: Limits = { statement: '5s', lock: '3s', idle: '2s' }
const UNLIMITED: Limits = { statement: '0', lock: '0', idle: '0' }

const ofPool = async (through: pg.Pool | pg.ClientBase): Promise<Limits | undefined> =>
  (await through.query<Limits>(READ)).rows[0]
const ofKnex = async (through: Knex): Promise<Limits | undefined> =>
  ((await through.raw(READ)) as { rows: Limits[] }).rows[0]

/** Limits within a transaction of the pool and of knex. */
async function inTransactions({ pool, knex }: Database): Promise<Array<Limits | undefined>> {
  return [await transaction(pool, ofPool), await knex.transaction(ofKnex)]
}

t.test('an operator is not limited by the settings of the service', async (t) => {
  const url = await testDatabase(t)
  await migrate(url)
  const operator = new pg.Client({ connectionString: url })
  await operator.connect()
  t.teardown(async () => {
    await operator.end()
  })
  t.same(await ofPool(operator), UNLIMITED)
  t.same((await operator.query('show synchronous_commit')).rows, [{ synchronous_commit: 'on' }])
})

t.test('every session of a role is limited', async (t) => {
  const database = connect({ url: await testDatabase(t), direct: true, name: 'test', log: silentLog() })
  t.teardown(database.close)
  t.same(await ofPool(database.pool), LIMITED)
  t.same(await ofKnex(database.knex), LIMITED)
  t.same(await inTransactions(database), [LIMITED, LIMITED])
})

t.test('Postgres compiles no statement of ours, not even through a pooler', async (t) => {
  const url = await testDatabase(t)
  // A database whose administrator switched it on: what our sessions ask for wins.
  const administrator = new pg.Client({ connectionString: url })
  await administrator.connect()
  await administrator.query(
    `alter database ${administrator.escapeIdentifier(new URL(url).pathname.slice(1))} set jit = on`,
  )
  await administrator.end()
  const direct = connect({ url, direct: true, name: 'test', log: silentLog() })
  t.teardown(direct.close)
  const jit = async (through: pg.Pool | pg.ClientBase): Promise<unknown> =>
    (await through.query('show jit')).rows
  t.same(await jit(direct.pool), [{ jit: 'off' }])
  t.match(await direct.knex.raw('show jit'), { rows: [{ jit: 'off' }] })
  const pooled = connect({ url, name: 'test', log: silentLog() })
  t.same(await jit(pooled.pool), [{ jit: 'on' }], 'a pooler hands out sessions without our options')
  t.same(await transaction(pooled.pool, jit), [{ jit: 'off' }])
  await pooled.close()
  await migrate(url)
  const migrated = await openDatabase(t, { url })
  t.same(await jit(migrated.pool), [{ jit: 'off' }], 'the role has it off in this database')
})

t.test('statements of a worker find rows by their keys alone, and nobody else has to', async (t) => {
  const read =
    "select current_setting('enable_bitmapscan') as bitmap, current_setting('enable_seqscan') as sequential"
  const url = await testDatabase(t)
  const worker = connect({ url, direct: true, keyPlans: true, name: 'test', log: silentLog() })
  const pooled = connect({ url, keyPlans: true, name: 'test', log: silentLog() })
  t.teardown(worker.close)
  t.teardown(pooled.close)
  const off = [{ bitmap: 'off', sequential: 'off' }]
  t.same((await worker.pool.query(read)).rows, off)
  t.same((await transaction(pooled.pool, async (client) => await client.query(read))).rows, off)
  t.same((await pooled.pool.query(read)).rows, [{ bitmap: 'on', sequential: 'on' }])
  t.match(await worker.knex.raw(read), { rows: [{ bitmap: 'on', sequential: 'on' }] })
})

t.test('through a pooler every transaction is limited, and nothing stays behind', async (t) => {
  const pooler = await startPooler(await testDatabase(t))
  t.teardown(pooler.close)
  const database = await openDatabase(t, { url: pooler.url })
  for (let round = 0; round < 3; round++) {
    t.same(await inTransactions(database), [LIMITED, LIMITED])
    t.same([await ofPool(database.pool), await ofKnex(database.knex)], [UNLIMITED, UNLIMITED])
  }
})
