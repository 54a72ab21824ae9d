/** The schema is migrated under the load of the version before, whose roles then go on. */
import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { migrate, missingMigrations, MIGRATIONS } from '../../db/pg/migrate.js'
import { ROOT } from '../../ops/config/paths.js'
import { clientLoad } from '../support/client-load.js'
import { startRolesApart } from '../support/roles-apart.js'
import { ownNats, testDatabase } from '../support/servers.js'
import { stackEnvironment, stackFolder } from '../support/stack.js'
import { until } from '../support/until.js'
import { withClient } from '../support/with-client.js'

t.setTimeout(300_000)

const START_MS = 120_000
const EVERY_MS = 40
/** Those before are the baseline, which the version before has as well. */
const FIRST = '1000'
const { commit, lacks } = JSON.parse(
  readFileSync(join(ROOT, 'test/nightly/previous-version.json'), 'utf8'),
) as { commit: string; lacks: string[] }

/** The files of the version before, in a folder that uses our packages. */
function previousVersion(t: Test): string {
  const git = (...args: string[]): Buffer =>
    execFileSync('git', ['-C', ROOT, ...args], { maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    git('cat-file', '-e', `${commit}^{commit}`)
  } catch {
    throw new Error(`commit ${commit} is not in this clone: run git fetch --unshallow`)
  }
  const folder = t.testdir({})
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit) })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

interface Stored {
  batches: number
  folded: number
  refused: number
  events: number
  sequences: number
  live: number
}

const STORED = `
  select (select count(*)::int from raw_batch) as batches, (select sum(applied)::int from partition_position) as folded,
    (select count(*)::int from raw_batch where refused) as refused,
    (select count(*)::int from event where member_id is not null) as events,
    (select count(distinct (member_id, sequence))::int from event where member_id is not null) as sequences,
    (select count(*)::int from segment where status = 'Active') as live`

t.test('roles of the version before go on while and after the schema is migrated', async (t) => {
  const root = previousVersion(t)
  const databaseUrl = await testDatabase(t)
  await withClient(databaseUrl, async (client) => {
    await client.query('drop schema public cascade; create schema public')
  })
  const dir = stackFolder(t)
  execFileSync(process.execPath, ['--import', 'tsx', 'ops/cli.ts', 'migrate'], {
    cwd: root,
    env: stackEnvironment(dir, { DATABASE_URL: databaseUrl }),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  t.same(
    await missingMigrations(databaseUrl),
    lacks,
    'previous-version.json names the commit before the last migrations',
  )
  t.equal(lacks.at(-1), [...MIGRATIONS.keys()].filter((name) => name >= FIRST).at(-1))

  const nats = await ownNats(t)
  const roles = await startRolesApart(t, {
    databaseUrl,
    reachableDatabaseUrl: databaseUrl,
    natsUrl: nats.url,
    root,
    roles: ['api', 'fold', 'deliver'],
    dir,
    settings: { MIGRATIONS: 'wait', STREAM_MAX_BYTES: String(64 * 2 ** 20) },
  })
  for (const { role, readiness } of roles.processes)
    await until(`${role} is ready`, async () => (await readiness())?.status === 200, START_MS)
  const stored = async (): Promise<Stored> =>
    await withClient(databaseUrl, async (client) => (await client.query<Stored>(STORED)).rows[0]!)

  const load = clientLoad(roles.post, EVERY_MS)
  t.teardown(load.stop)
  await until('batches are folded', async () => (await stored()).batches > 20, START_MS)
  await migrate(databaseUrl)
  t.same(await missingMigrations(databaseUrl), [])
  const { batches } = await stored()
  await until('the version before folds on', async () => (await stored()).batches > batches + 50, START_MS)
  await load.stop()

  t.same(load.failures, [])
  t.same(new Set(load.answers.map(({ status }) => status)), new Set([202]))
  await until('all is folded', async () => (await stored()).batches === load.answers.length, START_MS)
  const { folded, refused, events, sequences, live } = await stored()
  t.same({ folded, refused, live }, { folded: load.answers.length, refused: 0, live: 2 })
  t.equal(events, sequences, 'no event is there twice')
})
