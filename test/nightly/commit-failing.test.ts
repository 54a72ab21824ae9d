/**
 * Postgres answers but saves nothing: after a minute the fold worker says so, nobody is parked, and everything is
 * folded once the cause is gone.
 */
import pg from 'pg'
import t from 'tap'
import { startRolesApart } from '../support/roles-apart.js'
import { testDatabase, testNats } from '../support/servers.js'
import { until } from '../support/until.js'

t.setTimeout(300_000)

const START_MS = 60_000
const NOT_READY_MS = 100_000

t.test('a commit that has been failing for a minute makes its worker not ready', async (t) => {
  const databaseUrl = await testDatabase(t, 'full')
  const { url: natsUrl } = await testNats(t)
  const pool = new pg.Pool({ connectionString: databaseUrl })
  t.teardown(async () => {
    await pool.end()
  })
  const roles = await startRolesApart(t, {
    databaseUrl,
    natsUrl,
    reachableDatabaseUrl: databaseUrl,
    dir: t.testdir({}),
  })
  const fold = roles.of('fold')
  const isReady = async (): Promise<boolean> => (await fold.readiness())?.status === 200
  for (const { role, readiness } of roles.processes)
    await until(`${role} is ready`, async () => (await readiness())?.status === 200, START_MS)

  await pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no row at all'; end $$;
    create trigger refuse before insert on segment for each row execute function refuse()`)
  const sentAt = Date.now()
  t.equal((await roles.post()).status, 202)
  t.ok(await isReady(), 'not for a short failure')
  const state = await until(
    'it is not ready',
    async () => {
      const answer = await fold.readiness()
      return answer?.status === 503 ? answer : null
    },
    NOT_READY_MS,
  )
  t.ok(Date.now() - sentAt >= 60_000, `after ${Date.now() - sentAt} ms`)
  t.match(state.checks, {
    database: 'ok',
    stream: 'ok',
    commits: /^the commit of partition \d+ has been failing for 6\d s: no row at all$/,
  })

  await pool.query('drop trigger refuse on segment')
  await until('it is ready again', isReady)
  const { rows } = await pool.query(
    `select (select count(*)::int from raw_batch) as folded, (select count(*)::int from parked_member) as parked`,
  )
  t.same(rows, [{ folded: 1, parked: 0 }])
})
