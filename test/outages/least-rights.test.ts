/**
 * The product with the files of ops/deploy: in Postgres one role owns the tables and another uses them; in NATS each role
 * of the service is a user that may use its subjects alone, and an operator's user creates the streams.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from 'nats'
import pg from 'pg'
import t from 'tap'
import type { Test } from 'tap'
import { ROOT } from '../../ops/config/paths.js'
import { roleUsers } from '../support/nats-users.js'
import { program } from '../support/program.js'
import { startRolesApart } from '../support/roles-apart.js'
import { ownNats, testDatabase } from '../support/servers.js'
import { stackEnvironment, stackFolder } from '../support/stack.js'
import { until } from '../support/until.js'

t.setTimeout(600_000)

const START_MS = 60_000
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

t.test('the service runs with no more rights than it needs, once the owner has migrated', async (t) => {
  const { owner, service } = await emptyDatabase(t)
  const dir = stackFolder(t)
  const given: Record<string, string> = { DATABASE_URL: owner, STREAM_MAX_BYTES: String(64 * 2 ** 20) }
  const migrate = async (...args: string[]): Promise<string> =>
    await promisify(execFile)(process.execPath, [...program('ops/cli.ts'), 'migrate', ...args], {
      cwd: ROOT,
      env: stackEnvironment(dir, given),
    }).then(
      ({ stdout }) => stdout,
      (error: unknown) => {
        const { stdout, stderr } = error as { stdout: string; stderr: string }
        return `${stdout}${stderr}`
      },
    )
  t.match(await migrate('--check'), 'missing 0100_partitions')
  t.match(await migrate(), 'Schema and reference data are up to date.')
  t.equal(await migrate('--check'), 'Nothing is missing.\n')

  const nats = await ownNats(t, { authorization: roleUsers() })
  const natsUrl = (user: string): string => `nats://${user}:${user}-password@127.0.0.1:${nats.port}`
  const roles = await startRolesApart(t, {
    databaseUrl: service,
    reachableDatabaseUrl: owner,
    natsUrl: {
      api: natsUrl('api'),
      fold: natsUrl('fold'),
      deliver: natsUrl('deliver'),
      jobs: natsUrl('jobs'),
    },
    dir: t.testdir({}),
    settings: { MIGRATIONS: 'wait', RATE_LIMIT_MEMBER: '600' },
  })
  for (const { role, readiness } of roles.processes)
    await until(
      `${role} says what to run`,
      async () =>
        (await readiness())?.checks['stream'] ===
        "NATS lacks SEGMENTS, EVENTS, DLQ, ERASED: run `npm run cli -- migrate` with an operator's user in NATS_URL",
      START_MS,
    )
  given['NATS_URL'] = natsUrl('operator')
  t.match(await migrate('--check'), 'missing SEGMENTS')
  t.match(await migrate(), 'Schema, reference data and streams are up to date.')
  t.equal(await migrate('--check'), 'Nothing is missing.\n')
  const operator = await connect({
    servers: `127.0.0.1:${nats.port}`,
    user: 'operator',
    pass: 'operator-password',
  })
  let counted = false
  operator.subscribe('limits', {
    callback: () => {
      counted = true
    },
  })
  for (const { role, readiness } of roles.processes)
    await until(`${role} is ready`, async () => (await readiness())?.status === 200, START_MS)
  t.equal((await roles.post()).status, 202)
  await until('the event has reached the deliver worker', async () => {
    const { state } = await (await jetstreamManager(operator)).streams.info('EVENTS')
    const consumer = await (await jetstreamManager(operator)).consumers.info('EVENTS', 'webhook-delivery')
    return state.last_seq > 0 && consumer.ack_floor.stream_seq === state.last_seq
  })
  await until('the api process has announced what it counted', () => counted)
  await operator.close()
  await nats.stop()
  t.notMatch(await nats.process.ended, /violation/i, 'no role asked for a subject that it may not use')

  const client = new pg.Client({ connectionString: service })
  await client.connect()
  t.teardown(async () => {
    await client.end()
  })
  await t.rejects(client.query('create table mine (id int)'), /permission denied/)
  await t.rejects(client.query('truncate segment'), /permission denied/)
  await client.query(
    "select maintain_partitions('event', 1, 30, 9), truncate_published_notices(), maintain_samples('member')",
  )
})
