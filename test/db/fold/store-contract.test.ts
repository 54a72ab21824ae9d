import t from 'tap'
import type { Test } from 'tap'
import { memberStore } from '../../../db/fold/member-store.js'
import { outboxStore } from '../../../db/fold/outbox.js'
import { partitionStore } from '../../../db/fold/partitions.js'
import { dividePartitions, resumeHalted } from '../../../db/operator/partition-admin.js'
import { savedMessages } from '../../../db/operator/saved-messages.js'
import { controlConnection } from '../../../db/pg/control-connection.js'
import { PARTITIONS, storeContract } from '../../support/fold/store-contract.js'
import { until } from '../../support/until.js'
import { silentLog } from '../../support/silent-log.js'
import { openDatabase } from '../../support/open-database.js'

async function setup(t: Test) {
  const { url, pool } = await openDatabase(t)
  const worker = (id: string, ttl = 30) => {
    const control = controlConnection({ url, name: id, log: silentLog() })
    t.teardown(async () => {
      await control.close()
    })
    return {
      parts: partitionStore({ worker: id, control, pool, ttl }),
      endSession: async () => {
        await pool.query('select pg_terminate_backend(pid) from worker where id = $1', [id])
      },
    }
  }
  await worker('setup').parts.identify({ streamId: '2026-11-21', slices: 1_024, partitions: PARTITIONS })
  return { pool, worker }
}

storeContract(t, async (t) => {
  const { pool, worker } = await setup(t)
  await pool.query("insert into member (id, doc) select id, '{}' from generate_series(1, 20) id")
  const members = memberStore(pool)
  return {
    worker,
    members,
    outbox: outboxStore(pool),
    saved: savedMessages(pool, members.appliedBatches),
    divide: async (partitions) => await dividePartitions(pool, 'SEGMENTS', partitions),
    resume: async (created, upTo) =>
      await resumeHalted(pool, { name: 'SEGMENTS', created, upTo }, 'test', 'test'),
  }
})

t.test('acquiring several partitions locks them in the same order as a commit', async (t) => {
  const { worker, pool } = await setup(t)
  const admin = await pool.connect()
  t.teardown(() => {
    admin.release()
  })
  const { parts } = worker('a')
  await parts.heartbeat()
  // Reverse order, as a sequential scan may return them.
  await pool.query(
    'create temp table reversed as select * from partition_owner; delete from partition_owner;' +
      'insert into partition_owner select * from reversed order by partition desc; drop table reversed',
  )
  await admin.query('begin')
  await admin.query('select from partition_owner where partition = 0 for no key update')
  const acquired = parts.acquire(Array.from({ length: PARTITIONS }, (_, p) => p))
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
