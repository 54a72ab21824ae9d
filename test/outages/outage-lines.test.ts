/** A role whose Postgres or NATS goes away says so in one line, and in one more when it is back. */
import t from 'tap'
import type { Test } from 'tap'
import { Registry } from 'prom-client'
import { readConfig } from '../../ops/config/config.js'
import { freePort } from '../../ops/embedded/free-port.js'
import { disposables } from '../../ops/process/disposables.js'
import { outageLog } from '../../ops/process/outage-log.js'
import type { RoleName, RunningRole } from '../../ops/roles/role.js'
import { allOk } from '../../ops/roles/role.js'
import { ROLE_STARTERS } from '../../ops/roles/table.js'
import { proxyTo, through } from '../support/proxy.js'
import { testDatabase, testNats } from '../support/servers.js'
import { silentLog } from '../support/silent-log.js'
import { until } from '../support/until.js'

t.setTimeout(120_000)

const OUTAGE_MS = 2_500
/**
 * The second line may come soon after the first, but only after as long a quiet as in production: a request that
 * began in the outage fails seconds after its end.
 */
const TIMES = { repeatMs: 1_000, tickMs: 100 }

type Lines = ReturnType<typeof silentLog>['lines']

async function startRole(
  t: Test,
  name: RoleName,
  environment: Record<string, string>,
): Promise<{ name: RoleName; role: RunningRole; lines: Lines }> {
  const written = silentLog()
  const log = outageLog(written, TIMES)
  const open = disposables()
  const start = await ROLE_STARTERS[name]()
  const role = await start({
    config: { ...readConfig(environment), BASE_URL: 'https://localhost', AUTH_URL: 'https://localhost' },
    log,
    watch: log.watch,
    worker: `${name}-outage-lines`,
    registry: new Registry(),
    open,
  })
  t.teardown(open.close)
  return { name, role, lines: written.lines }
}

t.test('an outage is two lines for each role', async (t) => {
  const [databaseUrl, { url: natsUrl }] = [await testDatabase(t, 'full'), await testNats(t)]
  const [postgres, nats] = [await proxyTo(t, databaseUrl), await proxyTo(t, natsUrl)]
  const environment = {
    DATABASE_URL: through(databaseUrl, postgres),
    NATS_URL: through(natsUrl, nats),
    SECRET_KEY: 'a secret for tests, longer than thirty-two characters',
    TLS: 'proxy',
    TRUSTED_PROXIES: '127.0.0.1',
    PORT: String(await freePort()),
    STREAM_MAX_BYTES: String(64 * 2 ** 20),
    DATA_DIR: t.testdir(),
  }
  const roles = [
    await startRole(t, 'api', environment),
    await startRole(t, 'fold', environment),
    await startRole(t, 'deliver', environment),
  ]
  const allReady = async (): Promise<boolean> =>
    (await Promise.all(roles.map(async ({ role }) => allOk(await role.checks())))).every(Boolean)
  await until('all roles are ready', allReady)

  for (const [server, proxied] of [['Postgres', postgres] as const, ['NATS', nats] as const]) {
    await until('nothing is in trouble before', () => roles.every(({ lines }) => isBalanced(lines)), 30_000)
    for (const { lines } of roles) lines.length = 0
    await proxied.refuse()
    const requests = setInterval(() => {
      void requestWithCredentials(environment.PORT)
    }, 100)
    await new Promise((resolve) => setTimeout(resolve, OUTAGE_MS))
    await proxied.listen()
    clearInterval(requests)
    for (const { name, lines } of roles)
      await until(`${name} says that ${server} is back`, () => trouble(lines).length >= 2, 30_000)
    await until('all roles are ready again', allReady)
    for (const { name, lines } of roles) {
      const found = trouble(lines)
      t.same(
        found.map((line) => line.message),
        [`${server} unavailable`, `${server} available again`],
        `${name} has two lines`,
      )
      const seconds = Number(found[1]?.fields['seconds'])
      t.ok(seconds >= 2 && seconds < 15, `${name}: it took ${seconds} s`)
    }
  }
})

function trouble(lines: Lines): Lines {
  return lines.filter((line) => ['warn', 'error'].includes(line.level))
}

/** Whether every trouble is over, which a busy machine may have had at the start. */
function isBalanced(lines: Lines): boolean {
  const count = (end: string): number => trouble(lines).filter(({ message }) => message.endsWith(end)).length
  return count(' unavailable') === count(' available again')
}

/** A request for which Postgres is asked. */
async function requestWithCredentials(port: string): Promise<void> {
  const headers = { 'x-forwarded-proto': 'https', client_id: 'a', client_secret: 'b' }
  await (await fetch(`http://127.0.0.1:${port}/v2/sources`, { headers })).text()
}
