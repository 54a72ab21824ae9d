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

t.test('free partitions are acquired by one worker each, and released', async (t) => {
  const { worker } = await setup(t)
  const [a, b] = [worker('a').parts, worker('b').parts]
  t.same(await a.acquire([0]), [], 'a worker without a heartbeat acquires nothing')
  await a.heartbeat()
  await b.heartbeat()
  t.same(
    await a.acquire([3, 1]),
    [1, 3].map((partition) => ({
      partition,
      division: { slices: 1_024, partitions: PARTITIONS },
      epoch: 1,
      revision: 0,
      cursor: 0,
      cursorStored: null,
      abandonedEpochs: 0,
      suspect: null,
      crashes: 0,
    })),
  )
  t.same(
    (await b.acquire([1, 2, 3])).map((one) => one.partition),
    [2],
    'partitions of a live worker stay with it',
  )
  t.match(await b.survey(), { workers: ['a', 'b'] })
  await a.release([{ partition: 1, epoch: 1 }])
  t.match(await b.acquire([1]), [{ partition: 1, epoch: 2 }])
  await a.release([{ partition: 1, epoch: 1 }])
  t.equal((await b.survey()).partitions[1]?.owner, 'b', 'a release under an old epoch has no effect')
  await a.leave()
  t.match(await b.survey(), {
    workers: ['b'],
    partitions: [{ owner: null }, { owner: 'b' }, { owner: 'b' }, { owner: null }],
  })
})

t.test('workers that race for all partitions never share one', async (t) => {
  const { worker } = await setup(t)
  const workers = ['a', 'b', 'c'].map((id) => worker(id).parts)
  for (const one of workers) await one.heartbeat()
  const acquired = (await Promise.all(workers.map(async (one) => await one.acquire(all))))
    .flat()
    .map((one) => one.partition)
  t.same(
    acquired.sort((x, y) => x - y),
    all,
  )
})

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

t.test('the partitions of a dead session are free long before its lease ends', async (t) => {
  const { worker, admin } = await setup(t)
  const [a, b] = [worker('a', 600), worker('b')]
  await a.parts.heartbeat()
  await b.parts.heartbeat()
  await a.parts.acquire(all)
  t.same(await b.parts.acquire(all), [])
  await admin.query("select pg_terminate_backend(pid) from worker where id = 'a'")
  await until('the session to be gone', async () => (await b.parts.survey()).workers.length === 1)
  t.match(
    await b.parts.acquire(all),
    all.map((partition) => ({ partition, epoch: 2 })),
  )
  await a.parts.heartbeat()
  t.same((await b.parts.survey()).workers, ['a', 'b'], 'the worker rejoins with a new session')
})

t.test('the partitions of an expired lease are free', async (t) => {
  const { worker } = await setup(t)
  const [frozen, b] = [worker('frozen', 0.05).parts, worker('b').parts]
  await until('the lease to hold for an acquire', async () => {
    await frozen.heartbeat()
    return (await frozen.acquire([0])).length > 0
  })
  await b.heartbeat()
  await until('the lease to expire', async () => !(await b.survey()).workers.includes('frozen'))
  t.match(await b.acquire([0]), [{ partition: 0, epoch: 2, abandonedEpochs: 1 }])
})

t.test('owners that did not release the partition are counted until one does', async (t) => {
  const { worker } = await setup(t)
  let last = worker('w0', 0.05).parts
  await last.heartbeat()
  t.match(await last.acquire([0]), [{ abandonedEpochs: 0 }])
  for (const abandonedEpochs of [1, 2]) {
    const next = worker(`w${abandonedEpochs}`, 0.05).parts
    t.match(
      await until('the lease of the last owner to expire', async () => {
        await next.heartbeat()
        const acquired = await next.acquire([0])
        return acquired.length > 0 ? acquired : null
      }),
      [{ abandonedEpochs, epoch: abandonedEpochs + 1 }],
    )
    last = next
  }
  await last.recordSuspect(0, 3, 6, 0)
  await last.heartbeat()
  t.match(
    await last.acquire([0]),
    [{ abandonedEpochs: 0, suspect: 6, epoch: 4 }],
    'acquiring an own partition again is not a crash',
  )
  await last.release([{ partition: 0, epoch: 4 }])
  await last.heartbeat()
  t.match(await last.acquire([0]), [{ abandonedEpochs: 0, epoch: 5 }])
})

t.test('a worker that lost its session and comes back did not crash with the suspect message', async (t) => {
  const { worker } = await setup(t)
  const suspects: number[] = []
  const workers = [worker('s0', 0.05).parts, worker('s1', 0.05).parts, worker('s2', 0.05).parts]
  let epoch = 0
  for (const next of workers) {
    const [acquired] = await until('the lease of the last owner to expire', async () => {
      await next.heartbeat()
      const rows = await next.acquire([0])
      return rows.length > 0 ? rows : null
    })
    suspects.push(acquired!.crashes)
    epoch = acquired!.epoch
    // The first owner marks a group, the second a single message of it: each may have crashed with its mark.
    await next.recordSuspect(0, epoch, 6, suspects.length - 1)
  }
  t.same(suspects, [0, 1, 2])
  const [first, second, last] = workers
  t.equal(await last!.suspectCrashes(0), 2)
  await second!.heartbeat()
  t.equal(await last!.suspectCrashes(0), 1, 'the second is here again')
  await second!.heartbeat()
  t.equal(await last!.suspectCrashes(0), 1, 'and is not counted twice')
  await first!.heartbeat()
  t.equal(await last!.suspectCrashes(0), 0)
  await last!.recordSuspect(0, epoch, 6, 1)
  t.equal(await last!.suspectCrashes(0), 0, 'what was taken back does not come back')
})

t.test('workers are notified at once when another joins or leaves', async (t) => {
  const { worker } = await setup(t)
  const [a, b] = [worker('a').parts, worker('b').parts]
  let notifications = 0
  await a.heartbeat()
  const stop = a.onRebalance(() => {
    notifications += 1
  })
  t.teardown(stop)
  await a.survey()
  await b.heartbeat()
  await until('a notification about b', () => notifications === 1)
  await b.heartbeat()
  await b.leave()
  await until('a notification that b left', () => notifications === 2)
})

t.test('position, lag and halt require the current epoch', async (t) => {
  const { worker, pool } = await setup(t)
  const { parts } = worker('a')
  await parts.heartbeat()
  await parts.acquire([0, 1])
  t.same(await parts.position(0), { epoch: 1, revision: 0, cursor: 0, cursorStored: null })
  await t.rejects(parts.position(99))
  await parts.recordLag([
    { partition: 0, epoch: 1, revision: 0, lag: 7 },
    { partition: 1, epoch: 0, revision: 0, lag: 9 },
  ])
  t.equal(await parts.halt(1, 0, 'HALTED_GAP'), false, 'another owner may have it by now')
  t.equal(await parts.halt(0, 1, 'HALTED_GAP'), true)
  const { rows } = await pool.query(
    'select lag, status from partition_state where partition < 2 order by partition',
  )
  t.same(rows, [
    { lag: 7, status: 'HALTED_GAP' },
    { lag: null, status: 'ok' },
  ])
})

t.test('the stream identity is the one observed first', async (t) => {
  const { worker } = await setup(t)
  t.same(await worker('x').parts.identify({ streamId: 'later', slices: 64, partitions: 256 }), {
    streamId: '2026-11-21',
    slices: 1_024,
    partitions: PARTITIONS,
    marked: null,
  })
  t.equal((await worker('x').parts.survey()).partitions.length, PARTITIONS)
})
