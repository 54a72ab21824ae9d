/**
 * Runs the product with the files of ops/deploy: each role of the service has its own user in Postgres and NATS, with only
 * its rights; another Postgres user owns the tables, and an operator's NATS user creates the streams.
 */
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from 'nats'
import t from 'tap'
import { roleUsers } from '../support/nats-users.js'
import { program } from '../support/program.js'
import { startRolesApart } from '../support/roles-apart.js'
import { rolesOfFile } from '../support/roles-of-file.js'
import { runToEnd } from '../support/run-to-end.js'
import { ownNats, testDatabase } from '../support/servers.js'
import { stackEnvironment, stackFolder } from '../support/stack.js'
import { until } from '../support/until.js'
import { withClient } from '../support/with-client.js'

t.setTimeout(600_000)

const START_MS = 60_000

t.test('the service runs with no more rights than it needs, once the owner has migrated', async (t) => {
  const url = await testDatabase(t)
  await withClient(url, async (admin) => {
    await admin.query('drop schema public cascade; create schema public')
  })
  const { owner, ...users } = await rolesOfFile(t, url)
  const dir = stackFolder(t)
  const given: Record<string, string> = { DATABASE_URL: owner, STREAM_MAX_BYTES: String(64 * 2 ** 20) }
  const migrate = async (...args: string[]): Promise<string> => {
    const env = stackEnvironment(dir, given)
    return (await runToEnd([...program('ops/cli.ts'), 'migrate', ...args], { env })).out
  }
  t.match(await migrate('--check'), 'missing 0100_partitions')
  t.match(await migrate(), 'Schema and reference data are up to date.')
  t.equal(await migrate('--check'), 'Nothing is missing.\n')

  const nats = await ownNats(t, { authorization: roleUsers() })
  const natsUrl = (user: string): string => `nats://${user}:${user}-password@127.0.0.1:${nats.port}`
  const roles = await startRolesApart(t, {
    databaseUrl: users,
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

  for (const { role, output } of roles.processes)
    t.notMatch(output(), /permission denied/, `${role} did nothing in Postgres that it may not do`)
})
