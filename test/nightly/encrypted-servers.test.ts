/** The whole product on a Postgres and a nats-server that accept TLS alone. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { ROOT } from '../../ops/config/paths.js'
import { demoLoad } from '../support/demo-load.js'
import { tlsFolder, tlsNats, tlsPostgres } from '../support/encrypted-servers.js'
import { program } from '../support/program.js'
import { stackEnvironment, stackFolder, startStack } from '../support/stack.js'
import { connect } from '../../db/pg/connect.js'
import { silentLog } from '../support/silent-log.js'

t.setTimeout(600_000)

const MEMBERS = 2
const BATCHES = 3

t.test('every connection of the product is encrypted', async (t) => {
  const folder = await tlsFolder(t)
  const database = new URL((await tlsPostgres(t, folder)).url)
  const admin = connect({ url: database.href, name: 'test', log: silentLog() })
  await admin.pool.query("create role encrypted superuser login password 'a-password'")
  t.teardown(admin.close)
  Object.assign(database, { username: 'encrypted', password: 'a-password' })
  database.searchParams.set('sslmode', 'verify-full')
  database.searchParams.set('sslrootcert', folder.ca)
  const { cert, key } = await folder.issue('client')
  const settings = {
    DATABASE_URL: database.href,
    NATS_URL: (await tlsNats(t, folder, { verify: true })).url,
    NATS_CA: folder.ca,
    NATS_CERT: cert,
    NATS_KEY: key,
    SECRET_KEY: 'a secret for tests, longer than thirty-two characters',
  }
  const dir = stackFolder(t)
  const stack = await startStack(t, dir, settings)
  const load = await demoLoad(t, stack, MEMBERS, BATCHES)
  t.same(await load.round(), [], 'no batch failed')
  t.same(await load.astray(), [], 'every segment is on an itinerary')
  const { rows } = await admin.pool.query<{ sessions: number; plain: number }>(
    `select count(*)::int as sessions, (count(*) filter (where not ssl))::int as plain
     from pg_stat_ssl join pg_stat_activity using (pid) where usename = 'encrypted'`,
  )
  t.equal(rows[0]?.plain, 0)
  t.ok((rows[0]?.sessions ?? 0) > 3, `${rows[0]?.sessions} sessions`)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...program('ops/cli.ts'), 'status', '--once'],
    { cwd: ROOT, env: stackEnvironment(dir) },
  )
  t.match(stdout, 'SEGMENTS')
})
