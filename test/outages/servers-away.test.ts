/**
 * Roles that run apart outlive their servers: without Postgres, NATS or an id slot they wait, at their start as
 * well, are not ready and answer 503; afterwards they go on. Fault 21 takes the servers away for longer.
 */
import pg from 'pg'
import t from 'tap'
import type { Test } from 'tap'
import type { RoleName } from '../../ops/roles/role.js'
import { freePort } from '../../ops/embedded/free-port.js'
import { readProcesses } from '../../ops/stack/scaling.js'
import { proxyTo, through } from '../support/proxy.js'
import type { Proxy } from '../support/proxy.js'
import { sufferOutage } from '../support/outage.js'
import { startRolesApart } from '../support/roles-apart.js'
import type { RolesApart } from '../support/roles-apart.js'
import { testDatabase, testNats } from '../support/servers.js'
import { stackFolder, startStack } from '../support/stack.js'
import { until } from '../support/until.js'

t.setTimeout(300_000)

const OUTAGE_SECONDS = 4
const NORMAL_WITHIN_SECONDS = 10
const START_MS = 60_000

t.test('roles wait for servers and id slots, and outlive an outage of each server', async (t) => {
  const reachableDatabaseUrl = await testDatabase(t, 'full')
  const { url: natsUrl } = await testNats(t)
  const [database, nats] = [await proxyTo(t, reachableDatabaseUrl), await proxyTo(t, natsUrl)]
  await Promise.all([database.refuse(), nats.refuse()])
  const pool = new pg.Pool({ connectionString: reachableDatabaseUrl })
  pool.on('error', () => {})
  t.teardown(async () => {
    await pool.end()
  })
  const roles = await startRolesApart(t, {
    databaseUrl: through(reachableDatabaseUrl, database),
    natsUrl: through(natsUrl, nats),
    reachableDatabaseUrl,
    dir: t.testdir({}),
  })
  await waitForServers(t, roles)
  // Somebody else holds every slot.
  await pool.query("update id_slot set owner = 'other', leased_until = 'infinity'")
  await Promise.all([database.listen(), nats.listen()])
  await waitForSlots(t, roles, pool)

  let accepted = 0
  const outages: Array<[name: string, server: Proxy]> = [
    ['Postgres', database],
    ['NATS', nats],
  ]
  for (const [name, server] of outages)
    accepted += await sufferOutage(t, roles, {
      name,
      seconds: OUTAGE_SECONDS,
      takeAway: server.refuse,
      giveBack: server.listen,
      normalWithin: NORMAL_WITHIN_SECONDS,
    })
  await until(`all ${accepted} accepted batches are folded`, async () => {
    const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from raw_batch')
    return (rows[0]?.n ?? 0) >= accepted
  })
  await haltEverything(t, roles, pool)
  await database.refuse()
  await stopWithoutServers(t, roles)
})

t.test('the supervisor and its processes wait for external servers', async (t) => {
  const reachableDatabaseUrl = await testDatabase(t, 'full')
  const { url: natsUrl } = await testNats(t)
  const database = await proxyTo(t, reachableDatabaseUrl)
  const opsPort = await freePort()
  const checks = async (): Promise<Record<string, string>> => {
    const answer = await fetch(`http://127.0.0.1:${opsPort}/readyz`).catch(() => null)
    const body = (await answer?.json()) as { checks: Record<string, string> } | undefined
    return { ...body?.checks, http: String(answer?.status ?? 'closed') }
  }
  const isReady = async (): Promise<boolean> => (await checks())['http'] === '200'
  await database.refuse()
  const dir = stackFolder(t)
  const starting = startStack(t, dir, {
    DATABASE_URL: through(reachableDatabaseUrl, database),
    NATS_URL: natsUrl,
    SECRET_KEY: 'a secret for tests, longer than thirty-two characters',
    OPS_PORT: String(opsPort),
  })
  await until(
    'the supervisor waits',
    async () => /ECONNREFUSED/.test((await checks())['database'] ?? ''),
    START_MS,
  )
  t.equal((await checks())['http'], '503')
  await database.listen()
  await starting
  await until('everything is ready', isReady)

  await database.refuse()
  process.kill(foldProcess(dir).pid, 'SIGKILL')
  const waiting = await until(
    'its successor waits',
    async () => {
      const current = await checks()
      return current['fold-1.start'] === undefined ? null : current
    },
    START_MS,
  )
  t.match(waiting, { 'fold-1': 'starting', 'fold-1.start': /ECONNREFUSED/, http: '503' })
  await database.listen()
  await until('everything is ready again', isReady, START_MS)
  t.equal(foldProcess(dir).restarts, 1, 'one start was enough')
})

function foldProcess(dir: string): { pid: number; restarts: number } {
  const found = readProcesses(dir)?.processes.find(({ name }) => name === 'fold-1')
  if (found?.pid == null) throw new Error('there is no fold-1')
  return { pid: found.pid, restarts: found.restarts }
}

async function waitForServers(t: Test, { processes }: RolesApart): Promise<void> {
  for (const { role, readiness, logged } of processes) {
    const state = await until(
      `the ${role} process serves /readyz`,
      async () => {
        const answer = await readiness()
        return answer?.checks['stream'] === undefined ? null : answer
      },
      START_MS,
    )
    t.equal(state.status, 503)
    t.match(state.checks, {
      database: /^DATABASE_URL: .*ECONNREFUSED/,
      stream: 'NATS_URL: connection refused',
    })
    t.equal(logged('cannot start yet; waiting').length, 1, `${role} says so once`)
  }
}

async function waitForSlots(t: Test, { of, processes }: RolesApart, pool: pg.Pool): Promise<void> {
  const isReady = async (role: RoleName): Promise<boolean> => (await of(role).readiness())?.status === 200
  await until(
    'the deliver process, which needs no ids, is ready',
    async () => await isReady('deliver'),
    START_MS,
  )
  for (const role of ['api', 'fold'] as const) {
    const state = await until(`the ${role} process waits for a slot`, async () => {
      const answer = await of(role).readiness()
      return answer?.checks['ids'] === undefined ? null : answer
    })
    t.equal(state.status, 503)
    t.match(state.checks['ids'], /^all 64 id slots are leased/)
  }
  await pool.query("update id_slot set owner = null, leased_until = '-infinity'")
  for (const { role, logged } of processes) {
    await until(`the ${role} process is ready`, async () => await isReady(role), START_MS)
    t.ok(logged('start continues').length > 0, `${role} says that its wait has ended`)
  }
}

async function haltEverything(t: Test, { of }: RolesApart, pool: pg.Pool): Promise<void> {
  const mark = async (status: string): Promise<void> => {
    await pool.query('update partition_owner set status = $1', [status])
  }
  await mark('HALTED_GAP')
  const state = await until('the fold worker is not ready while all its partitions are halted', async () => {
    const answer = await of('fold').readiness()
    return answer?.status === 503 ? answer : null
  })
  t.match(state.checks, { database: 'ok', ownership: 'ok', partitions: 'all 64 are halted' })
  await pool.query("update partition_owner set status = 'ok' where partition = 0")
  await until('it is ready while one is not', async () => (await of('fold').readiness())?.status === 200)
}

async function stopWithoutServers(t: Test, { processes }: RolesApart): Promise<void> {
  for (const { role, child, ended } of processes) {
    child.kill('SIGTERM')
    t.equal(await ended, 0, `the ${role} process stops in order without Postgres`)
  }
}
