import t from 'tap'
import { memberStore } from '../../../db/fold/member-store.js'
import { outboxStore } from '../../../db/fold/outbox.js'
import { partitionStore } from '../../../db/fold/partitions.js'
import { dividePartitions, resumeHalted } from '../../../db/operator/partition-admin.js'
import { savedMessages } from '../../../db/operator/saved-messages.js'
import { connect } from '../../../db/pg/connect.js'
import { controlConnection } from '../../../db/pg/control-connection.js'
import { PARTITIONS, storeContract } from '../../support/fold/store-contract.js'
import { testDatabase } from '../../support/servers.js'
import { silentLog } from '../../support/silent-log.js'

storeContract(t, async (t) => {
  const url = await testDatabase(t)
  const { pool, close } = connect({ url, name: 'test', log: silentLog() })
  t.teardown(close)
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
