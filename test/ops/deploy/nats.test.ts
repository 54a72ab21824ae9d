import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { parse } from 'yaml'
import { ROOT } from '../../../ops/config/paths.js'
import { freePort } from '../../../ops/embedded/free-port.js'
import { natsBinary } from '../../../ops/embedded/nats-binary.js'
import { until } from '../../support/until.js'

const NATS = join(ROOT, 'ops/deploy/nats')

const VARIABLES = {
  NATS_SERVER_NAME: 'nats-1',
  NATS_CLUSTER_PASSWORD: 'a-password',
  NATS_ROUTES: '["nats://cluster:a-password@nats-1:6222", "nats://cluster:a-password@nats-2:6222"]',
  NATS_API_PASSWORD: 'a-password',
  NATS_FOLD_PASSWORD: 'a-password',
  NATS_DELIVER_PASSWORD: 'a-password',
  NATS_JOBS_PASSWORD: 'a-password',
  NATS_OPERATOR_PASSWORD: 'a-password',
}

/** As compose.yaml passes them: a password may begin with a digit, and look like a number. */
const QUOTED = Object.fromEntries(
  Object.entries(VARIABLES).map(([name, value]) => [
    name,
    name.endsWith('_PASSWORD') ? '"4e5d990498b64532"' : value,
  ]),
)

for (const file of ['single.conf', 'cluster.conf'])
  t.test(`nats-server reads ops/deploy/nats/${file}`, async (t) => {
    const binary = natsBinary(process.env['NATS_SERVER_BIN'], process.env['PATH'])
    for (const env of [VARIABLES, QUOTED]) {
      const { stderr } = await promisify(execFile)(binary, ['-t', '-c', `ops/deploy/nats/${file}`], {
        cwd: ROOT,
        env,
      })
      t.match(stderr, 'is valid')
    }
  })

for (const file of ['single.conf', 'cluster.conf'])
  t.test(
    `a server with ops/deploy/nats/${file} writes each message to its disk before it answers`,
    async (t) => {
      const dir = mkdtempSync(join(tmpdir(), 'tripfold-nats-'))
      const port = await freePort()
      const conf = join(dir, file)
      const shipped = readFileSync(join(NATS, file), 'utf8')
      const here = shipped
        .replace('0.0.0.0:4222', '127.0.0.1:-1')
        .replace('0.0.0.0:6222', '127.0.0.1:-1')
        .replace('127.0.0.1:8222', `127.0.0.1:${port}`)
        .replace('/var/lib/nats', join(dir, 'store'))
      writeFileSync(conf, here)
      copyFileSync(join(NATS, 'users.conf'), join(dir, 'users.conf'))
      const server = spawn(natsBinary(process.env['NATS_SERVER_BIN'], process.env['PATH']), ['-c', conf], {
        env: VARIABLES,
        stdio: 'ignore',
      })
      const ended = once(server, 'exit')
      t.teardown(async () => {
        server.kill()
        await ended
        rmSync(dir, { recursive: true })
      })
      // It answers before its store is open.
      const config = await until('its store is open', async () => (await varz(port))?.jetstream.config)
      t.equal(config.sync_always, true)
    },
  )

t.test('compose starts its servers with that file', (t) => {
  const { services } = parse(readFileSync(join(NATS, '../compose/compose.yaml'), 'utf8'), {
    merge: true,
  }) as { services: Record<string, { image: string; command?: string[]; volumes?: string[] }> }
  const servers = Object.values(services).filter(({ image }) => image.startsWith('nats:'))
  t.equal(servers.length, 3)
  for (const { command = [], volumes = [] } of servers) {
    t.same(command, ['-c', '/etc/nats/cluster.conf'])
    t.match(volumes, [/nats.*:\/etc\/nats/])
  }
  t.end()
})

interface ServerVariables {
  jetstream: { config?: { sync_always?: boolean } }
}

/** Null while nobody listens. */
async function varz(port: number): Promise<ServerVariables | null> {
  const answer = await fetch(`http://127.0.0.1:${port}/varz`).catch(() => null)
  return answer === null ? null : ((await answer.json()) as ServerVariables)
}
