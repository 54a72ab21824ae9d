/**
 * Postgres is restored to a time before a person was erased: no role shows or sends anything of that person, however it
 * is started, and the person is erased again.
 */
import { spawn } from 'node:child_process'
import pg from 'pg'
import t from 'tap'
import { vault } from '../../api/oauth/vault.js'
import { readConfig } from '../../ops/config/config.js'
import { ROOT } from '../../ops/config/paths.js'
import { provideDemoCredentials } from '../../ops/stack/demo-credentials.js'
import { encodeMessage } from '../../schemas/stream/message.js'
import { memberSubject } from '../../schemas/stream/subjects.js'
import { publisher } from '../../workers/stream/publish.js'
import { erasedMembers } from '../../workers/stream/erasure/erased-members.js'
import { dumpDatabase, restoreDatabase } from '../support/database-dump.js'
import { receiver } from '../support/delivery/receiver.js'
import { testCallbacks } from '../support/delivery/test-callbacks.js'
import { program } from '../support/program.js'
import { startRolesApart, type RolesApart } from '../support/roles-apart.js'
import { testDatabase, testNats } from '../support/servers.js'
import { silentLog } from '../support/silent-log.js'
import { stackEnvironment } from '../support/stack.js'
import { until } from '../support/until.js'
import { openStream } from '../support/open-stream.js'

t.setTimeout(300_000)

const START_MS = 60_000
const OTHER = encodeMessage(
  { v: 1, kind: 'segments', batch: '1000', first: '1001', count: 1, received: Date.now() },
  new TextEncoder().encode('{"segments":[]}'),
)
const CLIENT = 'partner'

t.test('who was erased after a backup is erased again before any role serves', async (t) => {
  const databaseUrl = await testDatabase(t, 'full')
  const { url: natsUrl } = await testNats(t)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  t.teardown(async () => {
    await pool.end()
  })
  const nc = await openStream(t, { url: natsUrl })
  const stream = publisher(nc)
  t.teardown(() => {
    stream.close()
  })
  const dir = t.testdir({})
  const start = async (): Promise<{ roles: RolesApart; read: () => Promise<number> }> => {
    const roles = await startRolesApart(t, {
      databaseUrl,
      natsUrl,
      reachableDatabaseUrl: databaseUrl,
      dir,
      settings: { DEV: 'true' },
    })
    const { memberToken } = await provideDemoCredentials(readConfig(roles.settings), silentLog())
    return {
      roles,
      read: async () =>
        await fetch(`http://127.0.0.1:${roles.port}/v2/segments`, {
          headers: { authorization: `Bearer ${memberToken}`, 'x-forwarded-proto': 'https' },
        }).then(
          (answer) => answer.status,
          () => 0,
        ),
    }
  }
  const first = await start()
  await until('members are served', async () => (await first.read()) === 200, START_MS)
  const { rows } = await pool.query<{ id: string }>('select id::text from member')
  const member = rows[0]?.id ?? ''
  const partner = await receiver(t)
  const callbacks = testCallbacks(pool, vault(first.roles.settings['SECRET_KEY'] ?? ''))
  await callbacks.member(member, CLIENT)
  await callbacks.callback({ url: partner.url, client: CLIENT })
  const deliver = first.roles.of('deliver')
  deliver.child.kill('SIGTERM')
  await deliver.ended
  // An erasure waits for idle partitions if the stream begins with a message of the member.
  await stream.publish(OTHER, memberSubject('1'), 'of another member')
  t.equal((await first.roles.post()).status, 202)
  await until(
    'events wait for delivery',
    async () => (await pool.query('select 1 from event where member_id = $1', [member])).rowCount !== 0,
  )
  const backup = await dumpDatabase(databaseUrl)

  const command = spawn(process.execPath, [...program('ops/cli.ts'), 'member', 'erase', member], {
    cwd: ROOT,
    env: stackEnvironment(dir, first.roles.settings),
    stdio: 'ignore',
  })
  await until(
    'the erasure is noted outside of Postgres',
    async () => (await erasedMembers(nc)).includes(member),
    START_MS,
  )
  command.kill('SIGKILL')
  await stop(first.roles)
  await restoreDatabase(databaseUrl, backup)

  const second = await start()
  const answers = new Set<number>()
  await until(
    'the api serves',
    async () => {
      const answer = await second.read()
      answers.add(answer)
      return answer === 401 || answer === 200
    },
    START_MS,
  )
  t.notOk(answers.has(200), 'nothing of the member is served')
  await until(
    'the member is erased again',
    async () => (await pool.query('select 1 from segment where member_id = $1', [member])).rowCount === 0,
    START_MS,
  )
  await until(
    'the partner is notified',
    () => partner.got.some(({ event }) => event.type === 'member.deleted'),
    START_MS,
  )
  t.same(
    [...new Set(partner.got.map(({ event }) => event.type))].sort(),
    ['member.deauthorized', 'member.deleted'],
    'and of nothing else',
  )
})

async function stop({ processes }: RolesApart): Promise<void> {
  for (const { child } of processes) child.kill('SIGTERM')
  await Promise.all(processes.map(async ({ ended }) => await ended))
}
