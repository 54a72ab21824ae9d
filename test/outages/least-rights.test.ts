/** The product as ops/deploy/postgres/roles.sql sets it up: a role that owns the tables, and one that uses them. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import t from 'tap'
import type { Test } from 'tap'
import { ROOT } from '../../ops/config/paths.js'
import { demoLoad } from '../support/demo-load.js'
import { program } from '../support/program.js'
import { testDatabase, testNats } from '../support/servers.js'
import { stackEnvironment, stackFolder, startStack } from '../support/stack.js'

t.setTimeout(600_000)

const MEMBERS = 2
const BATCHES = 3
const ROLES_FILE = join(ROOT, 'ops/deploy/postgres/roles.sql')

/** URLs of an empty database with the two roles, under names of their own. */
async function emptyDatabase(t: Test): Promise<{ admin: pg.Client; owner: string; service: string }> {
  const url = await testDatabase(t)
  const suffix = randomBytes(4).toString('hex')
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  t.teardown(async () => {
    await admin.end()
  })
  await admin.query('drop schema public cascade; create schema public')
  const sql = readFileSync(ROLES_FILE, 'utf8')
  await admin.query(
    sql
      .replace(/\btripfold_owner\b/g, `tripfold_owner_${suffix}`)
      .replace(/\btripfold\b/g, `tripfold_${suffix}`),
  )
  const as = async (role: string): Promise<string> => {
    await admin.query(`alter role ${role} password 'a-password'`)
    return Object.assign(new URL(url), { username: role, password: 'a-password' }).href
  }
  return { admin, owner: await as(`tripfold_owner_${suffix}`), service: await as(`tripfold_${suffix}`) }
}

t.test('the service runs as a role that can change no table, once another has migrated', async (t) => {
  const { owner, service } = await emptyDatabase(t)
  const dir = stackFolder(t)
  const settings = {
    DATABASE_URL: service,
    MIGRATIONS: 'wait',
    NATS_URL: (await testNats(t)).url,
    STREAM_MAX_BYTES: String(64 * 2 ** 20),
    SECRET_KEY: 'a secret for tests, longer than thirty-two characters',
  }
  const migrate = async (...args: string[]): Promise<string> =>
    await promisify(execFile)(process.execPath, [...program('ops/cli.ts'), 'migrate', ...args], {
      cwd: ROOT,
      env: stackEnvironment(dir, { ...settings, DATABASE_URL: owner }),
    }).then(
      ({ stdout }) => stdout,
      (error: unknown) => {
        const { stdout, stderr } = error as { stdout: string; stderr: string }
        return `${stdout}${stderr}`
      },
    )
  t.match(await migrate('--check'), 'missing 0100_fold')
  t.match(await migrate(), 'Schema and reference data are up to date.')
  t.equal(await migrate('--check'), '')

  const stack = await startStack(t, dir, settings)
  const load = await demoLoad(t, stack, MEMBERS, BATCHES)
  t.same(await load.round(), [], 'no batch failed')
  t.same(await load.astray(), [], 'every segment is on an itinerary')

  const client = new pg.Client({ connectionString: service })
  await client.connect()
  t.teardown(async () => {
    await client.end()
  })
  await t.rejects(client.query('create table mine (id int)'), /permission denied/)
  await t.rejects(client.query('truncate segment'), /permission denied/)
  await client.query('select maintain_event_partitions(30, 9), maintain_attempt_partitions(30, 9)')
  await client.query('select maintain_request_log(30, 9), truncate_published_notices()')
})
