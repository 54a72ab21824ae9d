import t from 'tap'
import { startHeartbeat } from '../../../db/operator/process-heartbeat.js'
import { liveProcesses } from '../../../db/operator/worker-status.js'
import { expectNoEarlierVersion } from '../../../ops/roles/earlier-versions.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'
import { openDatabase } from '../../support/open-database.js'

t.test('a process is listed while it runs, and again after Postgres has lost its row', async (t) => {
  const { pool } = await openDatabase(t)
  await pool.query(`
    insert into process (name, role, host, pid, version, started, heartbeat) values
      ('api-dead-1-aaaaaa', 'api', 'dead', 1, '1', now() - interval '1 day', now() - interval '1 minute'),
      ('api-old-1-aaaaaa', 'api', 'old', 1, '1', now() - interval '1 day', now() - interval '2 hours')`)
  const name = 'deliver-here-7-bbbbbb'
  const heartbeat = await startHeartbeat(
    pool,
    { name, role: 'deliver', host: 'here', pid: 7, version: '1.2.3' },
    silentLog(),
  )
  const listed = async (): Promise<string[]> => (await liveProcesses(pool)).map((one) => one.name)
  t.match(await liveProcesses(pool), [{ name, version: '1.2.3', started: Date }])
  await t.resolves(expectNoEarlierVersion(pool))
  await pool.query('update process set stored_form = 0')
  await t.rejects(expectNoEarlierVersion(pool), { message: /: deliver-here-7-bbbbbb 1\.2\.3: / })
  t.same((await pool.query('select name from process order by name')).rows, [
    { name: 'api-dead-1-aaaaaa' },
    { name },
  ])
  // The table is unlogged: after a crash of Postgres it is empty.
  await pool.query('truncate process')
  await until('the next heartbeat', async () => (await listed()).includes(name))
  await heartbeat.stop()
  t.same(await listed(), [])
})
