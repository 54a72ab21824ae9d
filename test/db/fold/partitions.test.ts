import t, { type Test } from 'tap'
import pg from 'pg'
import { connect } from '../../../db/pg/connect.js'
import { controlConnection } from '../../../db/pg/control-connection.js'
import { partitionStore } from '../../../db/fold/partitions.js'
import { testDatabase } from '../../support/servers.js'
import { until } from '../../support/until.js'
import { silentLog } from '../../support/silent-log.js'

const PARTITIONS = 8

async function setup(t: Test) {
  const url = await testDatabase(t)
  const { pool, close } = connect({ url, name: 'test', log: silentLog() })
  t.teardown(close)
  const worker = (id: string, ttl = 30) => {
    const session = controlConnection({ url, name: id, log: silentLog() })
    t.teardown(async () => {
      await session.close()
    })
    return { session, parts: partitionStore({ worker: id, control: session, pool, ttl }) }
  }
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  t.teardown(async () => {
    await admin.end()
  })
  await worker('setup').parts.identify({ streamId: '2026-11-21', slices: 1_024, partitions: PARTITIONS })
  return { pool, worker, admin }
}

const all = Array.from({ length: PARTITIONS }, (_, p) => p)

t.test('acquiring several partitions locks them in the same order as a commit', async (t) => {
  const { worker, pool, admin } = await setup(t)
  const { parts } = worker('a')
  await parts.heartbeat()
  // Reverse order, as a sequential scan may return them.
  await pool.query(
    'create temp table reversed as select * from partition_owner; delete from partition_owner;' +
      'insert into partition_owner select * from reversed order by partition desc; drop table reversed',
  )
  await admin.query('begin')
  await admin.query('select from partition_owner where partition = 0 for no key update')
  const acquired = parts.acquire(all)
  await until(
    'it to wait for the first',
    async () =>
      (
        await pool.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
      ).rows.length > 0,
  )
  await admin.query("set lock_timeout = '5s'")
  await admin.query('select from partition_owner where partition = $1 for no key update', [PARTITIONS - 1])
  await admin.query('commit')
  t.equal((await acquired).length, PARTITIONS)
})

t.test('lag is recorded under the current epoch', async (t) => {
  const { worker, pool } = await setup(t)
  const { parts } = worker('a')
  await parts.heartbeat()
  await parts.acquire([0, 1])
  await parts.recordLag([
    { partition: 0, epoch: 1, revision: 0, lag: 7 },
    { partition: 1, epoch: 0, revision: 0, lag: 9 },
  ])
  const { rows } = await pool.query('select lag from partition_state where partition < 2 order by partition')
  t.same(rows, [{ lag: 7 }, { lag: null }])
})
